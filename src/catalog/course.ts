// One course: a source record held against the source format, the references and the laws, and made whole.
import { hash } from 'node:crypto';
import { nearestName, suggestById } from '../names.ts';
import { describeValue, quoteText } from '../problems.ts';
import { courseSchema, shapeFindings, type CourseSource, type ShapeFinding } from '../source/schema.ts';
import type { SourceRecord } from '../source/record.ts';
import { bytesOfUtf8, isAscii, remembering, textOfUtf8, utf8Of } from '../source/utf8.ts';
import { readDate, type PublishedDate } from './date.ts';
import { languageName } from './languages.ts';
import { isId } from './reading.ts';
import type { References } from './references.ts';

/**
 * A course with everything that the published records show. Nothing is optional here.
 * Its texts are UTF-8 texts (see `source/utf8.ts`) but for the names of its languages.
 */
export interface Course {
  readonly id: number;
  /** MD5 of the UTF-8 `linkurl`, in 32 lowercase hexadecimal digits (specification 2.1). */
  readonly linkhash: string;
  readonly title: string;
  readonly description: string;
  readonly tags: string;
  /** Index of the provider in the references. */
  readonly provider: number;
  /** As written; see `languageName` for the published form. */
  readonly language: readonly string[];
  readonly date: PublishedDate;
  readonly linkurl: string;
  readonly author: string;
  /** Indexes of the course's own categories in the references, as listed. */
  readonly categories: readonly number[];
  readonly catalog_id: number | null;
}

/** The MD5 digest that identifies a course in the view endpoint (specification 4, rule 2). */
export function linkhashOf(linkurl: string): string {
  return hash('md5', linkurl);
}

/** The references, ready to be asked by id. */
export interface ReferenceIndex {
  readonly references: References;
  readonly providers: ReadonlyMap<number, number>;
  readonly categories: ReadonlyMap<number, number>;
  readonly languages: ReadonlySet<string> | null;
  /** The text of a UTF-8 text that is a language name: there are few, and they come again and again. */
  readonly languageOf: (utf8: string) => string;
}

export function indexReferences(references: References): ReferenceIndex {
  return {
    references,
    providers: new Map(references.providers.map(({ id }, index) => [id, index])),
    categories: new Map(references.categories.map(({ id }, index) => [id, index])),
    languages: references.languages && new Set(references.languages),
    languageOf: remembering(textOfUtf8),
  };
}

/** Turns a source record into a course, or answers everything that is wrong with it. */
export function checkCourse(record: SourceRecord, index: ReferenceIndex): Course | ShapeFinding[] {
  const { utf8 } = record;
  const course = utf8 === undefined ? undefined : courseOf(utf8, index, true);
  return course ?? courseOf(record.value, index, false) ?? findingsOf(record, index);
}

/** The course of a sound record; undefined where anything is wrong. `isUtf8` tells the form of the record's texts. */
function courseOf(value: unknown, index: ReferenceIndex, isUtf8: boolean): Course | undefined {
  const parsed = courseSchema.safeParse(value);
  if (!parsed.success) return undefined;
  const source = parsed.data;
  const provider = index.providers.get(source.provider);
  const date = readDate(source.date_published);
  const names = typeof source.language === 'string' ? [source.language] : source.language;
  const language = isUtf8 ? names.map(index.languageOf) : names;
  const categories = uniqueIndexes(source.categories ?? [], index.categories);
  const isSound =
    categories.length === (source.categories?.length ?? 0) &&
    areSoundLanguages(language, index) &&
    (isUtf8 || isWellFormed(source));
  if (provider === undefined || typeof date === 'string' || !isSound) return undefined;
  const utf8 = isUtf8 ? (text: string) => text : utf8Of;
  const linkurl = utf8(source.linkurl);
  return {
    id: source.id,
    linkhash: hash('md5', isAscii(linkurl) ? linkurl : bytesOfUtf8(linkurl)),
    title: utf8(source.title),
    description: utf8(source.description ?? ''),
    tags: utf8(source.tags ?? ''),
    provider,
    language,
    date,
    linkurl,
    author: utf8(authorOf(source)),
    categories,
    catalog_id: source.catalog_id ?? null,
  };
}

function findingsOf(record: SourceRecord, index: ReferenceIndex): ShapeFinding[] {
  const { value } = record;
  const { error } = courseSchema.safeParse(value);
  const lacksColumn = (field: string) => record.lacksColumn?.(field) ?? false;
  const shape = error ? shapeFindings(courseSchema, value, error, lacksColumn) : [];
  return [...shape, ...lawFindings(value), ...referenceFindings(value, index)];
}

/** Indexes of the ids that are known, each once. */
function uniqueIndexes(ids: readonly number[], indexOf: ReadonlyMap<number, number>): number[] {
  const indexes: number[] = [];
  for (const id of ids) {
    const at = indexOf.get(id);
    if (at !== undefined && !indexes.includes(at)) indexes.push(at);
  }
  return indexes;
}

