// The client as the package has it: two small scripts that import nothing else, and types that need no package.
import { execFile } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { describe, expect } from 'vitest';
import { it } from '../helpers/fixture.ts';
import { writeFiles } from '../helpers/folders.ts';
import { words } from '../helpers/words.ts';

const use = `import { openCatalog, NotFoundError, type SearchResult } from 'static-course-catalog/client';
const catalog = await openCatalog('https://courses.example.org', { fetch, signal: AbortSignal.timeout(9) });
const { total, courses, filters }: SearchResult = await catalog.search({ language: ['English'], limit: 3 });
for await (const { title } of catalog.list('language', 'English')) title.trim();
export const name: string | undefined = filters.provider[0]?.name ?? courses[total]?.provider_name;
export const isMissing = (error: unknown) => error instanceof NotFoundError && error.address !== '';
`;

const importsOf = (text = '') => text.match(/\bimport\(.[^)'"`]*.|\bfrom *["'`][^"'`]*./gu);

describe('the client of the package', () => {
  it('is a script of 3.6 kB compressed, and loads another of 6.5 kB with the first search, and nothing else', () => {
    const [client, search] = ['client.js', 'client-search.js'].map((name) => readFileSync(join('lib', name), 'utf8'));
    expect(gzipSync(client ?? '').length).toBeLessThan(3687);
    expect(gzipSync(search ?? '').length).toBeLessThan(6656);
    expect(importsOf(client)).toEqual(['import(`./client-search.js`']);
    expect(importsOf(search)).toEqual(['from"./client.js"']);
    expect(client + String(search)).not.toMatch(/\b(?:require|process|document|window)\b/u);
  });

  it('has errors that Node prints with the names of their classes', async () => {
    const failing = `import { NotFoundError } from ${JSON.stringify(pathToFileURL(resolve('lib/client.js')).href)};
      throw new NotFoundError('answered with status 404', 'https://courses.example.org/', 404);`;
    const printed = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', failing]).catch(
      ({ stderr }: { stderr: string }) => stderr,
    );
    expect(await printed).toMatch(/^NotFoundError: https:\/\/courses\.example\.org\/ answered with status 404$/mu);
  });

  it.for(['nodenext', 'preserve'])(
    'has types for modules as in %s, and with the types of a browser alone',
    async (module, { folder }) => {
      writeFiles(folder, { 'package.json': '{"type":"module"}', 'use.ts': use, 'node_modules/.keep': '' });
      symlinkSync(resolve('.'), join(folder, 'node_modules/static-course-catalog'));
      const options = words`--noEmit --strict --exactOptionalPropertyTypes --target es2022 --lib es2022,dom,dom.asynciterable`;
      const checked = promisify(execFile)(
        resolve('node_modules/.bin/tsc'),
        [...options, '--types', '', '--module', module, 'use.ts'],
        {
          cwd: folder,
        },
      );
      await expect(checked.catch(({ stdout }: { stdout: string }) => stdout)).resolves.toMatchObject({ stdout: '' });
    },
  );
});
