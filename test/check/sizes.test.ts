// `check` and `build` on input of absurd size and depth: both report the same, in time linear in the input.
import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { problemsOf, runBuild } from '../build/run.ts';
import { writeFiles } from '../helpers/folders.ts';
import { moments, processorClock } from '../helpers/limits.ts';
import { findingsIn, findingsOf, folderOf, line, references } from './odd-catalog.ts';

let folder = '';
let data = '';
beforeEach(() => {
  folder = folderOf({ ...references, 'courses/a.ndjson': line(1) });
  data = join(folder, 'data');
});

/** Writes the beginning of a sparse file: the rest is zeros and takes no room on the disk. */
function writeSparse(path: string, beginning = ''): void {
  const descriptor = openSync(join(data, path), 'w');
  writeSync(descriptor, beginning);
  ftruncateSync(descriptor, large);
  closeSync(descriptor);
}

const findings = () => findingsOf(folder);
const build = () => ({ data, out: join(folder, 'dist'), chosen: { pages: true } });
const sound = (courses: number) => expect.stringContaining(`sound: ${courses} courses`);

/** More than the longest text that Node can hold, 512 MB. */
const large = 540_000_000;
const header = 'id,title,linkurl,provider,language,date_published\n';
const tooLong = 'cannot be read: one value in it is longer than 512 MB (is a quote or a bracket never closed?)';

describe('a file of hundreds of megabytes', () => {
  it.each([
    ['courses/b.yaml', '', ': cannot be read: it is larger than 32 MB, and YAML is read whole'],
    ['courses/b.json', '{"id": 1, "title": "', `: ${tooLong}`],
    ['courses/b.ndjson', line(2) + line(3), ':3:1 the line is too long to read'],
    ['courses/b.csv', `${header}2,"`, ':2:1 the row is longer than 64 MB (is a quote in it never closed?)'],
    ['providers.json', '{"id": 12, "name": "', `: ${tooLong}`],
    ['categories.ndjson', '{"id": 2, "name": "', ':1:1 the line is too long to read'],
  ])('is refused by check: %s', async (path, beginning, finding) => {
    writeSparse(path, beginning);
    expect(await findings()).toEqual([`data/${path}${finding}`]);
  });

  it('is refused by build as well, as a fault of the source and not of the output', async () => {
    for (const path of ['courses/b.yaml', 'courses/b.json', 'languages.json']) writeSparse(path);
    expect((await problemsOf(build())).map(({ rule, file }) => [rule, file])).toEqual([
      ['source-size', join(data, 'courses/b.json')],
      ['source-size', join(data, 'courses/b.yaml')],
      ['source-size', join(data, 'languages.json')],
    ]);
  });
});

describe('a course', () => {
  const repeated = (text: string) => text.repeat(200_000);
  it.each([
    ['Han characters', repeated('\u5b66')],
    ['words with apostrophes', repeated("ab'")],
  ])('with a run of 200,000 %s is valid and is built', async (_, title) => {
    writeFiles(data, { 'courses/a.ndjson': line(1, { title }) });
    expect(await findings()).toEqual([expect.stringMatching(/"title" has \d+00,000 characters/u), sound(1)]);
    expect(await runBuild(build())).toMatchObject({ courses: 1 });
  });

  it('with texts of more than 64 MB is refused by check and build', async () => {
    writeFiles(data, { 'courses/a.ndjson': line(1, { title: 'x'.repeat(40_000_000), tags: 'y'.repeat(30_000_000) }) });
    expect(await findings()).toEqual([
      'data/courses/a.ndjson:1:1 course 1: the texts of the course are longer than 64 MB together',
    ]);
    expect((await problemsOf(build())).map(({ rule }) => rule)).toEqual(['source-size']);
  });
});

