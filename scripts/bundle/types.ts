// The types of the package: one file that imports nothing, with the help of every option.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { commandLineOptions } from '../../src/options/given-options.ts';
import { helpOf, optionNames, optionNamesOf, optionTable, type CommandName } from '../../src/options/option-table.ts';
import { declarationsIn } from './declarations.ts';

/** Writes `index.d.ts` into a folder, and returns its name. */
export function writeTypes(folder: string): string[] {
  const own = declarationsIn('src/index.ts').replaceAll(/^export type \* from [^;]*;\n/gmu, '');
  writeFileSync(join(folder, 'index.d.ts'), [own, optionTypes(), declarationsIn('src/results.ts')].join('\n'));
  return ['index.d.ts'];
}

/** The types of `src/options/given-options.ts`, from the table of options. */
function optionTypes(): string {
  const options = optionNames.map((name) => {
    // The flag of a switch that is on turns it off, and so says its help.
    const does = `${optionTable[name].fallback === true ? 'false to ' : ''}${helpOf(name)}`;
    return `\t/** ${does.replaceAll('*/', '* /')} */\n\treadonly ${name}?: ${typeOf(optionTable[name].schema)} | undefined;\n`;
  });
  return `/** The options of the configuration file. */
export interface Configuration {
${options.join('')}}
export type BuildOptions = ${optionsOf('build')};
export type CheckOptions = ${optionsOf('check')};
/** The address of the site has no default. */
export type VerifyOptions = ${optionsOf('verify')} & { readonly baseUrl: string };
/** The input is a file or an address. */
export type ImportOptions = ${optionsOf('import')} & { readonly input: string };
`;
}

function optionsOf(command: CommandName): string {
  const names = optionNamesOf(command).filter((name) => !commandLineOptions.some((other) => other === name));
  return `Pick<Configuration, ${names.map(quoted).join(' | ')}>`;
}

const schemaForm = z.looseObject({
  type: z.enum(['string', 'boolean', 'integer', 'array', 'object']).optional(),
  enum: z.array(z.string()).optional(),
  anyOf: z.array(z.unknown()).optional(),
  items: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).default([]),
  additionalProperties: z.unknown().optional(),
});

/** The type of the values that a JSON Schema of an option accepts. */
function typeOf(schema: unknown): string {
  const { type, enum: names, anyOf, items, properties, required, additionalProperties } = schemaForm.parse(schema);
  if (anyOf) return [...new Set(anyOf.map(typeOf))].join(' | ');
  if (names) return names.map(quoted).join(' | ');
  if (type === 'array') return `readonly (${typeOf(items)})[]`;
  if (properties) {
    const fields = Object.entries(properties).map(([name, value]) => {
      return `readonly ${name}${required.includes(name) ? '' : '?'}: ${typeOf(value)}`;
    });
    return `{ ${fields.join('; ')} }`;
  }
  if (type === 'object') return `Readonly<Record<string, ${typeOf(additionalProperties)}>>`;
  if (type === undefined) throw new Error(`there is no type for the schema ${JSON.stringify(schema)}`);
  return type === 'integer' ? 'number' : type;
}

function quoted(text: string): string {
  return `'${text}'`;
}
