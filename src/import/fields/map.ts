// The map of `--map`, which says which columns fill which fields: reading it, writing it, and adding an answer to it.
import { readFileSync, statSync } from 'node:fs';
import { errorCode } from '../../text/errors.ts';
import { problemAt, ProblemsError, type Problem, type Finding } from '../../text/problems.ts';
import { pageFields, customFieldsOf, type FieldTable } from '../../catalog/fields.ts';
import { isAbsence } from '../../storage/published.ts';
import { quoteText } from '../../text/quote.ts';
import { nearestName } from '../../text/suggestions.ts';
import type { Question } from '../questions.ts';
import { durationUnits, type DurationUnit } from '../values/durations.ts';
import { labelsWith, shownColumns, whichColumn } from './columns.ts';
import { unusedColumns, columnsInTemplate, partsOf, type MappedFields, type Alternative } from './fields.ts';

/** What begins the next pair of a map. */
function nextPair(fieldTable: FieldTable): RegExp {
  return new RegExp(`,(?=\\s*(?:${Object.keys(labelsWith(fieldTable)).join('|')})\\s*:?=)`, 'u');
}

type Ask = (question: Question) => void;

/** Replaces fields by those of a map. A provider that the map names does not get the website in the table. */
export function withMap(
  map: string,
  table: MappedFields,
  columns: readonly string[],
  fieldTable: FieldTable,
  ask: Ask,
): MappedFields {
  const { provider_url, ...fields } = readMap(map, table, columns, fieldTable, ask);
  const isOther = fields.provider !== table.provider && provider_url === table.provider_url;
  return isOther || provider_url === undefined ? fields : { ...fields, provider_url };
}

/**
 * Reads `--map`: pairs such as `title=Name,author=Instructor 1|Instructor 2,linkurl:=https://example.org/{Code}`, or the path
 * of a file with one pair a line. The pairs replace those of the table; an empty one removes them; of several for one field the first that a
 * course has a value for counts. Asks for a column that is not
 * there, if nothing else is wrong; otherwise throws a ProblemsError.
 */
