// The files of fields: which there are, what is in them, and that files of two builds are not taken for those of one.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { choicesOfValue, localDay, sortKeyOf } from '../../src/outputs/filters/field-choices.ts';
import { addField } from '../../src/outputs/filters/add-field.ts';
import { filtersIn } from '../../src/outputs/filters/filters.ts';
import type { FiltersFile, FieldFile, PublishedField, TaggedLanguage } from '../../src/outputs/filters/file-format.ts';
import type { FoundCourse } from '../../src/outputs/search/file-format.ts';
import { runBuild } from '../build/run.ts';
import { it } from '../helpers/fixture.ts';
import { snapshot, writeFiles } from '../helpers/folders.ts';
import { serving } from '../search/served.ts';

type Course = Readonly<Record<string, unknown>>;

/** Builds a catalog with a course for each of these fields. */
async function build(
  folder: string,
  fields: readonly Course[],
  { name = 'dist', threads, languages }: { name?: string; threads?: number; languages?: unknown } = {},
) {
  const courses = fields.map((found, at) => ({
    id: at + 1,
    title: `Optics ${at + 1}`,
    linkurl: `https://a.example/${at}`,
    provider: 1,
    language: 'English',
    date_published: '2024-05-28',
    ...found,
  }));
  const [data, out] = [join(folder, 'data'), join(folder, name)];
  writeFiles(data, {
    'providers.json': '[{"id": 1, "name": "Uni"}]',
    'categories.json': '[]',
    'courses.json': JSON.stringify(courses),
    ...(languages !== undefined && { 'languages.json': JSON.stringify(languages) }),
  });
  await runBuild({ data, out, chosen: { pages: true, coursePages: false, ...(threads !== undefined && { threads }) } });
  return out;
}

function tableIn(out: string): PublishedField[] {
  const table: PublishedField[] = JSON.parse(readFileSync(join(out, 'search/fields.json'), 'utf8'));
  return table;
}

function columnIn(out: string, name: string): FieldFile {
  const column: FieldFile = JSON.parse(readFileSync(join(out, `search/fields/${name}.json`), 'utf8'));
  return column;
}

const kindOf = (out: string, name: string) => {
  const { isFilterable, isSortable, isSearchable } = tableIn(out).find((field) => field.name === name) ?? {};
  const hasFile = existsSync(join(out, `search/fields/${name}.json`));
  expect(isSearchable).toBe(hasFile);
  return { isFilterable, isSortable, hasFile };
};

