// Records of JSON and NDJSON.
import { parseJson } from '../../../catalog/source/json.ts';
import { fieldOf } from '../../../catalog/source/record.ts';
import { count } from '../../../text/number-format.ts';
import { hasWebScheme } from '../../../text/web-address.ts';
import { inputError } from '../../input/resource.ts';
import { isObject } from '../../../text/keys.ts';
import { columnsOf, Row } from '../../rows.ts';
import type { HeadingMeaning } from './heading-names.ts';
import { isHeading, meaningOf } from './headings.ts';

/** Maximum characters of a record, or of a CSV row. */
export const maxRecord = 64 * 1024 * 1024;

/** What a JSON value holds, as a list of courses. */
export interface JsonRecords {
  readonly records: readonly object[];
  /** Where they are: `data.courses`; empty for the value itself. */
  readonly path: string;
  /** Other lists that were seen, with the number of their records. */
  readonly others: readonly string[];
}

interface FoundList {
  readonly path: string;
  readonly key: string;
  readonly depth: number;
  readonly records: readonly object[];
}

/** How deep lists are looked for: a list in the groups of a list in an object. */
const maxListDepth = 4;
const maxJudgedRecords = 100;
/** Keys under which catalogs have their courses, and services what they return. */
const courseKeys =
  /^(?:all)?[-_ ]?(?:courses?|kurse|cours|formations|cursos?|corsi|cursussen|kursy|курсы|课程|課程|講座)$/iu;
const listKeys = /^(?:items|entries|records|results|rows|data|list|elements|objects|nodes|catalog|programs?)$/iu;

/**
 * The records of a JSON value, an array of objects or an object: those of the array, or else of the list in it whose objects have
 * titles and addresses, which may be in groups or keyed by ids; or else the longest list of objects, or the object itself.
 */
export function recordsIn(json: unknown): JsonRecords | undefined {
  const isArray = Array.isArray(json) && json.every(isObject);
  if (!isArray && !isObject(json)) return undefined;
  if (Object.keys(json).length === 0) return { records: [], path: '', others: [] };
  const isCourse = isArray || hasTitle(json);
  const isTitled = isArray && json.some((record) => Object.keys(record).some((name) => meaningOf(name) === 'title'));
  // An array has no name, by which its groups could be called.
  const all = listsIn(json, '', isArray ? 'category' : '', 0, {});
  const apart = all.filter(({ key, depth }) => depth === 0 || mayBeList(key));
  const lists = isCourse || apart.length > 0 ? apart : all;
  const mayHold = ({ key, depth, records }: FoundList) => {
    // Groups have courses under any name, which have titles and addresses as their groups have not.
    if (isArray)
      return depth === 0 || courseKeys.test(key) || ((!isTitled || listKeys.test(key)) && scoreOf(records) === 2);
    return scoreOf(records) > 0 && (!isCourse || courseKeys.test(key) || listKeys.test(key));
  };
  const ranked = lists.filter(mayHold).map((list) => ({ ...list, rank: rankOf(list) }));
  const [best] = ranked.toSorted((a, b) => b.rank - a.rank || a.depth - b.depth || b.records.length - a.records.length);
  if (best === undefined) return recordsOfObject(json, lists, isCourse);
  const isWithin = ({ path }: FoundList) => `${path}.`.startsWith(best.path === '' ? '' : `${best.path}.`);
  return { ...best, others: describe(lists.filter((list) => !isWithin(list))) };
}

/** The records of an object in which no list is known to have courses. */
function recordsOfObject(json: object, lists: readonly FoundList[], isCourse: boolean): JsonRecords {
  const values: unknown[] = Object.values(json);
  const keyed = values.every(isObject) ? Object.entries(json).map(([id, value]) => ({ id, ...value })) : [];
  const isKeyed = (keyed.length > 1 && scoreOf(keyed) === 2) || (keyed.length > 2 && keyed.every(hasTitle));
  if (isKeyed) return { records: keyed, path: '', others: [] };
  const [longest] = lists.filter(({ depth }) => depth === 1).toSorted((a, b) => b.records.length - a.records.length);
  if (isCourse || longest === undefined) return { records: [json], path: '', others: describe(lists) };
  return { ...longest, others: describe(lists.filter((list) => list !== longest)) };
}

/** Lists that are not taken. An array around groups is one if it may have the courses itself. */
function describe(lists: readonly FoundList[]): readonly string[] {
  return lists
    .filter(({ depth, records }) => depth > 0 || scoreOf(records) === 2)
    .map(({ path, records }) => `${path || 'the outer list'} (${count(records.length, 'record')})`);
}

/** Fields of a group that each of its courses gets. */
const maxGroupFields = 20;

/** The arrays of objects in a value. Those in the groups of an array are one list, whose records name their group. */
function listsIn(value: unknown, path: string, key: string, depth: number, above: object): FoundList[] {
  if (depth > maxListDepth) return [];
  const pathTo = (name: string) => (path === '' ? name : `${path}.${name}`);
  if (!Array.isArray(value)) {
    if (!isObject(value)) return [];
    const shared = { ...above, ...sharedIn(value) };
    return Object.entries(value).flatMap(([name, inner]) => listsIn(inner, pathTo(name), name, depth + 1, shared));
  }
  if (value.length === 0 || !value.every(isObject)) return [];
  const records = value.map(withFields);
  const list = { path, key, depth, records: withShared(records, above) };
  // A field that only a few of many courses have does not group them.
  const most = scoreOf(list.records) === 2 ? value.length / 2 : 0;
  const lists = Array.from(recordsInGroups(value, key, above), ([name, { records: inGroups, groups }]) => {
    return { path: pathTo(name), key: name, depth: depth + 1, records: groups > most ? inGroups : [] };
  });
  return [list, ...lists.filter(({ records: inGroups }) => inGroups.length > 0)];
}

