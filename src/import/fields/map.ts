// Maps: which column fills which field, as found by the names of the columns or given with `--map`.
import { readFileSync, statSync } from 'node:fs';
import { errorCode } from '../../errors.ts';
import type { Settings } from '../../options/settings.ts';
import { nearestName } from '../../text/suggestions.ts';
import { problemAt, ProblemsError, quoteText } from '../../problems.ts';
import { isAbsence } from '../../storage/published.ts';
import { fieldNames, type FieldTable, type Source } from '../formats/format.ts';
import { maxName } from '../formats/table/headings.ts';
import { OpenQuestions, type Question } from '../questions.ts';

/** The names of the fields in a pair: `title=Name`, `provider:=Constant or {template}`. */
const pair = new RegExp(`^\\s*(${fieldNames.join('|')})\\s*(:?=)\\s*(.*?)\\s*$`, 'u');
const nextPair = new RegExp(`,(?=\\s*(?:${fieldNames.join('|')})\\s*:?=)`, 'u');

/**
 * Reads `--map`: pairs such as `title=Name,author=Instructor 1|Instructor 2,linkurl:=https://example.org/{Code}`, or the path
 * of a file with one pair a line. The pairs replace those found; an empty one removes them.
 */
export function readMap(given: string, found: FieldTable, columns: readonly string[]): FieldTable {
  const isFile = isFileAt(given);
  const file = isFile ? given : '--map';
  const pairs = isFile ? readFileSync(given, 'utf8').replace(/^\ufeff/u, '') : given;
  const table = { ...found };
  const questions: Question[] = [];
  const problems = pairs.split(isFile ? /\r?\n/u : nextPair).flatMap((text, at) => {
    if (/^\s*(?:#.*)?$/u.test(text)) return [];
    const position = isFile ? { line: at + 1, column: 1 } : undefined;
    const [, name = '', sign, value = ''] = pair.exec(text) ?? [];
    const field = fieldNames.find((one) => one === name);
    if (field === undefined) {
      const near = nearestName(/^\s*(\w*)/u.exec(text)?.[1] ?? '', fieldNames);
      const suggestion = near === undefined ? {} : { suggestion: near };
      const no = text.includes('=') ? 'no' : 'neither a file that is there nor a';
      const finding = `${quoteText(text.trim())} is ${no} pair such as title=Name`;
      return [problemAt(file, position, '', { rule: 'import-map', finding, ...suggestion })];
    }
    const [, before, apart] = /^(.*?)\s+split\s+"([^"]+)"$/u.exec(value) ?? [];
    const named = before ?? value;
    const parts = sign === ':=' ? columnsIn(value) : partsOf(named, columns);
    const wanted = parts.map((part) => part.trim()).filter((part) => part !== '');
    if (field === 'linkurl' && sign === ':=' && wanted.length === 0) {
      const finding = `${quoteText(text.trim())} gives every course the same address`;
      const remedy = 'put the name of a column into it, in braces, such as linkurl:=https://example.org/{Code}';
      return [problemAt(file, position, field, { rule: 'import-map', finding, remedy })];
    }
    if (sign === ':=') table[field] = [{ template: value }];
    else table[field] = wanted.length === 0 ? [] : [apart === undefined ? wanted : { columns: wanted, split: apart }];
    const missing = wanted.filter((one) => !columns.some((column) => one === column || one.startsWith(`${column}.`)));
    const [column] = missing;
    if (column === undefined) return [];
    const suggestion = nearestName(column, columns);
    const isNeeded = field === 'title' || field === 'linkurl';
    const constant = isNeeded ? '' : `; for that text in every course write ${field}:=${column}`;
    const remedy = `name one of the columns ${shownColumns(columns)}${constant}`;
    const finding = `there is no column ${missing.map(quoteText).join(' or ')}`;
    const asked = { rule: 'import-map', finding, remedy, ...(suggestion !== undefined && { suggestion }) } as const;
    const question = `T${finding.slice(1)}. Which column is ${field}?`;
    const choices = isNeeded ? columns : [...columns, ''];
    if (!isFile && sign === '=')
      questions.push({ ...asked, option: 'map', prefix: `${field}=`, text: question, choices });
    return [problemAt(file, position, field, asked)];
  });
  if (problems.length > questions.length) throw new ProblemsError(problems);
  if (questions.length > 0) throw new OpenQuestions(file, questions);
  return table;
}

