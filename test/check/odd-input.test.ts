// `check` on input that cannot be stored in Git: each test writes it to its own folder.
import { Buffer } from 'node:buffer';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findingsIn, findingsOf, folderOf, line, references, reportOf } from './odd-catalog.ts';
import { words } from '../helpers/words.ts';

describe('the source folder', () => {
  it('is reported as missing or a file, and nothing else is reported', async () => {
    const folder = folderOf({});
    rmSync(join(folder, 'data'), { recursive: true });
    expect(await reportOf(folder)).toBe(
      'data: there is no such folder\n' +
        '    source-folder: use --data to name the folder that holds providers, categories and courses\n',
    );
    writeFileSync(join(folder, 'data'), '');
    expect(await findingsOf(folder)).toEqual(['data: is not a folder']);
  });

  it('may not have dangling links or links to themselves, and what they stand for is not reported as missing', async () => {
    const folder = folderOf({});
    symlinkSync('nothing.json', join(folder, 'data/courses.json'));
    symlinkSync('nothing.json', join(folder, 'data/notes.json'));
    symlinkSync('providers.csv', join(folder, 'data/providers.csv'));
    mkdirSync(join(folder, 'data/categories'));
    symlinkSync('../nothing', join(folder, 'data/categories/arts.csv'));
    expect(await findingsOf(folder)).toEqual([
      'data/categories/arts.csv: is a link to a file that does not exist',
      'data/courses.json: is a link to a file that does not exist',
      'data/providers.csv: is a link that leads back to itself',
    ]);
  });

  it('may have a link from a name that is read to a file whose name is not', async () => {
    const folder = folderOf({ ...references, 'all-courses.ndjson': line(1) });
    symlinkSync('all-courses.ndjson', join(folder, 'data/courses.ndjson'));
    expect((await findingsOf(folder)).at(-1)).toContain('sound: 1 courses');
  });

  it('has every line reported that is not a record', async () => {
    const folder = folderOf({ ...references, 'courses.ndjson': `${line(1)}null\n${line(2)}[]\n` });
    const found = await findingsOf(folder);
    expect(found.map((one) => one.replace(/^\S+courses/u, ''))).toEqual([
      expect.stringContaining('.ndjson:2:1 the record is null'),
      expect.stringContaining('.ndjson:4:1 the record is an empty array'),
    ]);
  });
});

describe('JSON', () => {
  const deep = `${'[{"a":'.repeat(50_000)}1${'}]'.repeat(50_000)}`;
  const valid = (field: string, value: string) => line(1, { [field]: 'X' }).replace('"X"', value);

  it.for(['json', 'ndjson', 'yaml'])('may be nested as deep as it likes in %s', async (format) => {
    // YAML is refused before anybody looks at its fields.
    for (const field of format === 'yaml' ? ['title'] : ['title', 'linkurl', 'categories', 'level', 'unknown']) {
      const record = valid(field, deep).trimEnd();
      const text = format === 'yaml' ? `- ${record}\n` : format === 'json' ? `[${record}]` : record;
      const found = await findingsIn({ [`courses.${format}`]: text });
      expect(found.length, field).toBeGreaterThan(0);
      expect(found.join('\n').length, field).toBeLessThan(1000);
    }
  });

  it('may hold an address of 20 MB, which is warned of in few words', async () => {
    const long = `https://a.example/${'x'.repeat(20_000_000)}`;
    const found = await findingsIn({ 'courses.ndjson': line(1, { linkurl: long }) });
    expect(found).toEqual([
      expect.stringMatching(/warning course 1: "linkurl" is probably not .* as it has 20,000,018 characters/u),
      expect.stringContaining('sound: 1 courses'),
    ]);
  });
});