/** The records that groups have under each name, with what their group says, and the number of groups that have some or none there. */
function recordsInGroups(all: readonly object[], key: string, above: object) {
  const inGroups = new Map<string, { readonly records: object[]; groups: number }>();
  for (const group of all) {
    const [, title] =
      Object.entries(group).find(([field, text]) => isGroupName(field) && typeof text === 'string') ?? [];
    for (const [name, inner] of Object.entries(group)) {
      if (!Array.isArray(inner) || !inner.every(isObject)) continue;
      const named = inGroups.get(name) ?? { records: [], groups: 0 };
      inGroups.set(name, named);
      named.groups += 1;
      if (inner.length === 0) continue;
      const shared = { ...above, ...sharedIn(group) };
      const about = { ...(title !== undefined && { [key]: title }), ...aboutGroup(group, key) };
      for (const record of withShared(inner, shared)) named.records.push({ ...about, ...record });
    }
  }
  return inGroups;
}

/** What a group says, apart from its name and its lists: fields of its own, as its description is not that of its courses. */
function aboutGroup(group: object, key: string): object {
  const isList = (field: string, value: unknown) => Array.isArray(value) && value.some(isObject) && mayBeList(field);
  const fields = Object.entries(group).filter(
    ([field, value]) => !isGroupName(field) && !isShared(field, value) && value !== null && !isList(field, value),
  );
  return Object.fromEntries(fields.slice(0, maxGroupFields).map(([field, value]) => [`${key}.${field}`, value]));
}

/** What a value that stands once may say of all records in a group, which has no title, description or license of its own in these. */
const sharedMeanings: ReadonlySet<HeadingMeaning | undefined> = new Set<HeadingMeaning>([
  ...(['provider', 'provider_url', 'language', 'categories', 'level', 'price', 'currency', 'format'] as const),
  ...(['start_date', 'end_date', 'certificate', 'audience', 'subtitles'] as const),
]);

/** Lists at such a place are those of the catalog. */
function isShared(field: string, value: unknown): boolean {
  const isOne = typeof value === 'string' || typeof fieldOf(value, 'name') === 'string';
  return isOne && sharedMeanings.has(meaningOf(field));
}

/** What an object says of all records in it. */
function sharedIn(group: object): object {
  return Object.fromEntries(Object.entries(group).filter(([field, value]) => isShared(field, value)));
}

/** Records with what is said of all of them, unless they say it themselves; under the name that some of them have for it. */
function withShared(records: readonly object[], shared: object): readonly object[] {
  const values = Object.entries(shared);
  if (values.length === 0) return records;
  const names = new Map(columnsOf(records.map((value) => ({ value }))).map((name) => [meaningOf(name), name]));
  const given = Object.fromEntries(values.map(([name, value]) => [names.get(meaningOf(name)) ?? name, value]));
  return records.map((record) => ({ ...given, ...record }));
}

/** Lists of authors or subjects belong to a course. */
function mayBeList(key: string): boolean {
  return courseKeys.test(key) || !isHeading(key);
}

function isGroupName(field: string): boolean {
  return meaningOf(field) === 'title' || field === 'label';
}

/** A record of Airtable, and of services like it, has its values in `fields`, one of JSON:API in `attributes`. */
function withFields(record: object): object {
  const { fields, attributes = fields, ...others }: { fields?: unknown; attributes?: unknown } = record;
  return isObject(attributes) && 'id' in others ? { ...others, ...attributes } : record;
}

/** Lists by their names first: other lists of a catalog, such as its providers, have names and addresses too. */
function rankOf({ key, records }: FoundList): number {
  const score = scoreOf(records);
  if (!courseKeys.test(key)) return score;
  // Groups with a title alone come after their courses, whatever these have.
  return score === 0 ? 1.5 : score + 4;
}

/** 2 if most records have a title and an address, 1 if they have one of them. */
function scoreOf(records: readonly object[]): number {
  const judged = records.slice(0, maxJudgedRecords);
  const isMost = (is: (record: object) => boolean) => judged.filter(is).length * 2 > judged.length;
  return Number(isMost(hasTitle)) + Number(isMost(hasAddress));
}

function hasTitle(record: object): boolean {
  const mayBeTitle = (value: unknown) => typeof value === 'string' || isObject(value);
  return Object.entries(record).some(([name, value]) => meaningOf(name) === 'title' && mayBeTitle(value));
}

function hasAddress(record: object): boolean {
  return Object.values(record).some((value) => typeof value === 'string' && hasWebScheme(value));
}

export function isNdjson(start: string): boolean {
  const [first = '', second] = start.trimStart().split(/\r?\n/u);
  return second !== undefined && isObject(parseJson(first));
}

export async function readNdjson(address: string, pieces: AsyncIterable<string>): Promise<Row[]> {
  const rows: Row[] = [];
  let [number, rest] = [0, ''];
  const add = (text: string) => {
    number += 1;
    if (text.trim() === '') return;
    const record = text.length > maxRecord ? undefined : parseJson(text);
    const remedy = 'write each record as a JSON object on a line of its own';
    if (!isObject(record)) throw inputError(address, 'is not a JSON object on one line', remedy, number);
    rows.push(new Row(record, `${address}:${number}`));
  };
  for await (const piece of pieces) {
    rest += piece;
    if (rest.length > maxRecord) break;
    if (!piece.includes('\n')) continue;
    const lines = rest.split(/\r?\n/u);
    rest = lines.pop() ?? '';
    for (const line of lines) add(line);
  }
  add(rest);
  return rows;
}