export function readMap(
  map: string,
  table: MappedFields,
  columns: readonly string[],
  fieldTable: FieldTable,
  ask: Ask,
): MappedFields {
  const isFile = isFileAt(map);
  const file = isFile ? map : '--map';
  const pairs = isFile
    ? readFileSync(map, 'utf8')
        .replace(/^\ufeff/u, '')
        .split(/\r?\n/u)
    : map.split(nextPair(fieldTable));
  const mapped: Record<string, readonly Alternative[]> = {};
  const problems: Problem[] = [];
  const questions: Question[] = [];
  for (const [index, text] of pairs.entries()) {
    if (/^\s*(?:#.*)?$/u.test(text)) continue;
    const pair = readPair(text, columns, fieldTable);
    if ('fault' in pair) {
      problems.push(problemAt(file, isFile ? { line: index + 1, column: 1 } : undefined, pair.field ?? '', pair.fault));
      if (!isFile && pair.question !== undefined) questions.push(pair.question);
    } else mapped[pair.field] = [...(mapped[pair.field] ?? []), ...pair.alternatives];
  }
  if (problems.length > questions.length) throw new ProblemsError(problems);
  questions.forEach(ask);
  return { ...table, ...mapped };
}

/** What is wrong with a pair of a map; undefined if it can be used. */
export function whyUnusable(pair: string, columns: readonly string[]): string | undefined {
  const read = readPair(pair, columns, pageFields);
  if (!('fault' in read)) return undefined;
  const { finding, remedy } = read.fault;
  return remedy === undefined ? finding : `${finding}: ${remedy}`;
}

type Pair = { readonly field: string; readonly alternatives: readonly Alternative[] } | FaultyPair;

interface FaultyPair {
  readonly field?: string;
  readonly fault: Finding;
  /** The question to ask instead of reporting the fault, when interactive. */
  readonly question?: Question;
}

/** Reads a pair of a map: `title=Name`, `provider:=Constant or {template}`. */
function readPair(text: string, columns: readonly string[], fieldTable: FieldTable): Pair {
  const labels = labelsWith(fieldTable);
  const [, field = '', sign, value = ''] = /^\s*(\w+)\s*(:?=)\s*(.*?)\s*$/u.exec(text) ?? [];
  if (!Object.hasOwn(labels, field)) {
    const suggestion = nearestName(/^\s*(\w*)/u.exec(text)?.[1] ?? '', Object.keys(labels));
    const expected = text.includes('=') ? 'a pair' : 'an existing file, or a pair';
    const finding = `expected ${expected} such as title=Name, got ${quoteText(text.trim())}`;
    return { fault: { rule: 'import-map', finding, ...(suggestion !== undefined && { suggestion }) } };
  }
  const isTemplate = sign === ':=';
  const [, beforeSplit, split] = /^(.*?)\s+split\s+"([^"]+)"$/u.exec(value) ?? [];
  // A column of numbers with their unit: `Weeks in weeks`.
  const isCounted = fieldTable[field]?.kind === 'duration' && !columns.includes(value);
  const [, beforeUnit, unitName] = isCounted ? (/^(.*?)\s+in\s+(\p{L}+)$/u.exec(value) ?? []) : [];
  const unit = durationUnits.find((known) => known === unitName);
  const parts = isTemplate
    ? columnsInTemplate(value)
    : splitNames(beforeSplit ?? (unit && beforeUnit) ?? value, '|', (name) => columns.includes(name));
  const named = parts.map((part) => part.trim()).filter((part) => part !== '');
  if (field === 'linkurl' && isTemplate && named.length === 0) {
    const finding = `${quoteText(text.trim())} gives every course the same address`;
    const remedy = 'put the name of a column into it, in braces, such as linkurl:=https://example.org/{Code}';
    return { field, fault: { rule: 'import-map', finding, remedy } };
  }
  const isKnown = (path: string) => columns.some((column) => path === column || path.startsWith(`${column}.`));
  const unknown = named.filter((path) => !isKnown(path));
  if (unknown.length > 0) return unknownColumns(field, unknown, columns, isTemplate, whichColumn(field, labels));
  if (isTemplate) return { field, alternatives: [{ template: value }] };
  const own = { ...(split !== undefined && { split }), ...(unit !== undefined && { unit }) };
  const alternative = Object.keys(own).length === 0 ? named : { columns: named, ...own };
  return { field, alternatives: named.length === 0 ? [] : [alternative] };
}

function unknownColumns(
  field: string,
  unknown: readonly string[],
  columns: readonly string[],
  isTemplate: boolean,
  asked: string,
): FaultyPair {
  const [first = ''] = unknown;
  const suggestion = nearestName(first, columns);
  const isRequired = field === 'title' || field === 'linkurl';
  const constant = isRequired ? '' : `; for that text in every course write ${field}:=${first}`;
  const names = unknown.map(quoteText).join(' or ');
  const fault = {
    rule: 'import-map',
    finding: `there is no column ${names}`,
    remedy: `name one of the columns ${shownColumns(columns)}${constant}`,
    ...(suggestion !== undefined && { suggestion }),
  } as const;
  if (isTemplate) return { field, fault };
  const text = `There is no column ${names}. ${asked}`;
  const choices = isRequired ? columns : [...columns, ''];
  return { field, fault, question: { ...fault, file: '--map', option: 'map', prefix: `${field}=`, text, choices } };
}

/** The names of columns in a text, between signs, which may be in a name too. */
export function splitNames(text: string, sign: '|' | ',', isName: (text: string) => boolean): readonly string[] {
  const ends = Array.from(text.matchAll(sign === ',' ? /,|$/gu : /\||$/gu), ({ index }) => index);
  const end = ends.findLast((index) => isName(text.slice(0, index).trim())) ?? ends[0];
  return end === undefined || end === text.length
    ? [text]
    : [text.slice(0, end), ...splitNames(text.slice(end + 1), sign, isName)];
}

