// The files of harvesters: by the rules of their formats, complete, and for MOOChub back into the source by an import.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { pageFields, type FieldTable } from '../../src/catalog/fields.ts';
import { linkhashOf } from '../../src/catalog/course.ts';
import { allPublishedPaths } from '../../src/outputs/declarations.ts';
import { spdxLicenseOf } from '../../src/outputs/dumps/licenses.ts';
import { runBuild, type Chosen } from '../build/run.ts';
import { plainCourse } from '../build/small-catalog.ts';
import { it } from '../helpers/fixture.ts';
import { writeFiles } from '../helpers/folders.ts';
import { notesOf, recordsIn, runImport } from '../import/imported.ts';
import { dataPackage } from './public-formats.ts';

const baseUrl = 'https://courses.example.org/open';
const table: FieldTable = { ...pageFields, credits: { ...pageFields.level, kind: 'number' } };

const full = {
  id: 1,
  title: 'Optics & light',
  linkurl: 'https://uni.example/optics?run=1',
  provider: 1,
  language: ['English', 'French', 'Elvish'],
  date_published: '2024-05-28T14:46:25.5',
  description: '<p>Lenses, in <b>two</b> lines.</p>\n<p>\u2028Mirrors.</p>',
  tags: 'light, waves',
  author: 'Ada Byron; Uni A',
  categories: [1, 2, 3],
  catalog_id: 77,
  level: 'beginner',
  price: '49.90 EUR',
  duration: 'PT10H30M',
  workload: '5 h/week',
  format: ['online', 'blended'],
  start_date: '2027-03-01',
  end_date: '2027-04-01',
  image: 'https://img.example/optics.png',
  prerequisites: 'Algebra',
  subtitles: ['German', 'French'],
  certificate: 'Certificate of participation',
  audience: 'Adults',
  license: 'https://creativecommons.org/licenses/by-sa/4.0/',
  date_modified: '2026-01-02T14:46:25',
  credits: '4.5',
};
/** What has no attribute in MOOChub, or none for these values. */
const unusual = {
  id: 2,
  title: 'Free',
  // An address that `URL` would write otherwise.
  linkurl: 'https://uni.example?q={ä}',
  provider: 1,
  language: ['German'],
  date_published: '2024-05-28',
  price: '0',
  duration: 'one afternoon',
  workload: '2–3 hours per week',
  format: ['online', 'Abendkurs'],
  license: 'https://uni.example/terms',
};
/** A course that says as little as possible, whose address is below the site. */
const least = plainCourse(3, { title: 'Notes', linkurl: 'notes/3.pdf' });

async function build(folder: string, courses: readonly object[], chosen: Partial<Chosen> = {}) {
  writeFiles(join(folder, 'source'), {
    'providers.json': '[{"id": 1, "name": "Uni A", "url": "https://uni.example/"}]',
    'categories.json':
      '[{"id": 1, "name": "Physics"}, {"id": 2, "name": "Arts / Crafts", "children": [{"id": 3, "name": "Physics"}]}]',
    'courses.json': JSON.stringify(courses),
  });
  const run = { data: join(folder, 'source'), out: join(folder, 'dist') };
  return runBuild({ ...run, chosen: { baseUrl, fields: table, dumps: ['moochub', 'amb'], pages: true, ...chosen } });
}

function textOf(folder: string, path: string): string {
  return readFileSync(join(folder, 'dist/dumps', path), 'utf8');
}

const time = z.iso.datetime({ offset: false });
const agent = z.strictObject({
  type: z.enum(['Organization', 'Person']),
  name: z.string().min(1),
  url: z.url().optional(),
});
/** MOOChub 3.0.1, as far as these files go: https://github.com/MOOChub/schema. */
const moochubPage = z.strictObject({
  links: z.strictObject({ self: z.url(), first: z.url(), last: z.url() }),
  data: z.array(
    z.strictObject({
      id: z.uuid(),
      type: z.literal('Course'),
      attributes: z.strictObject({
        name: z.string(),
        url: z.url(),
        learningResourceType: z.strictObject({
          identifier: z.literal('https://w3id.org/kim/hcrt/course'),
          type: z.literal('Concept'),
          inScheme: z.literal('https://w3id.org/kim/hcrt/scheme'),
        }),
        publisher: agent,
        creator: z.array(agent).min(1),
        license: z
          .array(z.strictObject({ identifier: z.string(), url: z.url().nullable(), contentUrl: z.url().nullable() }))
          .length(1)
          .optional(),
        description: z.string().nullable(),
        inLanguage: z.array(z.string().regex(/^[a-z]{2,3}(?:-\w+)*$/u)),
        keywords: z.array(z.string()),
        startDate: z.array(time).optional(),
        endDate: z.array(time).optional(),
        duration: z.string().startsWith('P').optional(),
        workload: z.strictObject({ timeValue: z.int(), timeUnit: z.enum(['h/month', 'h/week', 'h/day']) }).optional(),
        access: z.tuple([z.enum(['free', 'paid'])]).optional(),
        offer: z
          .array(
            z.strictObject({
              price: z.number().min(0),
              priceCurrency: z.string(),
              paymentFrequency: z.literal('other'),
              category: z.literal('course'),
            }),
          )
          .optional(),
        courseMode: z.array(z.enum(['blended', 'onsite', 'online'])).optional(),
        dateCreated: time,
        dateModified: time.optional(),
        fields: z.record(z.string(), z.unknown()).optional(),
      }),
    }),
  ),
});

