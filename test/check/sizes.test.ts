// `check` and `build` on input of absurd size: both report the same, in time linear in the input.
import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { problemsOf, runBuild } from '../build/run.ts';
import { writeFiles } from '../folders.ts';
import { findingsOf, folderOf, line, references } from './odd-catalog.ts';

let folder = '';
let data = '';
beforeEach(() => {
  folder = folderOf({ ...references, 'courses/a.ndjson': line(1) });
  data = join(folder, 'data');
});

/** Writes the beginning of a sparse file: the rest is zeros and takes no room on the disk. */
function writeSparse(path: string, size: number, beginning = ''): void {
  const descriptor = openSync(join(data, path), 'w');
  writeSync(descriptor, beginning);
  ftruncateSync(descriptor, size);
  closeSync(descriptor);
}

const findings = () => findingsOf(folder);
const build = () => ({ data, out: join(folder, 'dist'), chosen: { site: true } });
const sound = (courses: number) => expect.stringContaining(`sound: ${courses} courses`);

const large = 3 * 2 ** 30;
const header = 'id,title,linkurl,provider,language,date_published\n';
const tooLong = 'cannot be read: one value in it is longer than 512 MB (is a quote or a bracket never closed?)';

describe('a file of gigabytes', () => {
  it.each([
    ['courses/b.yaml', large, '', ': cannot be read: it is larger than 32 MB, and YAML is read whole'],
    ['courses/b.json', large, '{"id": 1, "title": "', `: ${tooLong}`],
    ['courses/b.json', large, '', `: ${tooLong}`],
    ['courses/b.ndjson', 600_000_000, line(2) + line(3), ':3:1 the line is too long to read'],
    ['courses/b.csv', large, `${header}2,"`, ':2:1 the row is longer than 64 MB (is a quote in it never closed?)'],
    ['providers.json', large, '{"id": 12, "name": "', `: ${tooLong}`],
    ['categories.ndjson', 600_000_000, '{"id": 2, "name": "', ':1:1 the line is too long to read'],
  ])('is refused by check: %s', async (path, size, beginning, finding) => {
    writeSparse(path, size, beginning);
    expect(await findings()).toEqual([`data/${path}${finding}`]);
  });

  it('is refused by build as well, as a fault of the source and not of the output', async () => {
    for (const path of ['courses/b.yaml', 'courses/b.json', 'languages.json']) writeSparse(path, large);
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
    ['Thai characters', repeated('\u0e01')],
    ['words with apostrophes', repeated("ab'")],
  ])('with a run of 200,000 %s is valid and is built', async (_, title) => {
    writeFiles(data, { 'courses/a.ndjson': line(1, { title }) });
    expect(await findings()).toEqual([sound(1)]);
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

/** CPU time of this process, so it does not depend on other load. */
const maxSeconds = 10;

describe('checking takes linear time, not quadratic, for', () => {
  const quickFindings = async () => {
    const before = process.cpuUsage();
    const found = await findings();
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(maxSeconds);
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
    writeFiles(data, { 'courses/a.yaml': numbers.map((number) => `field${number}: 1\n`).join('') });
    expect(await quickFindings()).toContainEqual('data/courses/a.yaml:3:1 unknown field "field3"');
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
    const courses = Array.from({ length: 20 }, (_, at) => line(at + 1, { categories: numbers }));
    writeFiles(data, { 'categories.json': JSON.stringify(categories), 'courses/a.ndjson': courses.join('') });
    const all = await quickFindings();
    expect(all.filter((one) => !one.endsWith('the course is in 50,000 categories'))).toEqual([sound(20)]);
  });

  it("the ancestors of a course's category, and any fault in them", async () => {
    const depth = 20_000;
    const nested = (name: string) =>
      `${Array.from({ length: depth }, (_, at) => `{"id":${at + 1},${name}"children":[`).join('')}${']}'.repeat(depth)}`;
    const courses = Array.from({ length: 200 }, (_, at) => line(at + 1, { categories: [depth] }));
    writeFiles(data, { 'categories.json': nested('"name":"C",'), 'courses/a.ndjson': courses.join('') });
    expect(await quickFindings()).toEqual([sound(200)]);
    writeFiles(data, { 'categories.json': nested('') });
    const [first, second] = await quickFindings();
    expect([first, second]).toEqual([
      'data/categories.json:1:1 category 1: "name" is missing',
      'data/categories.json:1:21 category 2: "name" is missing',
    ]);
  });

  it('the list of languages and a language that is not in it', async () => {
    const languages = numbers.map((number) => `Language ${number}`);
    const courses = Array.from({ length: 3000 }, (_, at) => line(at + 1, { language: 'Languages 7' }));
    writeFiles(data, { 'languages.json': JSON.stringify(languages), 'courses/a.ndjson': courses.join('') });
    expect(await quickFindings()).toContainEqual(
      'data/courses/a.ndjson:1:76 course 1: unknown language "Languages 7"; did you mean "Language 7"?',
    );
  });
});
