// The schemas of the source format: an editor that validates a file with them reports what `check` reports of its shape.
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import fc from 'fast-check';
import fastGlob from 'fast-glob';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { writeSchemas } from '../../scripts/bundle/schemas.ts';
import { courseSchema } from '../../src/catalog/source/schema.ts';
import { findSource } from '../../src/catalog/source/find.ts';
import { catalog, date } from '../build/catalogs.ts';
import { problemsOf } from '../build/run.ts';
import { inFolder, makeFolder, removeFolder, writeFiles } from '../helpers/folders.ts';
import { forAll } from '../helpers/for-all.ts';
import { variedCatalog } from '../helpers/varied-catalog.ts';
import { validatorOf, type Validate } from './document.ts';

const folders = ['data', ...fastGlob.sync('test/fixtures/*/data', { onlyDirectories: true })];
const inJsonOrYaml = '/{providers,categories,courses,languages}{/**/,}*.{json,ndjson,jsonl,yaml,yml}';
const edited = folders.filter((path) => fastGlob.sync(path + inJsonOrYaml).some((file) => valuesIn(file)));

/** Rules that a schema can express. Of `field-value`, it cannot express the calendar, unpaired surrogates, and every address that cannot be opened. */
const shapeRules = new Set<string>(['record-shape', 'field-unknown', 'field-missing', 'id-missing', 'field-value']);

const folder = makeFolder();
const validators = new Map<string, Validate>();
beforeAll(async () => {
  mkdirSync(join(folder, 'published'));
  await writeSchemas(join(folder, 'published'));
  for (const file of readdirSync(join(folder, 'published/schemas/source'))) {
    const schema = JSON.parse(readFileSync(join(folder, 'published/schemas/source', file), 'utf8'));
    validators.set(basename(file, '.json'), validatorOf(schema));
  }
});
afterAll(() => removeFolder(folder));

/** The fault of one file of a kind by the schema. */
const fault = (kind: string, value: unknown) => validators.get(kind)?.(value) ?? 'no such schema';

describe('the schemas of the source format', () => {
  it.each(edited)('report a fault in a file in %s exactly if check does', async (data) => {
    const problems = await problemsIn(data);
    for (const { kind, path } of (await findSource(data)).files) {
      const values = valuesIn(path);
      if (values === undefined) continue;
      const rules = problems.filter(({ file }) => file === path).map(({ rule }) => rule);
      const faults = values.map((value) => fault(kind, value)).filter((one) => one !== '');
      expect(faults.length > 0, `${path}: ${faults.join(' ') || rules.join(' ')}`).toBe(
        rules.some((rule) => shapeRules.has(rule)),
      );
    }
  });

  it('accept the varied catalog', async () => {
    const { files } = await findSource(await variedCatalog());
    expect(files.map(({ kind }) => kind).toSorted()).toEqual(['categories', 'courses', 'providers']);
    for (const { kind, path } of files) {
      for (const value of valuesIn(path) ?? []) expect(fault(kind, value)).toBe('');
    }
  });

  it('accept any valid catalog, as arrays and record by record', () =>
    forAll(100, [catalog], ({ providers, categories, courses, languages }) => {
      for (const [kind, records] of Object.entries({ providers, categories, courses, languages: languages ?? [] })) {
        expect(fault(kind, records)).toBe('');
        const single = kind === 'languages' ? records.map((name) => ({ name })) : records;
        for (const record of single) expect(fault(kind, Object.assign({ $schema: '' }, record))).toBe('');
      }
    }));

  it('accept every address that check accepts', async () => {
    const course = { id: 1, title: 'T', provider: 1, language: 'English', date_published: '2024-05-28' };
    const parts = 'http: HTTPS: ftp: file: / // @ : u a.example [::1] [ ? \\ \t %'.split(' ');
    const written = fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 6 }).map((all) => all.join(''));
    await forAll(3000, [written], (linkurl) => {
      const isAccepted = courseSchema.safeParse({ ...course, linkurl }).success;
      expect(isAccepted && fault('courses', { ...course, linkurl })).toBe(isAccepted && '');
    });
  });

  it('accept every date that can be written', async () => {
    const course = { id: 1, title: 'T', linkurl: 'L', provider: 1, language: 'English' };
    await forAll(100, [date], (date_published) => {
      expect(fault('courses', { ...course, date_published })).toBe('');
    });
    expect(fault('courses', { ...course, date_published: '28.05.2024' })).not.toBe('');
  });
});

describe('$schema', () => {
  const sound = {
    'providers.json': '{"$schema": "./providers.json", "id": 1, "name": "P"}',
    'categories.yaml': '$schema: ./categories.json\nid: 1\nname: C\n---\n$schema: ./categories.json\nid: 2\nname: D\n',
    'languages.json': '{"name": "English", "$schema": "https://example.org/languages.json"}',
    'courses/1.json':
      '{"$schema": "", "id": 1, "title": "T", "linkurl": "https://a.example/L", "provider": 1, "language": "English", "date_published": "2024-05-28"}',
  };
  const problemsWith = (files: Readonly<Record<string, string>>) =>
    inFolder(async (root) => {
      writeFiles(join(root, 'data'), { ...sound, ...files });
      const problems = await problemsOf({ data: join(root, 'data'), out: join(root, 'dist') });
      return problems.map(({ file, position, finding }) => `${basename(file)}:${position?.line} ${finding}`);
    });

  it('is allowed in a file of one record', async () => {
    expect(await problemsWith({})).toEqual([]);
  });

  it('does not change the positions of problems', async () => {
    const providers = '{\n  "$schema": "./providers.json",\n  "id": 1,\n  "name": 7\n}';
    expect(await problemsWith({ 'providers.json': providers })).toEqual(['providers.json:4 "name" is the number 7']);
  });

  it('is an unknown field where no editor reads it: in a record of an array, in a line, or if it is not a text', async () => {
    const found = await problemsWith({
      'providers.json': '[{"$schema": "./providers.json", "id": 1, "name": "P"}]',
      'categories.yaml': '$schema: 1\nid: 1\nname: C\n',
      'languages.json': '["English"]',
      'courses/2.ndjson':
        '{"$schema": "", "id": 2, "title": "T", "linkurl": "https://a.example/M", "provider": 1, "language": "English", "date_published": "2024-05-28"}',
    });
    expect(found).toEqual([
      'categories.yaml:1 unknown field "$schema"',
      '2.ndjson:1 unknown field "$schema"',
      'providers.json:1 unknown field "$schema"',
    ]);
  });
});

async function problemsIn(data: string) {
  return inFolder((root) => problemsOf({ data, out: join(root, 'dist') }));
}

/** The values that an editor sees in a file; undefined if it is CSV or cannot be read. */
function valuesIn(path: string): unknown[] | undefined {
  const text = readFileSync(path, 'utf8').replace(/^\uFEFF/u, '');
  try {
    if (path.endsWith('.json')) return [JSON.parse(text)];
    if (/\.(?:ndjson|jsonl)$/u.test(path)) {
      const lines = text.split('\n').filter((line) => line.trim() !== '');
      return lines.map((line): unknown => [JSON.parse(line)]);
    }
    const documents = /\.ya?ml$/u.test(path) ? parseAllDocuments(text) : undefined;
    if (!documents || documents.some(({ errors }) => errors.length > 0)) return undefined;
    // A value that contains itself is not a tree, and throws here.
    const values = Array.from(documents, (document): unknown => JSON.parse(JSON.stringify(document.toJS())));
    return values.filter((value) => value !== null);
  } catch {
    return undefined;
  }
}
