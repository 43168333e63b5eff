// Formats of all kinds: what they share when pages fail, and what fits none of them.
import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFolder, removeFolder, writeFiles } from '../folders.ts';
import { importServed, importText, problemsOf, recordsIn, runImport, type Chosen } from './imported.ts';
import { serving } from './served.ts';

let folder = '';
beforeEach(() => {
  folder = makeFolder();
});
afterEach(() => removeFolder(folder));

const given: Chosen = { provider: 'P', language: 'English' };

it.each([
  ['openedx', '{"pagination":{"next":"/two"},"results":[{"course_id":"A","name":"A","org":"E"}]}', 'is not JSON'],
  [
    'feed',
    '<rss><channel><link rel="next" href="/two"/><item><title>A</title><link>https://a.example/a</link></item></channel></rss>',
    'is no feed: it is a <html>',
  ],
])('%s stops at a page of another kind', async (_, first, problem) => {
  const importing = importServed(folder, { one: first, two: '<html>Please log in</html>' }, 'one', given);
  expect(await problemsOf(importing)).toEqual([`import-request: ${problem}`]);
});

it('a source below /api/v1 is read in the format that is named', async () => {
  const text = '{"pagination":{},"results":[{"course_id":"A","name":"A","org":"E"}]}';
  const { result } = await importServed(folder, { 'api/v1/list': text }, 'api/v1/list', { ...given, from: 'openedx' });
  expect([result.format, recordsIn(folder).length]).toEqual(['openedx', 1]);
});

it('requests a source again whose records were corrected', async () => {
  const write = (language: string) =>
    writeFiles(join(folder, 'site'), {
      'list.csv': `title,url,provider,language\nA,https://a.example/a,P,${language}`,
    });
  await serving(join(folder, 'site'), async ({ base }) => {
    write('');
    const run = () => runImport(`${base}/list.csv`, join(folder, 'data'));
    expect((await problemsOf(run()))[0]).toMatch(/^value-missing/u);
    write('English');
    expect((await run()).hasWritten).toBe(true);
  });
});

describe('what fits no format', () => {
  it.each([
    ['nothing', '', 'it is empty'],
    ['a page without data', '<!doctype html><html><body>Hi</body></html>', 'it begins with'],
    ['bytes', '\0\u0001\u0002', 'it begins with'],
    ['a number', '[1, 2]', 'it begins with'],
  ])('such as %s is refused with what was seen', async (_, text, seen) => {
    const [problem] = await problemsOf(importText(folder, 'list.txt', text, given));
    expect(problem).toContain(seen);
    expect(problem).toMatch(/^import-format: is of no known format/u);
  });

  it('such as JSON that is longer than a text can be is refused, and not read', async () => {
    const file = join(folder, 'list.json');
    writeFiles(folder, { 'list.json': '[{"title":"A","url":"https://a.example/a"},' });
    truncateSync(file, 512 * 1024 * 1024 + 1);
    expect(await problemsOf(runImport(file, join(folder, 'data'), given))).toEqual([
      expect.stringMatching(/^import-format: /u),
    ]);
  });

  it('is read as a format that is named', async () => {
    await importText(folder, 'list.txt', 'title,url\nA,https://a.example/a', { ...given, from: 'table' });
    expect(recordsIn(folder)).toHaveLength(1);
  });
});
