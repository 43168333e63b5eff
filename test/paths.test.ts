// Paths: what lies below a folder, wherever links lead; and whether a text is a URL.
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { requestableUrl } from '../src/http/addresses.ts';
import { courseSchema, providerSchema } from '../src/catalog/source/schema.ts';
import { filesBelow } from '../src/catalog/source/walk.ts';
import { parseUrl } from '../src/text/parse-url.ts';
import { isWebAddress } from '../src/text/web-address.ts';
import { it } from './helpers/fixture.ts';
import { writeFiles } from './helpers/folders.ts';

it('files below a folder are listed once each, without following links, also where links make loops', async ({
  folder,
}) => {
  writeFiles(folder, { 'beside/x': '', 'top/b/c': '', 'top/b-': '', 'top/a/.d': '' });
  mkdirSync(join(folder, 'top/empty'));
  for (const target of ['..', '.', '../beside', 'b', 'b/c', 'nowhere']) {
    symlinkSync(target, join(folder, 'top', `to ${target.replaceAll('/', '_')}`));
  }
  const links = ['to .', 'to ..', 'to .._beside', 'to b', 'to b_c', 'to nowhere'];
  expect(filesBelow(join(folder, 'top'))).toEqual(['a/.d', 'b-', 'b/c', ...links]);
});

it('files below a folder have any name, but for those that are left out in whatever case', ({ folder }) => {
  const names = ['.hidden', 'line\nbreak', 'return\r', '**', '{a,b}', '!(a)', 'a\\b', '.\\a', 'a'];
  const paths = names.flatMap((name) => [`file/${name}`, `folder ${name}/x`]);
  const ignored = ['.GIT/config', 'a/.git', 'line\nbreak/thumbs.DB'];
  writeFiles(folder, Object.fromEntries([...paths, ...ignored].map((path) => [path, ''])));
  expect(filesBelow(folder, '.git', 'Thumbs.db')).toEqual(paths.toSorted());
  writeFiles(folder, { '.a.b/line\nbreak/x': '', '.hidden': '', 'line\nbreak/.a/b/x': '', 'shard-1/site/x': '' });
  const isHidden = (path: string) => path.startsWith('.') || path.includes('/.');
  const shown = paths.filter((path) => !isHidden(path));
  expect(filesBelow(folder, '.*', 'shard-*/site').filter((path) => !ignored.includes(path))).toEqual(shown.toSorted());
});

/** More calls than V8 needs before it recompiles the parser. */
const parsedBefore = 20_000;

it('a host with letters outside ASCII is accepted in a process that has parsed many URLs', () => {
  for (let number = 0; number < parsedBefore; number += 1) {
    if (!isWebAddress(`https://example.org/${number}`)) throw new Error(`${number} is not read`);
  }
  expect(isWebAddress('https://bücher.example/ä')).toBe(true);
  expect(parseUrl('https://bücher.example/ä')?.href).toBe('https://xn--bcher-kva.example/%C3%A4');
});

it.each([
  ['/a', 'https://example.org/b/', 'https://example.org/a'],
  ['https://[', undefined, undefined],
  ['/a', undefined, undefined],
])('the URL of %j at %j is %j', (text, base, href) => {
  expect(parseUrl(text, base)?.href).toBe(href);
});

it.each([
  ['xn--', false],
  ['xn--a', false],
  ['xn--999999999.example', false],
  ['a.xn--b', false],
  ['XN--A.example', false],
  ['xn--bcher-kva.example', true],
  ['xn--ls8h.example', true],
])('an address at the host %s is one in a catalog and in a crawl, whatever the version of Node: %s', (host, isOne) => {
  const address = `https://${host}/a`;
  expect(courseSchema.shape.linkurl.safeParse(address).success).toBe(isOne);
  expect(providerSchema.shape.url.safeParse(address).success).toBe(isOne);
  expect(typeof requestableUrl(address) !== 'string').toBe(isOne);
});
