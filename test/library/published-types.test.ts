// The types in the package: the file that is written from the table of options says the same as the source.
import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { it } from '../helpers/fixture.ts';
import { writeFiles } from '../helpers/folders.ts';

const run = promisify(execFile);

const names = ['Configuration', 'BuildOptions', 'CheckOptions', 'VerifyOptions', 'ImportOptions'];

it('are equal to those of the source', async ({ folder }) => {
  const lines = names.map((name) => `equal<Required<published.${name}>, Required<source.${name}>>(true);`);
  writeFiles(folder, {
    'same.ts': `import type * as published from '${resolve('lib/index.js')}';
import type * as source from '${resolve('src/options/given-options.ts')}';
declare function equal<A, B>(same: [A, B] extends [B, A] ? true : false): void;
${lines.join('\n')}
equal<Required<published.CheckOptions>, Required<source.BuildOptions>>(false);
`,
    'tsconfig.json': JSON.stringify({
      extends: resolve('tsconfig.json'),
      compilerOptions: {
        rewriteRelativeImportExtensions: false,
        allowImportingTsExtensions: true,
        typeRoots: [resolve('node_modules/@types')],
      },
      include: ['same.ts', resolve('src/**/*.d.ts')],
    }),
  });
  const checked = run('npx', ['tsc', '--noEmit', '--project', join(folder, 'tsconfig.json')]);
  expect(await checked.catch((error: unknown) => error)).toMatchObject({ stdout: '' });
});
