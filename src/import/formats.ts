// The table of import formats, and how the format of a resource is found.
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { problemAt, ProblemsError, quoteText } from '../problems.ts';
import { textOfFile } from './decode.ts';
import { importFormats, type ImportFormat } from '../settings.ts';
import type { Format, Probe, Resource, Web } from './format.ts';
import { parseJson } from './json.ts';
import { refusalOf } from './refused.ts';
import { shownColumns } from './map.ts';
import { columnsOf, isObject } from './rows.ts';
import { feed } from './feed.ts';
import { moochub } from './moochub.ts';
import { openedx } from './openedx.ts';
import { schemaOrg } from './schema-org.ts';
import { service } from './service.ts';
import { table } from './table.ts';

/** In the order of recognition; a new format is a new row. */
export const formats: Readonly<Record<ImportFormat, Format>> = {
  service,
  moochub,
  openedx,
  feed,
  'schema-org': schemaOrg,
  table,
};

const startBytes = 256 * 1024;
/** A longer JSON text is not parsed at once. */
const maxJson = 512 * 1024 * 1024;

/** Reads the start of a resource, and all of it if it is JSON. */
export function probe(resource: Resource, encoding: string | undefined): Probe {
  if (resource.file === '') return { resource, start: '', json: undefined };
  const bytes = Buffer.alloc(startBytes);
  const descriptor = openSync(resource.file, 'r');
  let size: number;
  try {
    size = readSync(descriptor, bytes, 0, startBytes, 0);
  } finally {
    closeSync(descriptor);
  }
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const named = isWide ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : (encoding ?? 'utf-8');
  const start = decoded(bytes.subarray(0, size), named);
  const isJson = /^\s*[[{]/u.test(start) && statSync(resource.file).size <= maxJson;
  return {
    resource,
    start,
    json: isJson ? parseJson(textOfFile(resource.file, encoding).replace(/^\ufeff/u, '')) : undefined,
  };
}

/** The format of a resource, and why. Throws a ProblemsError that names what was seen if it is of none. */
export async function detect(
  probed: Probe,
  named: ImportFormat | undefined,
  hasMap: boolean,
  web: Web | undefined,
): Promise<{ name: ImportFormat; why: string }> {
  if (named !== undefined) return { name: named, why: 'as --from says' };
  const refusal = hasMap ? undefined : refusalOf(probed);
  const { address } = probed.resource;
  if (refusal !== undefined) {
    throw new ProblemsError([problemAt(address, undefined, '', refusal)]);
  }
  for (const name of importFormats) {
    const why = await formats[name].recognize(probed, web);
    if (why !== undefined) return { name, why };
  }
  const finding = `is of no known format (${importFormats.join(', ')}): ${seen(probed)}`;
  throw new ProblemsError([problemAt(address, undefined, '', { rule: 'import-format', finding })]);
}

function seen({ json, start }: Probe): string {
  if (isObject(json)) return `a JSON object with the fields ${shownColumns(columnsOf([{ value: json }]))}`;
  if (start.trim() === '') return 'it is empty';
  if (start.startsWith('PK')) return 'it is a ZIP archive; save a spreadsheet as CSV UTF-8 first';
  if (/^[^<{[\0\r\n]+\s*$/u.test(start)) return `it has one line, ${quoteText(start.trim())}, and no row below it`;
  return `it begins with ${JSON.stringify(start.trimStart().slice(0, 60))}`;
}

function decoded(bytes: Uint8Array, encoding: string): string {
  try {
    return new TextDecoder(encoding).decode(bytes).replace(/^\ufeff/u, '');
  } catch {
    return Buffer.from(bytes).toString('latin1');
  }
}
