// The names that a version promises to keep, as COMPATIBILITY.md says, each with its kind: `exit code 70`, `option build --data`.
import { readFileSync } from 'node:fs';
import { apiRoot, routes } from '../../src/api/routes.ts';
import { exitCodes } from '../../src/cli/cli.ts';
import { commands } from '../../src/cli/commands/commands.ts';
import * as library from '../../src/index.ts';
import { flagOf, optionNamesOf } from '../../src/options/option-table.ts';
import { heightMessage } from '../../src/outputs/embed/paths.ts';
import { attributeNames } from '../../src/outputs/embed/snippets.ts';
import * as client from '../../src/library/open-catalog.ts';
import { allPublishedPaths } from '../../src/outputs/declarations.ts';
import { recordFields } from '../../src/catalog/source/schema.ts';

/** Those of this version, sorted. */
export function promisedNames(): string[] {
  const names = {
    command: commands.map(({ name }) => name),
    option: commands.flatMap(({ name }) => optionNamesOf(name).map((option) => `${name} ${flagOf(option)}`)),
    'exit code': Object.values(exitCodes).map(({ code }) => String(code)),
    address: Object.values(routes).map(({ path }) => `/${apiRoot}/${path}`),
    path: allPublishedPaths.map(({ path }) => path),
    'attribute of the element': attributeNames,
    'message of a frame': [heightMessage],
    'export of the client': Object.keys(client),
    'field of the source': Object.entries(recordFields).flatMap(([kind, fields]) =>
      fields.names.map((name) => `${kind} ${name}`),
    ),
    function: Object.keys(library),
    'field of a result': fieldsIn('src/results.ts'),
    'field of the client': fieldsIn('src/library/catalog.ts'),
  };
  const lines = Object.entries(names).flatMap(([kind, all]) => all.map((name) => `${kind} ${name}`));
  return [...new Set(lines)].toSorted();
}

/** The interfaces of a module, with their fields: `BuildReport changes`. */
function fieldsIn(module: string): string[] {
  const interfaces = readFileSync(module, 'utf8').matchAll(/^export interface (\w+)[^{]*\{\n(.*?)^\}/gmsu);
  return [...interfaces].flatMap(([, name, body = '']) =>
    [...body.matchAll(/^ {2}(?:readonly )?(\w+)[?:(]/gmu)].map(([, field]) => `${name} ${field}`),
  );
}