describe('the files of fields', () => {
  it('are an empty table without fields, and no other file says a word of them', async ({ folder }) => {
    const out = await build(folder, [{}, { level: '', price: null }]);
    expect(tableIn(out)).toEqual([]);
    expect(existsSync(join(out, 'search/fields'))).toBe(false);
    const texts = [...snapshot(out)].filter(([path]) => /^(?:search|filters)\/.*\.\w+$/u.test(path));
    expect(texts.length).toBeGreaterThan(3);
    for (const [path] of texts) expect(readFileSync(join(out, path), 'utf8'), path).not.toContain('"fields"');
  });

  it('are there as an empty table of a catalog without courses', async ({ folder }) => {
    expect(tableIn(await build(folder, []))).toEqual([]);
  });

  it('name the fields that occur in the order of pages, and have each set of values once', async ({ folder }) => {
    const out = await build(folder, [
      { format: ['self-paced', 'Online'], level: 'Beginner', audience: 'all' },
      { format: ['online', 'self-paced', 'online'], duration: 'PT1H' },
      { format: 'in a park', level: 'beginner', license: 'https://a.example/by', date_modified: '2026-01-02' },
    ]);
    expect(tableIn(out).map(({ name }) => name)).toEqual(['level', 'duration', 'format', 'audience']);
    expect(columnIn(out, 'format')).toMatchObject({
      sets: [['online', 'self-paced'], ['in a park']],
      courses: [0, 0, 1],
    });
    expect(readdirSync(join(out, 'search/fields')).toSorted()).toEqual(['audience.json', 'format.json', 'level.json']);
    expect(kindOf(out, 'level'), 'of which there is one value').toMatchObject({ isFilterable: false });
  });

  it('are there for free and paid, and for an order by prices in one currency', async ({ folder }) => {
    expect(kindOf(await build(folder, [{ price: '5 EUR' }, { price: 0 }]), 'price')).toEqual({
      isFilterable: true,
      isSortable: true,
      hasFile: true,
    });
    expect(kindOf(await build(folder, [{ price: '5 EUR' }, { price: '9 EUR' }]), 'price')).toEqual({
      isFilterable: false,
      isSortable: true,
      hasFile: true,
    });
    expect(kindOf(await build(folder, [{ price: '5 EUR' }, { price: '9 USD' }]), 'price')).toMatchObject({
      isFilterable: false,
      isSortable: false,
    });
    expect(kindOf(await build(folder, [{ price: '5 EUR' }, { price: '9 USD' }, { price: 0 }]), 'price')).toMatchObject({
      isFilterable: true,
      isSortable: false,
    });
  });

  it('are there for a thousand values, and not where nearly every course has another one', async ({ folder }) => {
    const many = (values: number) => Array.from({ length: values }, (_, at) => ({ audience: `Group ${at}` }));
    const out = await build(folder, many(1000));
    expect(columnIn(out, 'audience').sets).toHaveLength(1000);
    expect(kindOf(await build(folder, many(10_001)), 'audience')).toMatchObject({
      isFilterable: false,
      hasFile: false,
    });
  });

  it('shorten a text of a megabyte, in the index too', async ({ folder }) => {
    const text = 'long '.repeat(200_000);
    const out = await build(folder, [
      { audience: text, prerequisites: text },
      { audience: 'all', format: Array.from({ length: 5000 }, (_, at) => `way ${at}`) },
    ]);
    expect(columnIn(out, 'audience').sets[0]?.[0]).toHaveLength(201);
    const records: FoundCourse[] = JSON.parse(readFileSync(join(out, 'search/courses/0.json'), 'utf8'));
    expect(records[0]?.fields?.['prerequisites']).toHaveLength(2001);
    expect(records[1]?.fields?.['format']?.at(-1)).toBe('…');
    expect(statSync(join(out, 'search/courses/0.json')).size).toBeLessThan(10_000);
  });

  it('are the same bytes for any number of threads', async ({ folder }) => {
    const fields = Array.from({ length: 500 }, (_, at) => ({
      level: `level ${at % 7}`,
      start_date: `2027-01-${10 + (at % 9)}`,
    }));
    const [one, many] = [
      await build(folder, fields, { name: 'one', threads: 1 }),
      await build(folder, fields, { name: 'many', threads: 3 }),
    ];
    expect(snapshot(join(many, 'search'))).toEqual(snapshot(join(one, 'search')));
  });

  it('are loaded anew where they are of other courses than the rest', async ({ folder }) => {
    const filesOf = (out: string) =>
      Object.fromEntries(
        [...snapshot(out).keys()]
          .filter((path) => /^(?:search|filters)\/.*\.json$/u.test(path))
          .map((path) => [path, readFileSync(join(out, path), 'utf8')]),
      );
    const before = filesOf(await build(folder, [{ level: 'a' }, { level: 'b' }]));
    // As many courses, and another one among them.
    const after = filesOf(await build(folder, [{ level: 'b', id: 7 }, { level: 'a' }]));
    const stale = Object.fromEntries(Object.entries(before).filter(([path]) => path === 'search/fields/level.json'));
    await serving(
      after,
      async ({ requests }, search) => {
        const { total, first } = await search.filter({ query: '', choices: [['level', 'b']], sort: 'newest' });
        expect(total).toBe(1);
        expect((await first(10)).map(({ id, fields }) => [id, fields])).toEqual([[7, { level: 'b' }]]);
        expect(requests.filter((path) => path === 'search/fields/level.json')).toHaveLength(2);
      },
      stale,
    );
    const filters = filtersIn(asFilters(after['filters/courses.json']));
    expect(addField(filters, 'level', asField(before['search/fields/level.json']))).toBe(false);
  });
});

