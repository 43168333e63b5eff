// The lists of course platforms, MOOChub and Open edX, in several pages, with what servers send that their schemas do not have.
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFolder, removeFolder, writeFiles } from '../folders.ts';
import { importServed, problemsOf, recordsIn, runImport, type Chosen } from './imported.ts';
import { serving } from './served.ts';

let folder = '';
beforeEach(() => {
  folder = makeFolder();
});
afterEach(() => removeFolder(folder));

const given: Chosen = { provider: 'P', language: 'English' };

describe('moochub', () => {
  const page = (name: string, next: unknown, more: object = {}) =>
    JSON.stringify({
      links: { next },
      data: [{ id: name, attributes: { name, url: `https://a.example/${name}`, ...more } }],
    });

  it('is followed to its last page, with the names of all versions', async () => {
    const files = {
      'courses.json': page('one', 'BASE/two.json', {
        publisher: { name: 'Uni', url: 'https://uni.example/' },
        license: [{ identifier: 'CC-BY-4.0', url: 'https://spdx.org/licenses/CC-BY-4.0.html' }],
        dateModified: '2024-06-01T10:00:00Z',
        inLanguage: ['de-DE'],
        startDate: ['2024-05-01T00:00:00Z'],
        creator: [{ name: 'Ada' }],
        instructors: [{ name: 'Bob' }],
        keywords: ['x', 'y'],
      }),
      'two.json': page(
        'two',
        { href: '/three.json' },
        { moocProvider: { name: 'Uni' }, languages: ['en'], abtract: 'Short' },
      ),
      'three.json': page('three', '', { publisher: [{ name: 'Uni' }], inLanguage: ['fr'], dateCreated: '2020-01-02' }),
    };
    const { result } = await importServed(folder, files, 'courses.json');
    expect([result.format, result.isWhole]).toEqual(['moochub', true]);
    expect(recordsIn(folder)).toMatchObject([
      {
        title: 'one',
        language: ['German'],
        date_published: '2024-05-01T00:00:00Z',
        author: 'Ada; Bob',
        tags: 'x, y',
        license: 'https://spdx.org/licenses/CC-BY-4.0.html',
        date_modified: '2024-06-01T10:00:00Z',
      },
      { title: 'two', language: ['English'], description: 'Short', date_published: '2020-01-01' },
      { title: 'three', language: ['French'], date_published: '2020-01-02', provider: 1 },
    ]);
    expect(recordsIn(folder, 'providers/list.ndjson')).toEqual([{ id: 1, name: 'Uni', url: 'https://uni.example/' }]);
  });

  it('takes the website of the organization that it takes as the provider', async () => {
    const other = { name: 'Platform', url: 'https://platform.example/' };
    const files = { 'courses.json': page('one', '', { publisher: 'Uni', moocProvider: other, inLanguage: 'de' }) };
    await importServed(folder, files, 'courses.json');
    expect(recordsIn(folder, 'providers/list.ndjson')).toEqual([{ id: 1, name: 'Uni' }]);
  });

  it('is not taken as whole if its pages form a loop', async () => {
    const files = { 'courses.json': page('one', 'BASE/two.json'), 'two.json': page('two', 'BASE/courses.json') };
    const { result } = await importServed(folder, files, 'courses.json', given);
    expect([result.isWhole, result.plan.added.length]).toEqual([false, 2]);
  });

  it('keeps the website of a provider while its source cannot be read to its end', async () => {
    const uni = { publisher: { name: 'Uni' }, inLanguage: 'de' };
    const url = 'https://uni.example/';
    const whole = page('one', '', { ...uni, publisher: { name: 'Uni', url } });
    const loop = page('one', 'BASE/courses.json', uni);
    for (const text of [whole, loop])
      await importServed(folder, { 'courses.json': text }, 'courses.json', { overwrite: true });
    expect(recordsIn(folder, 'providers/list.ndjson')).toEqual([{ id: 1, name: 'Uni', url }]);
  });

  it.each([
    ['is no JSON', '<html>Please log in</html>', 'import-request: is not JSON'],
    ['has no list', '{"links":{},"data":null}', 'import-request: has no list "data"'],
  ])('loses no course with --prune if one of its pages %s', async (_, text, problem) => {
    const site = { 'courses.json': page('one', 'BASE/two.json'), 'two.json': page('two', '') };
    const importing = serving(join(folder, 'site'), async ({ base }) => {
      const write = (files: Record<string, string>) =>
        writeFiles(join(folder, 'site'), JSON.parse(JSON.stringify(files).replaceAll('BASE', base)));
      write(site);
      await runImport(`${base}/courses.json`, join(folder, 'data'), given);
      write({ 'two.json': text });
      await runImport(`${base}/courses.json`, join(folder, 'data'), { ...given, prune: true });
    });
    expect(await problemsOf(importing)).toEqual([problem]);
    expect(recordsIn(folder)).toHaveLength(2);
  });

  it('is not taken as whole if it names a next page that is no address', async () => {
    const { result } = await importServed(folder, { 'courses.json': page('one', 'http://[') }, 'courses.json', given);
    expect(result.isWhole).toBe(false);
  });

  it('changes nothing if one of its pages is missing', async () => {
    const importing = importServed(folder, { 'courses.json': page('one', 'BASE/none.json') }, 'courses.json', given);
    expect(await problemsOf(importing)).toEqual(['import-request: answered 404']);
  });
});

describe('openedx', () => {
  const course = (id: string, more: object = {}) => ({
    course_id: id,
    name: id,
    org: 'EdU',
    short_description: 'S',
    ...more,
  });

  it('is read by `next` alone, with addresses on the platform and without invented starts', async () => {
    const first = [
      course('course-v1:EdU+A+1', { start: '2024-01-01T00:00:00Z', start_type: 'timestamp' }),
      course('course-v1:EdU+B+1', {
        start: '2030-01-01T00:00:00Z',
        start_type: 'empty',
        enrollment_start: '2023-02-01T00:00:00Z',
      }),
    ];
    const files = {
      'api/courses/v1/courses/index.json': JSON.stringify({
        pagination: { next: 'BASE/two.json', num_pages: 9 },
        results: first,
      }),
      'two.json': JSON.stringify({ pagination: { next: null, num_pages: 9 }, results: [course('course-v1:EdU+C+1')] }),
    };
    const { base, result } = await importServed(folder, files, 'api/courses/v1/courses/', { language: 'English' });
    expect([result.format, result.isWhole]).toEqual(['openedx', true]);
    expect(recordsIn(folder)).toMatchObject([
      { linkurl: `${base}/courses/course-v1:EdU+A+1/about`, date_published: '2024-01-01T00:00:00Z' },
      { date_published: '2023-02-01T00:00:00Z' },
      { date_published: '2020-01-01' },
    ]);
    expect(recordsIn(folder, 'providers/list.ndjson')).toEqual([{ id: 1, name: 'EdU' }]);
  });
});
