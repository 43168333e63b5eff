// What a course page says in JSON-LD comes back when the page is imported, from its file or its address: every field that schema.org has.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import {
  interfaceFields,
  pageFields,
  type FieldRow,
  type FieldTable,
  type PageKind,
} from '../../src/catalog/fields.ts';
import { linkhashOf } from '../../src/catalog/course.ts';
import { runBuild } from '../build/run.ts';
import { it } from '../helpers/fixture.ts';
import { inFolder, writeFiles } from '../helpers/folders.ts';
import { notesOf, recordsIn, runImport } from './imported.ts';
import { serving } from './served.ts';

const table: FieldTable = {
  ...pageFields,
  credits: { ...pageFields.level, kind: 'number', schemaOrg: 'numberOfCredits' },
  for_families: { ...pageFields.level, kind: 'yes-no', schemaOrg: 'isFamilyFriendly' },
};

/** A value of each kind, in the form in which an import writes it. */
const ofKinds: Readonly<Record<PageKind, string | readonly string[]>> = {
  text: 'A text',
  list: ['one', 'two'],
  number: '4.125',
  date: '2027-04-01',
  timestamp: '2026-01-02T14:46:25',
  duration: 'PT2H',
  price: '12.50 EUR',
  address: 'https://img.example:8443/optics.png?w=1&h=2',
  'yes-no': 'no',
};

/** Values that are not like others of their kind. */
const named = {
  id: 1,
  title: 'Optics & light',
  linkurl: 'https://uni.example/optics?run=1',
  provider: 1,
  language: ['English', 'French', 'Elvish'],
  date_published: '2024-05-28T14:46:25.5',
  description: 'Lenses, in two lines.\n\nMirrors.',
  tags: 'light, waves',
  author: 'Ada Byron; Uni A',
  categories: [1, 2],
  license: 'https://creativecommons.org/licenses/by/4.0/',
  level: 'beginner',
  price: '49.90 EUR',
  duration: 'PT10H30M',
  workload: '2–3 hours per week',
  format: ['online', 'on-site', 'blended', 'self-paced', 'scheduled', 'Abendkurs'],
  start_date: '2027-03-01',
  prerequisites: 'Algebra, and a pencil',
  certificate: 'Certificate of participation',
};

/** The fields that a page can state: those that schema.org has. */
const stated = Object.entries<FieldRow>({ ...interfaceFields, ...table }).filter(
  ([, row]) => row.schemaOrg !== undefined,
);

const full = {
  ...Object.fromEntries(
    Object.entries(table).flatMap(([name, { kind, schemaOrg }]) =>
      schemaOrg === undefined ? [] : [[name, ofKinds[kind]]],
    ),
  ),
  ...named,
};

const plain = {
  id: 2,
  title: 'Free',
  linkurl: 'https://uni.example/free',
  provider: 1,
  language: ['German'],
  date_published: '2024-05-28',
  description: 'D',
  price: '0',
  format: ['on-site'],
  credits: '12',
};

/** Builds both courses, and returns the folder of the site. */
async function build(folder: string): Promise<string> {
  writeFiles(join(folder, 'source'), {
    'providers.json': '[{"id": 1, "name": "Uni A", "url": "https://uni.example/"}]',
    'categories.json': '[{"id": 1, "name": "Physics"}, {"id": 2, "name": "Arts / Crafts"}]',
    'courses.json': JSON.stringify([full, plain]),
  });
  const out = join(folder, 'dist');
  await runBuild({ data: join(folder, 'source'), out, chosen: { pages: true, fields: table } });
  return out;
}

const chosen = { format: 'schema-org', fields: table, defaultDate: undefined } as const;

describe('a course page', () => {
  it('has a value for every field that it could state', () => {
    expect(Object.keys(full).toSorted()).toEqual(['id', ...stated.map(([name]) => name)].toSorted());
  });

  it.each(['file', 'address'])('comes back whole from its %s', async (way) => {
    await inFolder(async (folder) => {
      const site = await build(folder);
      const data = join(folder, 'data');
      for (const { linkurl } of [full, plain]) {
        const page = `courses/${linkhashOf(linkurl)}/index.html`;
        const name = linkurl === full.linkurl ? 'full' : 'plain';
        const result =
          way === 'file'
            ? await runImport(join(site, page), data, { ...chosen, name })
            : await serving(site, ({ base }) => runImport(`${base}/${page}`, data, { ...chosen, name }));
        expect(notesOf(result)).toEqual(name === 'full' ? ['1 language that no table knows, taken as it is'] : []);
        expect(result.unusedColumns).toEqual(['learningResourceType', 'mainEntityOfPage']);
      }
      expect(recordsIn(folder, 'providers/full.ndjson')).toMatchObject([
        { name: 'Uni A', url: 'https://uni.example/' },
      ]);
      expect(readFileSync(join(data, 'categories/full.csv'), 'utf8')).toBe(
        'id,name,parent\n1,"Physics",\n2,"Arts / Crafts",\n',
      );
      expect([...recordsIn(folder, 'courses/full.ndjson'), ...recordsIn(folder, 'courses/plain.ndjson')]).toEqual([
        full,
        plain,
      ]);
    });
  });
});