describe('the choices', () => {
  it('of a day depend on the day of the visitor', () => {
    const on = (today: string) => choicesOfValue('date', '2027-03-31', today);
    expect(on('2027-04-01')).toEqual(['any']);
    expect(on('2027-03-31')).toEqual(['any', 'upcoming', 'month']);
    expect(on('2027-03-01')).toEqual(['any', 'upcoming', 'month']);
    expect(on('2027-02-28')).toEqual(['any', 'upcoming']);
    expect(choicesOfValue('date', '2027-03-01', '2027-03-31')).toEqual(['any', 'month']);
    expect(localDay(new Date(2027, 2, 1, 0, 5))).toBe('2027-03-01');
  });

  it('come in the order of days from today, of amounts and of numbers', () => {
    const sorted = (kind: PublishedField['kind'], values: readonly string[]) =>
      values.toSorted(
        (a, b) => Math.min(1e15, sortKeyOf(kind, a, '2027-03-01')) - Math.min(1e15, sortKeyOf(kind, b, '2027-03-01')),
      );
    expect(sorted('date', ['2027-02-28', '2027-05-01', '2027-03-01'])).toEqual([
      '2027-03-01',
      '2027-05-01',
      '2027-02-28',
    ]);
    const times = ['2027-03-01T18:30:00', '2027-02-28T10:00:00', '2027-03-01'];
    expect(sorted('timestamp', times)).toEqual(['2027-03-01', '2027-03-01T18:30:00', '2027-02-28T10:00:00']);
    expect(choicesOfValue('timestamp', '2027-03-02T18:30:00', '2027-03-01')).toEqual(['any', 'upcoming', 'month']);
    expect(sorted('price', ['100 EUR', '9.50 EUR', '0'])).toEqual(['0', '9.50 EUR', '100 EUR']);
    expect(sorted('number', ['10', '-2', '9.5'])).toEqual(['-2', '9.5', '10']);
  });
});

function asFilters(text = ''): FiltersFile {
  const file: FiltersFile = JSON.parse(text);
  return file;
}

function asField(text = ''): FieldFile {
  const file: FieldFile = JSON.parse(text);
  return file;
}

it('the languages of a catalog have tags and other names, where their own are known', async ({ folder }) => {
  const languages = ['Spanish', 'Français', 'Chinese (Traditional)', 'Portuguese (Brazil)', 'C', 'Farsi'];
  const out = await build(
    folder,
    languages.map((language) => ({ language })),
  );
  const tagged: TaggedLanguage[] = JSON.parse(readFileSync(join(out, 'search/languages.json'), 'utf8'));
  expect(tagged.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual<unknown[]>([
    { name: 'Chinese (Traditional)', tag: 'zh-Hant', names: [expect.stringContaining('中文')] },
    { name: 'Farsi', tag: 'fa', names: ['persian', 'فارسی'] },
    { name: 'Français', tag: 'fr', names: ['french'] },
    { name: 'Portuguese (Brazil)', tag: 'pt-BR', names: ['português (brasil)'] },
    { name: 'Spanish', tag: 'es', names: ['español'] },
  ]);
});

it('a language has the tag that the source gives it, as browsers write it', async ({ folder }) => {
  const languages = [
    { name: 'Portuguese', tag: 'PT-br' },
    { name: 'Brasileiro', tag: 'por' },
    { name: 'Kichwa', tag: 'qu-EC' },
  ];
  const courses = languages.map(({ name }) => ({ language: name }));
  const out = await build(folder, courses, { languages });
  const tagged: TaggedLanguage[] = JSON.parse(readFileSync(join(out, 'search/languages.json'), 'utf8'));
  expect(Object.fromEntries(tagged.map(({ name, tag }) => [name, tag]))).toEqual({
    Brasileiro: 'pt',
    Kichwa: 'qu-EC',
    Portuguese: 'pt-BR',
  });
});