describe('the file of MOOChub', () => {
  it('has every course by the rules of the format, on one line', async ({ folder }) => {
    await build(folder, [full, unusual, least]);
    const text = textOf(folder, 'moochub.json');
    // OERSI splits a page at the ends of lines, U+2028 among them, before it parses it.
    expect(text.trimEnd().split(/[\n\r\u0085\u2028\u2029]/u)).toHaveLength(1);
    const { links, data } = moochubPage.parse(JSON.parse(text));
    const self = `${baseUrl}/dumps/moochub.json`;
    expect(links).toEqual({ self, first: self, last: self });
    expect(data.map(({ id }) => id.replaceAll('-', ''))).toEqual(
      // Version 8 of RFC 9562, and its variant.
      [full, unusual, least].map(({ linkurl }) => {
        const hash = linkhashOf(linkurl);
        const variant = ['8', '9', 'a', 'b'][Number.parseInt(hash.charAt(16), 16) % 4] ?? '';
        return `${hash.slice(0, 12)}8${hash.slice(13, 16)}${variant}${hash.slice(17)}`;
      }),
    );
    const [first, second, third] = data.map(({ attributes }) => attributes);
    expect(first).toMatchObject({
      publisher: { type: 'Organization', name: 'Uni A', url: 'https://uni.example/' },
      creator: [
        { type: 'Person', name: 'Ada Byron' },
        { type: 'Organization', name: 'Uni A' },
      ],
      license: [
        {
          identifier: 'CC-BY-SA-4.0',
          url: 'https://spdx.org/licenses/CC-BY-SA-4.0.html',
          contentUrl: 'https://creativecommons.org/licenses/by-sa/4.0/',
        },
      ],
      inLanguage: ['en', 'fr'],
      startDate: ['2027-03-01T00:00:00Z'],
      workload: { timeValue: 5, timeUnit: 'h/week' },
      offer: [{ price: 49.9, priceCurrency: 'EUR' }],
      courseMode: ['online', 'blended'],
      dateCreated: '2024-05-28T14:46:25.5Z',
    });
    expect(second).toMatchObject({ access: ['free'], license: [{ identifier: 'proprietary', url: null }] });
    expect(second?.offer).toBeUndefined();
    const hash = linkhashOf(least.linkurl);
    expect(third).toMatchObject({ url: `${baseUrl}/courses/${hash}/`, creator: [{ name: 'Uni A' }] });
    expect(Object.keys(third ?? {})).not.toContain('license');
  });

  it('comes back whole by an import, and the courses keep their ids', async ({ folder }) => {
    await build(folder, [full, unusual]);
    const data = join(folder, 'data');
    const file = join(folder, 'dist/dumps/moochub.json');
    const result = await runImport(file, data, { fields: table, defaultDate: undefined });
    expect(result.unusedColumns).toEqual(['learningResourceType']);
    expect(notesOf(result)).toEqual(['1 language that no table knows, taken as it is']);
    expect(recordsIn(folder).map(inSourceTime)).toEqual([full, unusual]);
    writeFiles(join(folder, 'dist/dumps'), {
      'moochub.json': textOf(folder, 'moochub.json').replace('"Free"', '"Paid"'),
    });
    await runImport(file, data, { fields: table, defaultDate: undefined });
    expect(recordsIn(folder).map(inSourceTime)).toEqual([full, { ...unusual, title: 'Paid' }]);
  });
});

/** MOOChub has every time with its zone. */
function inSourceTime(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => {
      const isTime = name.startsWith('date_') && typeof value === 'string';
      return [name, isTime ? value.replace(/(?:T00:00:00)?Z$/u, '') : value];
    }),
  );
}

/** AMB, as far as these files go: https://w3id.org/kim/amb/. */
const ambAgent = z.strictObject({ type: agent.shape.type, name: z.string().min(1), id: z.url().optional() });
const ambRecord = z.strictObject({
  '@context': z.tuple([
    z.literal('https://w3id.org/kim/amb/context.jsonld'),
    z.strictObject({ '@language': z.string().length(2) }),
  ]),
  id: z.url(),
  type: z.tuple([z.literal('LearningResource'), z.literal('Course')]),
  name: z.string().min(1),
  description: z.string().min(1).optional(),
  creator: z.array(ambAgent).optional(),
  publisher: z.array(ambAgent).length(1),
  inLanguage: z.array(z.string().length(2)).optional(),
  keywords: z.array(z.string()).optional(),
  license: z.strictObject({ id: z.string().startsWith('https://creativecommons.org/licenses/') }).optional(),
  image: z.url().optional(),
  datePublished: time,
  dateModified: time.optional(),
  isAccessibleForFree: z.boolean().optional(),
  learningResourceType: z.tuple([
    z.strictObject({ id: z.literal('https://w3id.org/kim/hcrt/course'), type: z.literal('Concept') }),
  ]),
  mainEntityOfPage: z.tuple([z.strictObject({ id: z.url(), type: z.literal('WebContent') })]),
});

