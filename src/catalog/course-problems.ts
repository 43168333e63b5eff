// What is wrong with a single course: its shape, the constraints that it breaks, and references that do not resolve.
import { fieldOf, isId, type ValuePath, type SourceRecord } from './source/record.ts';
import { shapeProblems, type CourseFormat, type FieldFinding } from './source/schema.ts';
import type { Finding } from '../text/problems.ts';
import { referenceIn } from '../text/character-references.ts';
import { grouped } from '../text/number-format.ts';
import { describeValue, quoteText } from '../text/quote.ts';
import { suggestById } from '../text/suggestions.ts';
import { isHostFirst } from '../text/parse-url.ts';
import { hasWebScheme } from '../text/web-address.ts';
import { dayPart, readDate, timeOfDay, type PublishedDate } from './date.ts';
import type { ReferenceIndex } from './reference-index.ts';

/** Maximum total size of the texts of a course in bytes. Escaped as JSON, they are at most six times as long, and still fit into a string. */
export const maxCourseText = 64 * 1024 * 1024;

type Fields = Partial<Record<string, unknown>>;

/** Everything that is wrong with a record. */
export function courseProblems(record: SourceRecord, format: CourseFormat, index: ReferenceIndex): FieldFinding[] {
  const { value } = record;
  const { error } = format.schema.safeParse(value);
  const lacksColumn = (field: string) => record.lacksColumn?.(field) ?? false;
  const shape = error ? shapeProblems(format.schema, value, error, lacksColumn) : [];
  const fields: Fields = typeof value === 'object' ? { ...value } : {};
  return [...shape, ...brokenConstraints(fields, format), ...unknownReferences(fields, index)];
}

/** Number of categories above which a course gets a warning: their lists take 10 MB. */
const manyCategories = 1000;

/** Milliseconds ahead above which a date gets a warning: two years are a plan, more a slip. */
const farAhead = 2 * 366 * 24 * 60 * 60 * 1000;

interface WarningContext {
  /** The names of fields that are days. */
  readonly dayFields: readonly string[];
  /** A timestamp: later dates get a warning. */
  readonly latestUsual: string;
}

/** What decides on warnings, for all courses of a format. */
export function warningContext(format: CourseFormat): WarningContext {
  return { dayFields: format.dayFields, latestUsual: new Date(Date.now() + farAhead).toISOString() };
}

