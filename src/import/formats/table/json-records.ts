// Records of JSON and NDJSON.
import { fieldOf } from '../../../source/record.ts';
import { parseJson } from '../../../source/json.ts';
import { sourceError } from '../../input/resource.ts';
import { isObject, Row } from '../../rows.ts';

/** Maximum characters of a record, or of a CSV row. */
export const maxRecord = 64 * 1024 * 1024;

/** The records of a JSON value: an array of objects, alone or as the longest one in an object, or else the object itself. */
export function recordsIn(json: unknown): object[] | undefined {
  if (Array.isArray(json)) return json.every(isObject) ? json : undefined;
  if (!isObject(json)) return undefined;
  if (Object.keys(json).length === 0) return [];
  const arrays = Object.values(json).flatMap((value): object[][] => {
    return Array.isArray(value) && value.length > 0 && value.every(isObject) ? [value] : [];
  });
  const names = ['title', 'name', 'course_title'];
  if (names.some((name) => typeof fieldOf(json, name) === 'string')) return [json];
  return arrays.toSorted((a, b) => b.length - a.length)[0] ?? [json];
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
    if (!isObject(record)) throw sourceError(address, 'is not a JSON object on one line', remedy, number);
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