it('the file of AMB has every course by the rules of the format, a line each', async ({ folder }) => {
  await build(folder, [full, unusual, least], { coursePages: false });
  const lines = textOf(folder, 'amb.ndjson').split(/[\n\r\u0085\u2028\u2029]/u);
  expect(lines.pop()).toBe('');
  const [first, second, third] = lines.map((line) => ambRecord.parse(JSON.parse(line)));
  expect(first).toMatchObject({
    description: 'Lenses, in two lines.\n\n\u2028Mirrors.',
    inLanguage: ['en', 'fr'],
    keywords: ['light', 'waves'],
    license: { id: full.license },
    image: full.image,
    isAccessibleForFree: false,
  });
  expect(second).toMatchObject({ isAccessibleForFree: true, inLanguage: ['de'] });
  expect(second?.license).toBeUndefined();
  // Without course pages the record of the course stands for it.
  const record = `${baseUrl}/api/v1/courses/view/${linkhashOf(least.linkurl)}/`;
  expect(third).toMatchObject({ id: record, mainEntityOfPage: [{ id: record }] });
  expect([third?.creator, third?.isAccessibleForFree]).toEqual([undefined, undefined]);
});

it('the files of harvesters are described with their digests, and written where they are wanted', async ({
  folder,
}) => {
  const { notes } = await build(folder, [full, least]);
  expect(notes).toContain('1 course has no "license": harvesters of dumps/moochub.json leave it out');
  const found = dataPackage.parse(JSON.parse(textOf(folder, 'datapackage.json'))).resources;
  for (const path of ['moochub.json', 'amb.ndjson'])
    expect(found.find((resource) => resource.path === path)).toMatchObject({
      bytes: Buffer.byteLength(textOf(folder, path)),
      hash: `sha256:${createHash('sha256').update(textOf(folder, path)).digest('hex')}`,
    });
  const catalog = readFileSync(join(folder, 'dist/dcat.jsonld'), 'utf8');
  for (const address of ['moochub.json', 'amb.ndjson']) expect(catalog).toContain(`${baseUrl}/dumps/${address}"`);
  // The same once more changes nothing; one course less changes both.
  expect((await build(folder, [full, least])).changes).toMatchObject({ added: [], changed: [], removed: [] });
  expect((await build(folder, [full])).changes.changed).toEqual(
    expect.arrayContaining(['dumps/moochub.json', 'dumps/amb.ndjson']),
  );
  expect((await build(folder, [full], { dumps: ['csv'] })).changes.removed).toEqual(
    expect.arrayContaining(['dumps/moochub.json', 'dumps/amb.ndjson']),
  );
});

it('the files of harvesters have no course of an empty catalog', async ({ folder }) => {
  await build(folder, []);
  expect(JSON.parse(textOf(folder, 'moochub.json'))).toMatchObject({ data: [] });
  expect(textOf(folder, 'amb.ndjson')).toBe('');
});

it.for([
  ['https://creativecommons.org/licenses/by/4.0/', 'CC-BY-4.0'],
  ['http://www.creativecommons.org/licenses/BY-NC-SA/3.0/de/', 'CC-BY-NC-SA-3.0-DE'],
  ['https://creativecommons.org/licenses/by-nd-nc/1.0/', 'CC-BY-NC-ND-1.0'],
  ['https://creativecommons.org/licenses/by/4.0/deed.de', 'CC-BY-4.0'],
  ['https://creativecommons.org/licenses/by/9.9/', undefined],
  ['https://creativecommons.org/licenses/by/3.0/ch/', undefined],
  ['https://creativecommons.org/licenses/by-nc-nd/4.0/legalcode', 'CC-BY-NC-ND-4.0'],
  ['https://creativecommons.org/publicdomain/zero/1.0/', 'CC0-1.0'],
  ['https://www.apache.org/licenses/LICENSE-2.0', 'Apache-2.0'],
  ['https://opensource.org/licenses/MIT', 'MIT'],
  ['https://spdx.org/licenses/GPL-3.0-only.html', 'GPL-3.0-only'],
  ['https://creativecommons.org/licenses/', undefined],
  ['https://creativecommons.org.evil.example/licenses/by/4.0/', undefined],
])('the license %s is %s', ([address = '', id]) => {
  expect(spdxLicenseOf(address)?.id).toBe(id);
});

it.for(['moochub', 'amb'] as const)('the file of %s has a declared path, by which hosts know its type', (format) => {
  const declared = allPublishedPaths.filter(
    ({ path }) => path === `dumps/${{ moochub: 'moochub.json', amb: 'amb.ndjson' }[format]}`,
  );
  expect(declared).toMatchObject([{ type: { moochub: 'application/json', amb: 'application/x-ndjson' }[format] }]);
});
