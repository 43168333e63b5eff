// Which test files start other programs than Node and npm, or install Node or the package: those that import programs.ts, nodes.ts or
// registry.ts, also by way of other files.
import { readFileSync } from 'node:fs';
import fastGlob from 'fast-glob';
import { importsIn } from './imports.ts';

/** The paths of these files; `npm test` leaves them to `npm run test:all`. */
export function filesWithPrograms(): string[] {
  const files = fastGlob.sync('test/**/*.ts', { ignore: ['test/generated-client/**'] });
  const imports = new Map(files.map((file) => [file, importsOf(file)]));
  // Files that import one of those before are appended, and come to their turn.
  const found = new Set(['programs', 'nodes', 'registry'].map((name) => `test/helpers/${name}.ts`));
  for (const one of found) for (const file of files) if (imports.get(file)?.includes(one)) found.add(file);
  return [...found].filter((file) => file.endsWith('.test.ts'));
}

/** The files whose code a file imports: no types. */
function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8').replaceAll(/^(?:import|export)\s+type\b[^;]*;/gmu, '');
  return importsIn(text, file);
}
