// Edits: what an author does to a catalog between two builds. A valid catalog stays valid, except by the errors at the end.
import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import {
  foldName,
  type Catalog,
  type CategoryRecord,
  type CourseRecord,
  catalog as anyCatalog,
  date,
} from '../build/catalogs.ts';
import { filesIn } from '../helpers/folders.ts';
import { webUrl } from '../helpers/web-addresses.ts';

/** A number that picks one of any number of items. */
export const position = fc.nat(999);

/** One of several; undefined if there is none. */
export function pick<T>(from: readonly T[], number: number): T | undefined {
  return from[number % Math.max(1, from.length)];
}

/** Several of several, each once. */
function picks<T>(from: readonly T[], numbers: readonly number[]): T[] {
  return [...new Set(numbers.flatMap((number) => pick(from, number) ?? []))];
}

const name = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).map((text) => `x${text}`),
  fc.constantFrom('Physics', 'Überblick', '"quoted"', 'a\r\nb', '<b>', '0'),
);

/** Short texts, and some that make a file long enough to be compressed. */
const text = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.integer({ min: 200, max: 1500 }).map((length) => 'long '.repeat(length / 5)),
);

const languageWish = fc.constantFrom('Suomi', 'Eesti', '日本語', 'C&A', "l'Español", 'page', 'E\u0301we', 'A b');

/** A language name whose folder no other name shares. */
function freshLanguage(catalog: Catalog, wish: string): string {
  const taken = new Set([...languagesOf(catalog), ...(catalog.languages ?? [])].map(foldName));
  let fresh = wish;
  for (let number = 2; taken.has(foldName(fresh)); number += 1) fresh = `${wish} ${number}`;
  return fresh;
}

/** The languages that courses name. */
function languagesOf({ courses }: Catalog): string[] {
  return [...new Set(courses.flatMap(({ language }) => language))];
}

/** An id that is not taken: the wished one, or the next. */
function freshId(records: readonly { readonly id: number }[], wish: number): number {
  const taken = new Set(records.map(({ id }) => id));
  let fresh = wish;
  while (taken.has(fresh)) fresh = fresh === Number.MAX_SAFE_INTEGER ? 1 : fresh + 1;
  return fresh;
}

/** A course address that is not taken. */
function freshUrl(courses: readonly CourseRecord[], wish: string): string {
  const taken = new Set(courses.map(({ linkurl }) => linkurl));
  let fresh = wish;
  for (let number = 2; taken.has(fresh); number += 1) fresh = `${wish}/${number}`;
  return fresh;
}

/** All categories of a tree, parents first. */
function flatten(categories: readonly CategoryRecord[]): CategoryRecord[] {
  return categories.flatMap((one) => [one, ...flatten(one.children ?? [])]);
}

/** The tree with each category changed by `change`, the children first. */
function mapTree(
  categories: readonly CategoryRecord[],
  change: (category: CategoryRecord) => readonly CategoryRecord[],
): CategoryRecord[] {
  return categories.flatMap((one) => change({ ...one, children: mapTree(one.children ?? [], change) }));
}

/** An edit of a catalog; its description is for the report of a failure. */
export interface Edit {
  readonly what: string;
  readonly apply: (catalog: Catalog) => Catalog;
}

const externalId = fc.oneof(
  fc.constant(''),
  fc.nat().map((number) => `crmid:${number}`),
);

/** The fields of a course that an author can change; references are given by picks. */
const fields = {
  title: name,
  description: text,
  tags: text,
  author: fc.oneof(name, fc.array(name, { maxLength: 2 })),
  date_published: date,
  catalog_id: fc.option(fc.nat()),
  linkurl: webUrl,
  provider: position,
  languages: fc.array(position, { minLength: 1, maxLength: 2 }),
  categories: fc.array(position, { maxLength: 3 }),
};
type Wish = Partial<{ [Name in keyof typeof fields]: (typeof fields)[Name] extends fc.Arbitrary<infer T> ? T : never }>;

const newCourse = fc.record({ ...fields, id: fc.integer({ min: 1, max: 60 }), language: languageWish });