describe('checking takes linear time, not quadratic, for', () => {
  const quickFindings = async () => {
    const spent = processorClock();
    const found = await findings();
    expect(spent()).toBeLessThan(moments);
    return found;
  };
  const many = 50_000;
  const numbers = Array.from({ length: many }, (_, at) => at + 1);

  it('the columns of a CSV header', async () => {
    const row = `${numbers.join(',')}\n`;
    writeFiles(data, { 'courses/a.csv': `${'titel,'.repeat(many - 1)}id\n${row}` });
    const found = await quickFindings();
    expect(found).toHaveLength(51);
    expect(found).toContainEqual('data/courses/a.csv:1:2 unknown field "titel"; did you mean title?');
  });

  it('the fields of a YAML record', async () => {
    // Longer than any field, so that no similar one is searched for each.
    const field = 'unlikely_field_of_record_';
    writeFiles(data, { 'courses/a.yaml': numbers.map((number) => `${field}${number}: 1\n`).join('') });
    expect(await quickFindings()).toContainEqual(`data/courses/a.yaml:3:1 unknown field "${field}3"`);
  });

  it('the duplicate fields of a YAML record', async () => {
    writeFiles(data, { 'courses/a.yaml': `{${numbers.map((number) => `f${number >> 1}: 1,`).join(' ')}}` });
    expect(await quickFindings()).toContainEqual('data/courses/a.yaml:1:16 not YAML: the field occurs twice');
  });

  it('the aliases of a YAML file', async () => {
    writeFiles(data, { 'courses/a.yaml': `- &a x\n${'- *a\n'.repeat(10_001)}` });
    expect(await quickFindings()).toEqual([
      'data/courses/a.yaml:10002:3 cannot be read as YAML: it has more than 10000 aliases here',
    ]);
    writeFiles(data, { 'courses/a.yaml': '- *a\n'.repeat(10_000) });
    expect(await quickFindings()).toEqual([
      'data/courses/a.yaml:1:3 not YAML: Unresolved alias (the anchor must be set before the alias): a',
    ]);
  });

  it('the categories of a course', async () => {
    const categories = numbers.map((id) => ({ id, name: 'C' }));
    const courses = Array.from({ length: 5 }, (_, at) => line(at + 1, { categories: numbers }));
    writeFiles(data, { 'categories.json': JSON.stringify(categories), 'courses/a.ndjson': courses.join('') });
    const all = await quickFindings();
    expect(all.filter((one) => !one.endsWith('the course is in 50,000 categories'))).toEqual([sound(5)]);
  });

  it("the ancestors of a course's category, and any fault in them", async () => {
    const depth = 20_000;
    const nested = (name: string) =>
      `${Array.from({ length: depth }, (_, at) => `{"id":${at + 1},${name}"children":[`).join('')}${']}'.repeat(depth)}`;
    const courses = Array.from({ length: 50 }, (_, at) => line(at + 1, { categories: [depth] }));
    writeFiles(data, { 'categories.json': nested('"name":"C",'), 'courses/a.ndjson': courses.join('') });
    expect(await quickFindings()).toEqual([sound(50)]);
    writeFiles(data, { 'categories.json': nested('') });
    expect(await quickFindings()).toEqual(['20,000 categories: "name" is missing, first at data/categories.json:1:1']);
  });

  it('the list of languages and a language that is not in it', async () => {
    const languages = numbers.map((number) => `Language ${number}`);
    const courses = Array.from({ length: 3000 }, (_, at) => line(at + 1, { language: 'Languages 7' }));
    writeFiles(data, { 'languages.json': JSON.stringify(languages), 'courses/a.ndjson': courses.join('') });
    expect(await quickFindings()).toContainEqual(
      '3,000 courses: unknown language "Languages 7", first at data/courses/a.ndjson:1:76; did you mean "Language 7"?',
    );
  });
});

const deep = (levels: number, open = '[', close = ']') => open.repeat(levels) + close.repeat(levels);

describe('a line of 20 MB', () => {
  const long = 'x'.repeat(20_000_000);

  it('is a course like any other', async () => {
    const files = {
      'courses/a.ndjson': line(1) + line(2, { title: long }) + line(3),
      'courses/b.json': line(4, { tags: long }),
    };
    expect(await findingsIn(files)).toEqual([expect.stringContaining('"title" has 20,000,000 characters'), sound(4)]);
  });

  it('is explained if it is garbage', async () => {
    const files = {
      'courses/a.ndjson': `${line(1)}${long}\n${line(2, { title: '' })}`,
      'courses/b.json': ','.repeat(20_000_000),
    };
    expect(await findingsIn(files)).toEqual([
      'data/courses/a.ndjson:2:1 not JSON: this is not a JSON value (are its double quotes missing?)',
      'data/courses/a.ndjson:3:9 course 2: "title" is an empty text',
      'data/courses/b.json:1:1 not JSON: expected a value (is there an extra comma before it?)',
    ]);
  });

  it('is truncated when it is shown', async () => {
    const found = await findingsIn({ 'courses.ndjson': line(1, { language: long, provider: long }) });
    expect(found).toEqual([`data/courses.ndjson:1:62 course 1: "provider" is the text "${'x'.repeat(60)}…"`]);
  });
});

describe('a nesting of 100,000 levels', () => {
  const levels = 100_000;

  it('is not a course, and the positions beside it are right', async () => {
    const files = {
      'courses/a.ndjson': `{"id": 1, "title": ${deep(levels)}, "linkurl": 7}\n`,
      'courses/b.json': `[\n${line(2)},\n  {"id": 3, "tags": ${deep(levels, '{"a":[', ']}')},\n   "linkurl": 8}\n]\n`,
    };
    const found = await findingsIn(files);
    expect(found).toContain('data/courses/a.ndjson:1:11 course 1: "title" is an array');
    expect(found).toContain('data/courses/a.ndjson:1:200022 course 1: "linkurl" is the number 7');
    expect(found).toContain('data/courses/b.json:4:13 course 3: "tags" is an object');
    expect(found).toContain('data/courses/b.json:5:4 course 3: "linkurl" is the number 8');
  });

  it('is explained if it is not JSON', async () => {
    expect(await findingsIn({ 'courses.json': '['.repeat(levels) })).toEqual([
      'data/courses.json:1:1 not JSON, and nested too deeply to tell where',
    ]);
  });

  it('is explained if it is YAML, before the parser fails', async () => {
    const files = {
      'courses/a.yaml': deep(levels),
      'courses/b.yaml': '- '.repeat(20_000),
      'courses/c.yaml': `- id: 1\n  title: ${deep(300)}\n`,
      'courses/d.yaml': `- id: 1\n  title: ${deep(200)}\n`,
    };
    const found = await findingsIn(files);
    expect(found.slice(0, 4)).toEqual([
      'data/courses/a.yaml:1:257 cannot be read as YAML: it is nested more than 256 levels deep here',
      'data/courses/b.yaml:1:513 cannot be read as YAML: it is nested more than 256 levels deep here',
      'data/courses/c.yaml:2:264 cannot be read as YAML: it is nested more than 256 levels deep here',
      'data/courses/d.yaml:1:3 course 1: "date_published" is missing',
    ]);
    expect(found).toContain('data/courses/d.yaml:2:3 course 1: "title" is an array');
  });

  it('is accepted for categories, and a duplicate id at its end is found', async () => {
    const nested = (last: number) => {
      const opened = Array.from({ length: 30_000 }, (_, at) => `{"id":${at + 1},"name":"C","children":[`);
      return `${opened.join('')}{"id":${last},"name":"Last"}${']}'.repeat(30_000)}`;
    };
    const accepted = await findingsIn({
      'categories.json': nested(30_001),
      'courses.ndjson': line(1, { categories: [30_001] }),
    });
    expect(accepted).toEqual([expect.stringContaining('sound: 1 courses, 1 providers, 30001 categories')]);
    const twin = await findingsIn({ 'categories.json': nested(7), 'courses.ndjson': line(1) });
    expect(twin).toEqual([expect.stringMatching(/^data\/categories\.json:1:\d+ category 7: the id is taken by /u)]);
  });
});
