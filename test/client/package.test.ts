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

const importsOf = (text = '') => text.match(/\bimport\(.[^)'"`]*.|\bfrom *["'][^"']*./gu);

describe('the client of the package', () => {
  const scripts = ['client', 'client-search', 'client-filters', 'client-lists'].map((name) =>
    readFileSync(join('lib', `${name}.js`), 'utf8'),
  );

  it('is a script of 3.6 kB compressed, loads another of 7.5 kB with the first search, and two smaller ones', () => {
    const [client, search, ...others] = scripts;
    expect(gzipSync(client ?? '').length).toBeLessThan(3687);
    expect(gzipSync(search ?? '').length).toBeLessThan(7681);
    for (const other of others) expect(gzipSync(other).length).toBeLessThan(2048);
    expect(importsOf(client)).toEqual(['import(`./client-search.js`', 'import(`./client-lists.js`']);
    const named = scripts
      .flatMap((script) => importsOf(script) ?? [])
      .map((text) => /client[\w-]*\.js/u.exec(text)?.[0]);
    expect(new Set(named)).toEqual(new Set(['client.js', 'client-search.js', 'client-filters.js', 'client-lists.js']));
    expect(scripts.join('')).not.toMatch(/\b(?:require|process|document|window)\b/u);
  });

  it('has short lines, as Node prints that of an error', () => {
    for (const line of scripts.join('\n').split('\n')) expect(line.length).toBeLessThan(4000);
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