const edits: readonly fc.Arbitrary<Edit>[] = [
  fc.array(newCourse, { minLength: 1, maxLength: 8 }).map((wishes) => ({
    what: `add ${wishes.length} courses`,
    apply: (catalog) => wishes.reduce(addCourse, catalog),
  })),
  fc.tuple(position, fc.record(fields, { requiredKeys: [] })).map(([number, wish]) => ({
    what: `change ${Object.keys(wish).join(', ')} of a course`,
    apply: (catalog) =>
      changeCourse(catalog, pick(catalog.courses, number), (one) => ({ ...one, ...granted(catalog, wish) })),
  })),
  fc.tuple(position, fc.integer({ min: 1, max: 60 })).map(([number, id]) => ({
    what: 'give a course another id',
    apply: (catalog) =>
      changeCourse(catalog, pick(catalog.courses, number), (one) => ({ ...one, id: freshId(catalog.courses, id) })),
  })),
  fc.array(position, { minLength: 1, maxLength: 8 }).map((numbers) => ({
    what: 'delete courses',
    apply: (catalog) => {
      const gone = new Set(picks(catalog.courses, numbers));
      return { ...catalog, courses: catalog.courses.filter((one) => !gone.has(one)) };
    },
  })),
  fc.constant({
    what: 'reverse the order of the courses',
    apply: (catalog) => ({ ...catalog, courses: catalog.courses.toReversed() }),
  }),
  fc.tuple(position, fc.record({ name, external_id: externalId }, { requiredKeys: [] })).map(([number, wish]) => ({
    what: `change ${Object.keys(wish).join(', ')} of a provider`,
    apply: (catalog) => {
      const chosen = pick(catalog.providers, number);
      return { ...catalog, providers: catalog.providers.map((one) => (one === chosen ? { ...one, ...wish } : one)) };
    },
  })),
  fc.tuple(fc.integer({ min: 1, max: 50 }), name).map(([id, title]) => ({
    what: 'add a provider',
    apply: (catalog) => {
      const provider = { id: freshId(catalog.providers, id), name: title };
      return { ...catalog, providers: [...catalog.providers, provider] };
    },
  })),
  fc
    .tuple(position, position)
    .map(([number, heir]) => ({ what: 'remove a provider', apply: removeProvider(number, heir) })),
  fc.tuple(position, name).map(([number, title]) => ({
    what: 'rename a category',
    apply: changeCategory(number, (one) => [{ ...one, name: title }]),
  })),
  fc.tuple(fc.integer({ min: 1, max: 50 }), name, fc.option(position)).map(([id, title, above]) => ({
    what: 'add a category',
    apply: (catalog) => {
      const all = flatten(catalog.categories);
      return place(catalog, { id: freshId(all, id), name: title }, above === null ? undefined : pick(all, above));
    },
  })),
  position.map((number) => ({ what: 'remove a category', apply: removeCategory(number) })),
  fc
    .tuple(position, fc.option(position))
    .map(([number, above]) => ({ what: 'move a category', apply: moveCategory(number, above) })),
  fc.tuple(position, languageWish).map(([number, wish]) => ({
    what: `rename a language to ${wish}`,
    apply: (catalog) => renameLanguage(catalog, pick(languagesOf(catalog), number), freshLanguage(catalog, wish)),
  })),
  languageWish.map((wish) => ({
    what: `list the languages, and ${wish}`,
    apply: (catalog) => ({ ...catalog, languages: [...languagesOf(catalog), freshLanguage(catalog, wish)] }),
  })),
  fc.constant({ what: 'list no languages', apply: (catalog) => ({ ...catalog, languages: null }) }),
  anyCatalog.map((other) => ({ what: 'replace everything', apply: () => other })),
];

/** Any edit; those of courses are as frequent as all others. */
export const edit: fc.Arbitrary<Edit> = fc.oneof(fc.oneof(...edits.slice(0, 4)), fc.oneof(...edits.slice(4)));

function addCourse(catalog: Catalog, wish: Wish & { id: number; language: string }): Catalog {
  const { title = 'x', date_published = '2024-01-01', linkurl = 'x', id, language, ...others } = wish;
  const known = languagesOf(catalog);
  const languages = [
    ...known,
    ...(catalog.languages ?? []),
    ...(catalog.languages ? [] : [freshLanguage(catalog, language)]),
  ];
  const [first] = catalog.providers;
  if (!first || languages.length === 0) return catalog;
  const plain = {
    id: freshId(catalog.courses, id),
    title,
    date_published,
    linkurl: freshUrl(catalog.courses, linkurl),
    provider: first.id,
    language: languages.slice(0, 1),
  };
  const references = granted({ ...catalog, languages }, others);
  return { ...catalog, courses: [...catalog.courses, { ...plain, ...references }] };
}