/** A map as a file to edit and give with `--map`; where a question is open, with the column that is proposed. */
export function mapText(
  table: MappedFields,
  columns: readonly string[],
  fieldTable: FieldTable,
  proposals: Readonly<Record<string, string | undefined>>,
  questions: readonly Question[],
): string {
  const lines = Object.keys(labelsWith(fieldTable)).flatMap((field) => {
    const { [field]: alternatives } = table;
    if (isOpen(field, questions) || alternatives === undefined) return `# ${field}=${proposals[field] ?? ''}`;
    if (alternatives.length === 0) return `${field}=`;
    return alternatives.map((alternative) => {
      const { template, columns: named, split, unit } = partsOf(alternative);
      if (template !== undefined) return `${field}:=${template}`;
      return `${field}=${named.join('|')}${split === undefined ? '' : ` split "${split}"`}${inUnit(unit)}`;
    });
  });
  const unused = unusedColumns(table, columns);
  return [...lines, ...(unused.length > 0 ? [`# columns that are not used: ${unused.join(', ')}`] : []), ''].join('\n');
}

/** What follows columns of numbers, in a map and in words. */
function inUnit(unit: DurationUnit | undefined): string {
  return unit === undefined ? '' : ` in ${unit}`;
}

function isOpen(field: string, questions: readonly Question[]): boolean {
  return questions.some(({ prefix }) => prefix === `${field}=` || prefix === `${field}:=`);
}

/** A map in words, without fields that are asked for: `Title: "Curso" · Address: the links of "Curso" · Not used: Sala, Horas`. */
export function mapInWords(
  table: MappedFields,
  columns: readonly string[],
  links: ReadonlyMap<string, string>,
  fieldTable: FieldTable,
  questions: readonly Question[],
): string {
  const labels = labelsWith(fieldTable);
  const names = Object.keys(labels);
  const linking = new Map(Array.from(links, ([column, link]) => [link, column]));
  const inWords = (column: string) => {
    const linked = linking.get(column);
    return linked === undefined ? quoteText(column) : `the links of ${quoteText(linked)}`;
  };
  const known = names.filter((field) => !isOpen(field, questions));
  const open = names.filter((field) => !known.includes(field));
  const unused = unusedColumns({ ...table, ...Object.fromEntries(open.map((field) => [field, []])) }, columns);
  const parts = known.flatMap((field) => {
    const { [field]: alternatives = [] } = table;
    const texts = alternatives.map((alternative) => {
      const { template, columns: named, unit } = partsOf(alternative);
      return template ?? named.map(inWords).join(', ') + inUnit(unit);
    });
    return texts.length === 0 ? [] : `${labels[field]}: ${texts.join(', or ')}`;
  });
  const lacking = Object.keys(customFieldsOf(fieldTable)).filter((name) => !table[name]?.length);
  const without = lacking.map((name) => labels[name] ?? name);
  return [
    ...parts,
    ...(without.length > 0 ? [`No column found: ${shownColumns(without, 12)}`] : []),
    ...(unused.length > 0 ? [`Not used: ${shownColumns(unused, 12)}`] : []),
  ].join(' · ');
}

/** A map, or the file with one, with another pair in place of that of the same field. */
export function mapWithPair(map: string, pair: string, fieldTable: FieldTable): string {
  const next = nextPair(fieldTable);
  const lines = isFileAt(map) ? readFileSync(map, 'utf8').split(/\r?\n/u) : [map];
  const pairs = lines.flatMap((line) => (/^\s*#/u.test(line) ? [] : line.split(next))).map((text) => text.trim());
  const fieldOf = (text: string) => text.split(/\s*:?=/u, 1)[0];
  const others = pairs.filter((other) => other !== '' && fieldOf(other) !== fieldOf(pair));
  return [...others, pair].join(',');
}

function isFileAt(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch (error) {
    // Pairs may be longer than a path can be.
    if (isAbsence(error) || errorCode(error) === 'ENAMETOOLONG') return false;
    throw error;
  }
}