describe('bytes that are not UTF-8', () => {
  const bad = Buffer.from([0x46, 0x72, 0x61, 0x6e, 0xe7, 0x61, 0x69, 0x73]);
  const around = (before: string, after: string) => Buffer.concat([Buffer.from(before), bad, Buffer.from(after)]);

  it('are reported in every format with line and column', async () => {
    const header = 'id,title,linkurl,provider,language,date_published\n';
    expect(
      await findingsIn({
        'courses/a.json': around('\ufeff[\n  {"title": "é\ufffd😀', '"}\n]\n'),
        'courses/b.ndjson': Buffer.concat([Buffer.from(line(1)), around('{"title": "', '"}\n'), Buffer.from(line(2))]),
        'courses/c.yaml': around('- id: 3\n  title: ', '\n'),
        'courses/d.csv': around(`${header}4,Four,https://example.org/4,12,English,2024-05-28\n5,"\n`, '"\n'),
      }),
    ).toEqual([
      'data/courses/a.json:2:22 is not UTF-8 here',
      'data/courses/b.ndjson:2:16 is not UTF-8 here',
      'data/courses/c.yaml:2:14 is not UTF-8 here',
      'data/courses/d.csv:3:1 is not UTF-8 in this row',
    ]);
  });

  it('are recognized as UTF-16', async () => {
    const content = Buffer.from('\ufeffid,title\n', 'utf16le');
    const paths = words`courses/a.json courses/b.ndjson courses/c.yml courses/d.csv`;
    const files = Object.fromEntries(paths.map((path) => [path, content]));
    expect(await findingsIn(files)).toEqual(paths.map((path) => `data/${path}:1:1 is UTF-16, not UTF-8`));
    const report = await reportOf(folderOf({ ...references, 'courses/a.csv': content }));
    expect(report).toContain('    file-encoding: save the file as UTF-8\n');
  });

  it('may be NUL, which JSON rejects and CSV accepts', async () => {
    const header = 'id,title,linkurl,provider,language,date_published\n';
    expect(
      await findingsIn({
        'courses/a.ndjson': `${line(1)}\0\n{"title": "a\0b"}\n`,
        'courses/b.csv': `${header}2,a\0b,https://example.org/2,12,Eng\0lish,2024-05-28\n`,
      }),
    ).toEqual([
      'data/courses/a.ndjson:2:1 not JSON: this is not a JSON value (are its double quotes missing?)',
      'data/courses/a.ndjson:3:11 not JSON: a control character must be escaped in JSON',
      'data/courses/b.csv:2:5 course 2: language "Eng\\u0000lish" contains the control character \\u0000',
      'data/courses/b.csv:2:2 warning course 2: "title" holds "\\u0000": "a\\u0000b"',
    ]);
  });
});

it('a course in very many categories is remarked, as the output grows with their square', async () => {
  const numbers = Array.from({ length: 1001 }, (_, at) => at + 1);
  const most = numbers.slice(0, 1000);
  const findings = await findingsIn({
    'categories.json': JSON.stringify(numbers.map((id) => ({ id, name: `C${id}` }))),
    'courses.ndjson': line(1, { categories: numbers }) + line(2, { categories: most }),
  });
  expect(findings).toEqual([
    expect.stringMatching(/^data\/courses.ndjson:1:\d+ warning course 1: the course is in 1,001 categories$/u),
    expect.stringMatching(/^sound: 2 courses/u),
  ]);
});

it('of many warnings of a rule the first five are printed, after every error', async () => {
  const titles = Array.from({ length: 40 }, (_, at) => line(at + 1, { title: `R&amp;D ${at}` }));
  const findings = await findingsIn({ 'courses.ndjson': titles.join('') + line(41, { provider: 99 }) });
  expect(findings).toEqual([
    expect.stringContaining('course 41: unknown provider 99'),
    ...[1, 2, 3, 4, 5].map((id) => expect.stringContaining(`warning course ${id}: "title" holds the character`)),
    '… and 35 more problems; --json prints them all',
  ]);
});

it('many errors are sorted by position; 50 are printed and the rest counted', async () => {
  const lines = Array.from({ length: 30 }, (_, at) => line(at + 1, { title: at, provider: 100 + at }));
  const findings = await findingsIn({
    'courses/b.ndjson': lines.slice(0, 10).join(''),
    'courses/a.ndjson': lines.slice(10).join(''),
  });
  expect(findings).toHaveLength(51);
  expect(findings.at(-1)).toBe('… and 10 more problems; --json prints them all');
  expect(findings.slice(0, 3)).toEqual([
    'data/courses/a.ndjson:1:10 course 11: "title" is the number 10',
    'data/courses/a.ndjson:1:56 course 11: unknown provider 110',
    'data/courses/a.ndjson:2:10 course 12: "title" is the number 11',
  ]);
  expect(findings[40]).toBe('data/courses/b.ndjson:1:9 course 1: "title" is the number 0');
});