/** What addresses have that were copied with something else: white space, invisible characters, a second scheme, references. */
const oddPart = /([\s\p{Cc}\p{Cf}]|^https?:\/\/https?:\/\/|&(?:amp|quot|lt|gt|nbsp|#\d{1,7}|#x[\da-f]{1,6});)/iu;

/** The same of what is no address of the web: it runs or holds what it links to, or has a control character. */
const oddPath = /(^\s*(?:javascript|data|vbscript|file|blob):|\p{Cc})/iu;

/** What every address and nearly every path has, and no word. */
const addressSign = /[/.:?#\d]/u;

/** What no title has: control characters and line ends. */
const oddInTitle = /([\p{Cc}\p{Zl}\p{Zp}])/u;

/** Characters of a title, and of addresses and other texts. */
const [longestTitle, longestText] = [1000, 8000];

/** What of a text on one line is probably not meant. Undefined if there is nothing. */
export function titleOddity(field: string, text: string): Finding | undefined {
  const oddity = oddInTitle.exec(text)?.[0] ?? turningMark(text);
  const most = field === 'title' || field === 'provider' ? longestTitle : longestText;
  const isAddress = field === 'title' && hasWebScheme(text);
  const why = isAddress ? 'is an address' : oddity === undefined ? tooLong(text, most) : `holds ${quoteText(oddity)}`;
  if (why === undefined) return undefined;
  const remedy = `write it on one line of at most ${grouped(most)} characters, without any that nobody sees`;
  const finding = `"${field}" ${why}: ${quoteText(text)}`;
  return { rule: 'title-form', finding, ...(field !== 'title' && { remedy }) };
}

/** A mark that turns the direction of letters by force, or of what comes after the text, as it is not closed. */
function turningMark(text: string): string | undefined {
  const open: string[] = [];
  for (const [mark] of text.matchAll(/[\u202a-\u202e\u2066-\u2069]/gu)) {
    if (mark === '\u202d' || mark === '\u202e') return mark;
    const isEnd = mark === '\u202c' || mark === '\u2069';
    const last = open.at(-1);
    if (!isEnd) open.push(mark);
    else if (last !== undefined && last < '\u2066' === (mark === '\u202c')) open.pop();
  }
  return open[0];
}

/** What of an address is probably not meant. Undefined if there is nothing. */
export function linkurlOddity(linkurl: string): Finding | undefined {
  const isOfWeb = hasWebScheme(linkurl);
  const [, oddity] = (isOfWeb ? oddPart : oddPath).exec(linkurl) ?? [];
  const oddityOf = (why: string, remedy?: string): Finding => {
    const finding = `"linkurl" is probably not the address that was meant, as it ${why}: ${quoteText(linkurl)}`;
    return { rule: 'linkurl-form', finding, ...(remedy !== undefined && { remedy }) };
  };
  if (!addressSign.test(linkurl)) return oddityOf('is a word', 'give the address of the course');
  if (oddity !== undefined)
    return oddityOf(
      `holds ${quoteText(oddity)}`,
      !isOfWeb && oddity.endsWith(':') ? 'give the address of a page, with https://' : undefined,
    );
  if (!isOfWeb && leadsAbove(linkurl))
    return oddityOf('leads above the root of the site', 'give the whole address, or a path below the root of the site');
  const why = tooLong(linkurl, longestText);
  return why === undefined ? undefined : oddityOf(why, 'give a shorter address of the page');
}

/** Whether a path has more `..` than folders before them. */
function leadsAbove(path: string): boolean {
  let depth = 0;
  for (const part of path.split(/[/\\]/u)) {
    if (part === '..') depth -= 1;
    else if (part !== '' && part !== '.') depth += 1;
    if (depth < 0) return true;
  }
  return false;
}

function tooLong(text: string, most: number): string | undefined {
  return text.length > most ? `has ${grouped(text.length)} characters` : undefined;
}

/** What is valid in a course, but probably a mistake. */
export function courseWarnings(
  course: {
    readonly title: string;
    readonly linkurl: string;
    readonly categories: readonly number[];
    readonly date: PublishedDate;
  },
  source: unknown,
  { dayFields, latestUsual }: WarningContext,
): FieldFinding[] {
  const { title, linkurl, categories, date } = course;
  const level = 'warning';
  const warnings: FieldFinding[] = [];
  const reference = referenceIn(title);
  if (reference !== undefined) {
    const finding = `"title" holds the character reference ${quoteText(reference)}: ${quoteText(title)}`;
    warnings.push({ path: ['title'], level, rule: 'title-reference', finding });
  }
  if (isHostFirst(linkurl)) {
    const finding = `"linkurl" begins with a host, and no scheme: ${quoteText(linkurl)}`;
    warnings.push({ path: ['linkurl'], level, rule: 'linkurl-scheme', finding });
  }
  const [oddTitle, oddLinkurl] = [titleOddity('title', title), linkurlOddity(linkurl)];
  if (oddTitle) warnings.push({ path: ['title'], level, ...oddTitle });
  if (oddLinkurl) warnings.push({ path: ['linkurl'], level, ...oddLinkurl });
  if (date.text > latestUsual) {
    const finding = `"date_published" is more than two years ahead: ${dayPart(date.text)}`;
    warnings.push({ path: ['date_published'], level, rule: 'date-future', finding });
  }
  for (const field of dayFields) {
    const written = fieldOf(source, field);
    if (typeof written !== 'string' || timeOfDay(written.trim()) === '') continue;
    const finding = `"${field}" has a time of day, which nothing shows: ${quoteText(written)}`;
    warnings.push({ path: [field], level, rule: 'date-time', finding });
  }
  if (categories.length > manyCategories) {
    const finding = `the course is in ${grouped(categories.length)} categories`;
    warnings.push({ path: ['categories'], level, rule: 'categories-many', finding });
  }
  return warnings;
}

/** Total size of the texts of a course in bytes. */
export function textBytes(fields: Fields, format: CourseFormat): number {
  const texts = format.textFields.flatMap((field) => textsAt(field, fields[field]));
  return texts.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
}

/** The constraints that a record breaks, as far as its shape allows checking them. */
function* brokenConstraints(fields: Fields, format: CourseFormat): Generator<FieldFinding> {
  const shape: Readonly<Record<string, { readonly description?: string | undefined }>> = format.schema.shape;
  for (const field of format.dateFields) {
    const written = fields[field];
    if (typeof written !== 'string') continue;
    // Page fields are read without white space around them, and a blank one is none.
    const isPageField = Object.hasOwn(format.table, field);
    const text = isPageField ? written.trim() : written;
    const date = isPageField && text === '' ? undefined : readDate(text);
    if (typeof date !== 'string') continue;
    const finding = `"${field}" ${date}: ${describeValue(written)}`;
    const remedy = shape[field]?.description ?? '';
    yield { path: [field], rule: 'field-value', finding, remedy };
  }
  if (textBytes(fields, format) > maxCourseText) {
    const finding = 'the texts of the course are longer than 64 MB together';
    yield { path: [], rule: 'source-size', finding, remedy: 'shorten them' };
  }
  for (const field of format.textFields) {
    for (const { text, path } of textsAt(field, fields[field])) {
      if (text.isWellFormed()) continue;
      const finding = `"${field}" contains an unpaired surrogate: ${describeValue(text)}`;
      yield { path, rule: 'text-unicode', finding };
    }
  }
  for (const field of ['language', 'categories']) {
    const earlierItems = new Set<unknown>();
    for (const [index, item] of itemsOf(fields[field]).entries()) {
      const finding = `"${field}" contains ${describeValue(item)} twice`;
      if (earlierItems.has(item)) yield { path: [field, index], rule: 'field-value', finding, remedy: 'name it once' };
      earlierItems.add(item);
    }
  }
}

function textsAt(field: string, value: unknown): { text: string; path: ValuePath }[] {
  if (typeof value === 'string') return [{ text: value, path: [field] }];
  return itemsOf(value).flatMap((text, index) => (typeof text === 'string' ? [{ text, path: [field, index] }] : []));
}

function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** References that do not resolve, as far as the record's shape allows checking them. */
function* unknownReferences(
  { provider, categories, language }: Fields,
  index: ReferenceIndex,
): Generator<FieldFinding> {
  const { references, languages } = index;
  const isUnknown = (kind: 'providers' | 'categories', id: number) =>
    !references.incomplete.includes(kind) && !index[kind].has(id);
  const suggest = (kind: 'providers' | 'categories', id: number) =>
    suggestById(id, (near) => references[kind][index[kind].get(near) ?? -1]?.name);
  if (isId(provider) && isUnknown('providers', provider)) {
    const finding = `unknown provider ${provider}`;
    yield { path: ['provider'], rule: 'provider-known', finding, ...suggest('providers', provider) };
  }
  for (const [position, id] of distinctEntries(itemsOf(categories))) {
    if (!isId(id) || !isUnknown('categories', id)) continue;
    const finding = `unknown category ${id}`;
    yield {
      path: ['categories', position],
      rule: 'category-known',
      finding,
      ...suggest('categories', id),
    };
  }
  if (!languages || references.incomplete.includes('languages')) return;
  for (const [position, name] of distinctEntries(Array.isArray(language) ? language : [language])) {
    if (typeof name !== 'string' || languages.has(name)) continue;
    const path = Array.isArray(language) ? ['language', position] : ['language'];
    const finding = `unknown language ${quoteText(name)}`;
    yield { path, rule: 'language-known', finding, ...index.suggestLanguage(name) };
  }
}

/** Each distinct value with its first index; the constraint on duplicates reports the others. */
function distinctEntries(values: readonly unknown[]): [number, unknown][] {
  const earlierValues = new Set<unknown>();
  return [...values.entries()].filter(([, value]) => !earlierValues.has(value) && earlierValues.add(value));
}