/** The fields that a wish amounts to in this catalog. */
function granted(
  catalog: Catalog,
  { provider, languages, categories, linkurl, ...others }: Wish,
): Partial<CourseRecord> {
  const spoken = picks(catalog.languages ?? languagesOf(catalog), languages ?? []);
  const maker = provider === undefined ? undefined : pick(catalog.providers, provider);
  return {
    ...others,
    ...(linkurl !== undefined && { linkurl: freshUrl(catalog.courses, linkurl) }),
    ...(maker && { provider: maker.id }),
    ...(spoken.length > 0 && { language: spoken }),
    ...(categories && { categories: picks(flatten(catalog.categories), categories).map(({ id }) => id) }),
  };
}

function changeCourse(
  catalog: Catalog,
  chosen: CourseRecord | undefined,
  change: (course: CourseRecord) => CourseRecord,
): Catalog {
  return { ...catalog, courses: catalog.courses.map((one) => (one === chosen ? change(one) : one)) };
}

function removeProvider(number: number, heir: number): Edit['apply'] {
  return (catalog) => {
    const gone = pick(catalog.providers, number);
    const providers = catalog.providers.filter((one) => one !== gone);
    const next = pick(providers, heir);
    if (!gone || !next) return catalog;
    const courses = catalog.courses.map((one) => (one.provider === gone.id ? { ...one, provider: next.id } : one));
    return { ...catalog, providers, courses };
  };
}

function changeCategory(number: number, change: (category: CategoryRecord) => CategoryRecord[]): Edit['apply'] {
  return (catalog) => {
    const chosen = pick(flatten(catalog.categories), number);
    return {
      ...catalog,
      categories: mapTree(catalog.categories, (one) => (one.id === chosen?.id ? change(one) : [one])),
    };
  };
}

/** Removes a category; its children move up to its place. */
function removeCategory(number: number): Edit['apply'] {
  return (catalog) => {
    const gone = pick(flatten(catalog.categories), number);
    const courses = catalog.courses.map((one) =>
      one.categories ? { ...one, categories: one.categories.filter((id) => id !== gone?.id) } : one,
    );
    return changeCategory(number, ({ children = [] }) => children)({ ...catalog, courses });
  };
}

/** Moves a category with its descendants under another, or to the top. */
function moveCategory(number: number, above: number | null): Edit['apply'] {
  return (catalog) => {
    const moved = pick(flatten(catalog.categories), number);
    if (!moved) return catalog;
    const rest = changeCategory(number, () => [])(catalog);
    return place(rest, moved, above === null ? undefined : pick(flatten(rest.categories), above));
  };
}

function place(catalog: Catalog, category: CategoryRecord, above: CategoryRecord | undefined): Catalog {
  if (!above) return { ...catalog, categories: [category, ...catalog.categories] };
  const categories = mapTree(catalog.categories, (one) =>
    one.id === above.id ? [{ ...one, children: [...(one.children ?? []), category] }] : [one],
  );
  return { ...catalog, categories };
}

function renameLanguage(catalog: Catalog, from: string | undefined, to: string): Catalog {
  const rename = (one: string) => (one === from ? to : one);
  return {
    ...catalog,
    languages: catalog.languages?.map(rename) ?? null,
    courses: catalog.courses.map((one) => ({
      ...one,
      language: typeof one.language === 'string' ? rename(one.language) : one.language.map(rename),
    })),
  };
}

export type SourceError = 'broken syntax' | 'no providers';
export const inputError: fc.Arbitrary<SourceError> = fc.constantFrom('broken syntax', 'no providers');

/** Adds an error to a source folder. */
export function breakSource(data: string, which: SourceError): void {
  const kind = which === 'no providers' ? 'providers' : 'courses';
  for (const path of filesIn(data).filter((one) => one.startsWith(kind))) {
    const file = join(data, path);
    if (which === 'no providers') rmSync(file);
    else appendFileSync(file, '\n{"id": 1,,\n');
  }
}
