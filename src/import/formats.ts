// The table of import formats, and how the format of a resource is found.
import { statSync } from 'node:fs';
import { errorAt, quoteText } from '../problems.ts';
import { importFormats, type ImportFormat } from '../options/settings.ts';
import type { Decoder } from './decode.ts';
import type { Format, Probe, ReadContext } from './format.ts';
import { maxTextLength } from '../source/bytes.ts';
import { parseJson } from '../source/json.ts';
import { binaryStart, spreadsheetIn, whyUnsupported } from './unsupported.ts';
import { shownColumns } from './map.ts';
import { columnsOf, isObject } from './rows.ts';
import { feed } from './feed.ts';
import { moochub } from './moochub.ts';
import { openedx } from './openedx.ts';
import { schemaOrg } from './schema-org.ts';
import { service } from './service.ts';
import { table } from './table.ts';
import { unreadable, type Resource } from './resource.ts';

/** In the order of recognition; a new format is a new row. */
export const formats: Readonly<Record<ImportFormat, Format>> = {
  service,
  moochub,
  openedx,
  feed,
  'schema-org': schemaOrg,
  table,
};

const startSize = 256 * 1024;

/** Reads the start of a resource, and all of it if it is JSON. */
export function probe(resource: Resource, decoder: Decoder): Probe {
  const binary = resource.file === '' ? undefined : binaryStart(resource.file);
  if (binary !== undefined) return { resource, start: binary, json: undefined, spreadsheet: spreadsheetIn(binary) };
  const [first = ''] = decoder.blocksOf(resource);
  const start = first.slice(0, startSize);
  const isJson = /^\s*[[{]/u.test(start) && statSync(resource.file).size <= maxTextLength;
  return { resource, start, json: isJson ? parseJson(decoder.textOf(resource)) : undefined };
}

/** The format of a resource, and why. Throws a ProblemsError that names what was seen if it is of none. */
export async function detect(probed: Probe, named: ImportFormat | undefined, context: ReadContext) {
  const { address } = probed.resource;
  const refusal = whyUnsupported(probed, named !== undefined || context.map !== undefined);
  if (refusal !== undefined) throw errorAt(address, refusal);
  if (named !== undefined) return { name: named, why: 'as --from says' };
  for (const name of importFormats) {
    const why = await formats[name].recognize(probed, context);
    if (why !== undefined) return { name, why };
  }
  if (probed.start.trim() === '' && probed.resource.file !== '')
    throw unreadable(address, 'is empty', 'save the list again, and import it');
  const finding = `is of no known format (${importFormats.join(', ')}): ${seen(probed)}`;
  throw errorAt(address, { rule: 'import-format', finding });
}

function seen({ json, start }: Probe): string {
  if (isObject(json)) return `a JSON object with the fields ${shownColumns(columnsOf([{ value: json }]))}`;
  if (/^[^<{[\0\r\n]+\s*$/u.test(start)) return `it has one line, ${quoteText(start.trim())}, and no row below it`;
  return `it begins with ${JSON.stringify(start.trimStart().slice(0, 60))}`;
}
