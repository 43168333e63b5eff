// What is wrong with a single course: its shape, the laws that it breaks, and references that do not resolve.
import { grouped } from '../text/format.ts';
import { suggestById } from '../text/suggestions.ts';
import { describeValue, quoteText } from '../problems.ts';
import type { SourceRecord } from '../source/record.ts';
import { courseSchema, shapeFindings, type ShapeFinding } from '../source/schema.ts';
import { textOfUtf8 } from '../text/utf8.ts';
import { isHostFirst } from '../text/urls.ts';
import { readDate, type PublishedDate } from './date.ts';
import { isId } from './reading.ts';
import type { ReferenceIndex } from './reference-index.ts';

/** Maximum total size of the texts of a course in bytes. Escaped as JSON, they are at most six times as long, and still fit into a string. */
export const maxCourseText = 64 * 1024 * 1024;

const textFields = ['title', 'linkurl', 'description', 'tags', 'author'] as const;

/** Everything that is wrong with a record. */
export function findingsOf(record: SourceRecord, index: ReferenceIndex): ShapeFinding[] {
  const { value } = record;
  const { error } = courseSchema.safeParse(value);
  const lacksColumn = (field: string) => record.lacksColumn?.(field) ?? false;
  const shape = error ? shapeFindings(courseSchema, value, error, lacksColumn) : [];
  return [...shape, ...lawFindings(value), ...referenceFindings(value, index)];
}

/** Categories of a course above which it is remarked: their lists take 10 MB. */
const manyCategories = 1000;

/** A course that is published later is remarked: two years ahead is a plan, more a slip. */
const latest = new Date(Date.now() + 2 * 366 * 24 * 60 * 60 * 1000).toISOString();

/** What is probably not meant, in a valid course with UTF-8 strings. */
export function remarksOn(course: {
  readonly linkurl: string;
  readonly categories: readonly number[];
  readonly date: PublishedDate;
}): ShapeFinding[] {
  const { categories, date } = course;
  const linkurl = textOfUtf8(course.linkurl);
  const level = 'warning';
  const remarks: ShapeFinding[] = [];
  if (isHostFirst(linkurl)) {
    const finding = `"linkurl" begins with a host, and no scheme: ${quoteText(linkurl)}`;
    remarks.push({ path: ['linkurl'], found: { level, rule: 'linkurl-scheme', finding } });
  }
  if (date.text > latest) {
    const finding = `"date_published" is more than two years ahead: ${date.text.slice(0, 10)}`;
    remarks.push({ path: ['date_published'], found: { level, rule: 'date-future', finding } });
  }
  if (categories.length > manyCategories) {
    const finding = `the course is in ${grouped(categories.length)} categories`;
    remarks.push({ path: ['categories'], found: { level, rule: 'categories-many', finding } });
  }
  return remarks;
}

/** Total size of the texts of a course in bytes; `isUtf8` says whether they are UTF-8 strings. */
export function textBytes(fields: Partial<Record<string, unknown>>, isUtf8 = false): number {
  const texts = textFields.flatMap((field) => textsAt(field, fields[field]));
  return texts.reduce((sum, { text }) => sum + (isUtf8 ? text.length : Buffer.byteLength(text)), 0);
}

/** The laws that a record breaks, as far as its shape allows checking them. */
function lawFindings(value: unknown): ShapeFinding[] {
  if (typeof value !== 'object' || value === null) return [];
  const fields: Partial<Record<string, unknown>> = { ...value };
  const findings: ShapeFinding[] = [];
  for (const field of ['date_published', 'date_modified'] as const) {
    const written = fields[field];
    const date = typeof written === 'string' ? readDate(written) : undefined;
    if (typeof date !== 'string') continue;
    const finding = `"${field}" ${date}: ${describeValue(written)}`;
    const remedy = courseSchema.shape[field].description ?? '';
    findings.push({ path: [field], found: { rule: 'field-value', finding, remedy } });
  }
  if (textBytes(fields) > maxCourseText) {
    const finding = 'the texts of the course are longer than 64 MB together';
    findings.push({ path: [], found: { rule: 'source-size', finding, remedy: 'shorten them' } });
  }
  for (const field of textFields) {
    for (const { text, path } of textsAt(field, fields[field])) {
      if (text.isWellFormed()) continue;
      const finding = `"${field}" contains an unpaired surrogate: ${describeValue(text)}`;
      findings.push({ path, found: { rule: 'text-unicode', finding } });
    }
  }
  for (const field of ['language', 'categories']) {
    const seen = new Set<unknown>();
    const values: unknown = fields[field];
    for (const [at, item] of (Array.isArray(values) ? values : []).entries()) {
      if (seen.has(item)) {
        const finding = `"${field}" contains ${describeValue(item)} twice`;
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

/** References that do not resolve, as far as the record's shape allows checking them. */
function referenceFindings(value: unknown, index: ReferenceIndex): ShapeFinding[] {
  if (typeof value !== 'object' || value === null) return [];
  const { references } = index;
  const findings: ShapeFinding[] = [];
  const { provider, categories, language }: Partial<Record<string, unknown>> = { ...value };
  const isComplete = (kind: 'providers' | 'categories' | 'languages') => !references.incomplete.includes(kind);
  if (isId(provider) && isComplete('providers') && !index.providers.has(provider)) {
    const suggestion = suggestById(provider, (near) => references.providers[index.providers.get(near) ?? -1]?.name);
    findings.push({
      path: ['provider'],
      found: { rule: 'provider-known', finding: `unknown provider ${provider}`, ...suggestion },
    });
  }
  for (const [at, id] of distinct(Array.isArray(categories) ? categories : [])) {
    if (!isId(id) || !isComplete('categories') || index.categories.has(id)) continue;
    const suggestion = suggestById(id, (near) => references.categories[index.categories.get(near) ?? -1]?.name);
    findings.push({
      path: ['categories', at],
      found: { rule: 'category-known', finding: `unknown category ${id}`, ...suggestion },
    });
  }
  for (const [at, name] of distinct(Array.isArray(language) ? language : [language])) {
    if (typeof name !== 'string' || !index.languages || !isComplete('languages') || index.languages.has(name)) continue;
    const path = Array.isArray(language) ? ['language', at] : ['language'];
    const finding = `unknown language ${quoteText(name)}`;
    findings.push({ path, found: { rule: 'language-known', finding, ...index.suggestLanguage(name) } });
  }
  return findings;
}

/** Each distinct value with its first index; a law about duplicates reports the others. */
function distinct(values: readonly unknown[]): [number, unknown][] {
  const seen = new Set<unknown>();
  return [...values.entries()].filter(([, value]) => !seen.has(value) && seen.add(value));
}