function authorOf({ author = '' }: CourseSource): string {
  return typeof author === 'string' ? author : author.join('; ');
}

function areSoundLanguages(names: readonly string[], { languages }: ReferenceIndex): boolean {
  if (languages && !names.every((name) => languages.has(name))) return false;
  return names.length === 1 || new Set(names).size === names.length;
}

function isWellFormed(source: CourseSource): boolean {
  return (
    source.title.isWellFormed() &&
    source.linkurl.isWellFormed() &&
    (source.description?.isWellFormed() ?? true) &&
    (source.tags?.isWellFormed() ?? true) &&
    authorOf(source).isWellFormed()
  );
}

/** Laws that a record breaks by itself, as far as its shape lets them be read. */
function lawFindings(value: unknown): ShapeFinding[] {
  if (typeof value !== 'object' || value === null) return [];
  const fields: Partial<Record<string, unknown>> = { ...value };
  const findings: ShapeFinding[] = [];
  const written = fields['date_published'];
  const date = typeof written === 'string' ? readDate(written) : undefined;
  if (typeof date === 'string') {
    const finding = `"date_published" ${date}: ${describeValue(written)}`;
    const remedy = courseSchema.shape.date_published.description ?? '';
    findings.push({ path: ['date_published'], found: { rule: 'field-value', finding, remedy } });
  }
  for (const field of ['title', 'linkurl', 'description', 'tags', 'author']) {
    for (const { text, path } of textsAt(field, fields[field])) {
      if (text.isWellFormed()) continue;
      const finding = `"${field}" holds half of a surrogate pair: ${describeValue(text)}`;
      findings.push({ path, found: { rule: 'text-unicode', finding } });
    }
  }
  for (const field of ['language', 'categories']) {
    const seen = new Set<unknown>();
    const values: unknown = fields[field];
    for (const [at, item] of (Array.isArray(values) ? values : []).entries()) {
      if (seen.has(item)) {
        const finding = `"${field}" holds ${describeValue(item)} twice`;
        findings.push({ path: [field, at], found: { rule: 'field-value', finding, remedy: 'name it once' } });
      }
      seen.add(item);
    }
  }
  return findings;
}

function textsAt(field: string, value: unknown): { text: string; path: (string | number)[] }[] {
  if (typeof value === 'string') return [{ text: value, path: [field] }];
  const items: unknown[] = Array.isArray(value) ? value : [];
  return items.flatMap((text, at) => (typeof text === 'string' ? [{ text, path: [field, at] }] : []));
}

/** References that do not resolve, as far as the record's shape lets them be read. */
function referenceFindings(value: unknown, index: ReferenceIndex): ShapeFinding[] {
  if (typeof value !== 'object' || value === null) return [];
  const { references } = index;
  const findings: ShapeFinding[] = [];
  const { provider, categories, language }: Partial<Record<string, unknown>> = { ...value };
  const knows = (kind: 'providers' | 'categories' | 'languages') => !references.incomplete.includes(kind);
  if (isId(provider) && knows('providers') && !index.providers.has(provider)) {
    const suggestion = suggestById(provider, (near) => references.providers[index.providers.get(near) ?? -1]?.name);
    findings.push({
      path: ['provider'],
      found: { rule: 'provider-known', finding: `unknown provider ${provider}`, ...suggestion },
    });
  }
  for (const [at, id] of firstsOf(Array.isArray(categories) ? categories : [])) {
    if (!isId(id) || !knows('categories') || index.categories.has(id)) continue;
    const suggestion = suggestById(id, (near) => references.categories[index.categories.get(near) ?? -1]?.name);
    findings.push({
      path: ['categories', at],
      found: { rule: 'category-known', finding: `unknown category ${id}`, ...suggestion },
    });
  }
  for (const [at, name] of firstsOf(Array.isArray(language) ? language : [language])) {
    if (typeof name !== 'string' || !index.languages || !knows('languages') || index.languages.has(name)) continue;
    const path = Array.isArray(language) ? ['language', at] : ['language'];
    const finding = `unknown language ${quoteText(name)}`;
    findings.push({ path, found: { rule: 'language-known', finding, ...suggestLanguage(name, index.languages) } });
  }
  return findings;
}

/** Each value with its first index: one that is there twice is told of by another law. */
function firstsOf(values: readonly unknown[]): [number, unknown][] {
  const seen = new Set<unknown>();
  return [...values.entries()].filter(([, value]) => !seen.has(value) && seen.add(value));
}

function suggestLanguage(name: string, languages: ReadonlySet<string>): { suggestion?: string } {
  const same = [...languages].find((known) => languageName(known) === languageName(name));
  if (same !== undefined) return { suggestion: `${quoteText(same)} in the Unicode form that languages has` };
  const near = nearestName(name, languages);
  return near === undefined ? {} : { suggestion: quoteText(near) };
}
