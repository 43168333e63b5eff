// Declarations: the types of a module, for one file with those of several.
import { readFileSync } from 'node:fs';
import { isolatedDeclarationSync } from 'rolldown/experimental';

/** The declarations of a module without its imports. */
export function declarationsIn(module: string): string {
  const { code, errors } = isolatedDeclarationSync(module, readFileSync(module, 'utf8'), {});
  if (errors.length > 0) throw new Error(`${module} has no types of its own: ${errors.map(String).join('; ')}`);
  return code.replaceAll(/^import [^;]*;\n|^export \{\};\n/gmu, '');
}
