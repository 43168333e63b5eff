// Rows: records of JSON, read by paths, and which of the organizations in one is the provider of its course.
import { isObject } from '../text/keys.ts';
import { fieldOf } from '../catalog/source/record.ts';
import { quoteText } from '../text/quote.ts';
import type { Notes } from './notes.ts';

const maxDepth = 100;

export type NumberText = (number: number) => string;

/** One record of an input, as a JSON object. */
export class Row {
  constructor(
    readonly value: object,
    /** Its location in the input: `courses.csv:14`. */
    readonly location: string,
  ) {}

  /**
   * Every value of a column, or at a path such as `publisher.name`, where arrays are read element by element. `numberText` is how
   * numbers are written.
   */
  get(path: string, numberText: NumberText = String): readonly string[] {
    // A name may hold a dot itself.
    if (Object.hasOwn(this.value, path) || !path.includes('.')) return textsIn(fieldOf(this.value, path), numberText);
    let values: unknown[] = [this.value];
    for (const step of path.split('.')) values = values.flatMap((value) => elementsOf(fieldOf(value, step)));
    return values.flatMap((value) => textsIn(value, numberText));
  }
}

/** Records in their order: an array, or a file. */
export interface Rows extends Iterable<Row> {
  readonly length: number;
  push(row: Row): unknown;
}

/** The elements of an array and of arrays in it; any other value is its own only element. */
export function elementsOf(value: unknown, depth = 0): unknown[] {
  if (!Array.isArray(value)) return value === undefined || value === null ? [] : [value];
  return depth > maxDepth ? [] : value.flatMap((item) => elementsOf(item, depth + 1));
}

/** The names of the fields of some records, without duplicates and without those in `except`. */
export function columnsOf(rows: Iterable<Pick<Row, 'value'>>, except: readonly string[] = []): string[] {
  const names = new Set<string>();
  for (const { value } of rows) for (const name of Object.keys(value)) names.add(name);
  return [...names].filter((name) => !except.includes(name));
}

/** Names of languages as the keys of a text in several. */
const languageKey = /^[a-z]{2}(?:[-_][a-z]{2,4})?$/iu;

/** Texts and numbers as they are; of an object its name, of a text in several languages all, of a date as databases export it that. */
function textsIn(value: unknown, numberText: NumberText = String): string[] {
  // Most are.
  if (typeof value === 'string') return [value];
  return elementsOf(value).flatMap((element) => {
    if (typeof element === 'string') return [element];
    if (typeof element === 'number') return [numberText(element)];
    if (typeof element === 'boolean') return [String(element)];
    const names = ['name', 'title', 'label', '@value', 'value', 'rendered', 'code', '$oid'].map((field) =>
      fieldOf(element, field),
    );
    const name = names.find((text) => typeof text === 'string');
    if (typeof name === 'string') return [name];
    const translated = names
      .filter(isObject)
      .map((texts) => textsIn(texts))
      .find(({ length }) => length > 0);
    if (translated !== undefined) return translated;
    const date = fieldOf(element, '$date');
    if (date !== undefined) return textsIn(fieldOf(date, '$numberLong') ?? date);
    const translations = isObject(element) ? Object.entries(element) : [];
    const isTranslated = translations.every(([key, text]) => languageKey.test(key) && typeof text === 'string');
    // `id` alone is none of Indonesian.
    return isTranslated && fieldOf(element, 'id') === undefined ? translations.map(([, text]) => String(text)) : [];
  });
}

/**
 * A record in which `field` is the first organization that has a name, of the first of the fields that has one. A website is
 * then that of the organization whose name is taken, and not of another one beside it.
 */
export function withProvider(
  record: object,
  [field, ...otherFields]: readonly [string, ...string[]],
  location: string,
  notes: Notes,
): object {
  const organizationsAt = (name: string) =>
    elementsOf(fieldOf(record, name)).filter((organization) => nameOf(organization) !== '');
  const lists = [field, ...otherFields].map(organizationsAt);
  const [provider, ...further] = lists.find((list) => list.length > 0) ?? [];
  for (const organization of further)
    notes.add('valueSkipped', 'further provider of a course', location, quoteText(nameOf(organization)));
  return provider === undefined ? record : { ...record, [field]: provider };
}

/** The name may be in several languages. */
function nameOf(organization: unknown): string {
  const [text = '', name = ''] = [textsIn(organization)[0], textsIn(fieldOf(organization, 'name'))[0]];
  return (text.trim() || name).trim();
}