/** The columns that a value names, between bars; their own names may hold bars too. */
function partsOf(value: string, columns: readonly string[]): readonly string[] {
  const ends = Array.from(value.matchAll(/\||$/gu), ({ index }) => index);
  const end = ends.findLast((at) => columns.includes(value.slice(0, at).trim())) ?? ends[0];
  return end === undefined || end === value.length
    ? [value]
    : [value.slice(0, end), ...partsOf(value.slice(end + 1), columns)];
}

/** Applies a map to the fields of a format. The website that it states is not that of a provider whom the map names. */
export function remapped(given: string, found: FieldTable, columns: readonly string[]): FieldTable {
  const { provider_url, ...fields } = readMap(given, found, columns);
  const isOther = fields.provider !== found.provider && provider_url === found.provider_url;
  return isOther || provider_url === undefined ? fields : { ...fields, provider_url };
}

/** A map as a file to edit and give with `--map`, with what the columns may be. */
export function mapText(table: FieldTable, { columns, proposals = {} }: Source, questions: readonly Question[]) {
  const lines = fieldNames.map((field) => {
    const [first] = table[field] ?? [];
    const isOpen = questions.some(({ prefix }) => prefix?.startsWith(field));
    if (isOpen || first === undefined) return `# ${field}=${proposals[field] ?? ''}`;
    if ('template' in first) return `${field}:=${first.template}`;
    return 'split' in first
      ? `${field}=${first.columns.join('|')} split "${first.split}"`
      : `${field}=${first.join('|')}`;
  });
  const used = usedColumns(table);
  const unused = columns.filter((column) => !used.has(column));
  return [...lines, ...(unused.length > 0 ? [`# columns that are not used: ${unused.join(', ')}`] : []), ''].join('\n');
}

/** The value of the option of a question with an answer to it: its pair is added to those of other fields in the map that there is. */
export function valueWith({ option, prefix }: Question, answer: string, before: Partial<Settings>): string {
  if (prefix === undefined) return answer;
  const { [option]: map = '' } = before;
  const lines = isFileAt(map) ? readFileSync(map, 'utf8').split(/\r?\n/u) : [map];
  const pairs = lines.flatMap((line) => (/^\s*#/u.test(line) ? [] : line.split(nextPair))).map((text) => text.trim());
  const fieldOf = (text: string) => text.split(/\s*:?=/u, 1)[0];
  const others = pairs.filter((text) => text !== '' && fieldOf(text) !== fieldOf(prefix));
  return [...others, `${prefix}${answer}`].join(',');
}

/** The columns, or first steps of paths, that a table names. */
export function usedColumns(table: FieldTable): Set<string> {
  const alternatives = Object.values(table).flat();
  const names = alternatives.flatMap((one) => {
    if ('template' in one) return columnsIn(one.template);
    return 'split' in one ? one.columns : one;
  });
  return new Set(names.flatMap((name) => [name, name.split('.')[0] ?? name]));
}

function columnsIn(template: string): string[] {
  return [...template.matchAll(/\{([^{}]+)\}/gu)].map(([, column = '']) => column);
}

/** The first columns of a table, as a message lists them. */
export function shownColumns(columns: readonly string[], most = 30): string {
  const shown = columns.slice(0, most).map((name) => name.slice(0, maxName));
  const rest = columns.length - shown.length;
  return `${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** Whether `--map` names a file. */
function isFileAt(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch (error) {
    // Pairs may be longer than a path can be.
    if (isAbsence(error) || errorCode(error) === 'ENAMETOOLONG') return false;
    throw error;
  }
}
