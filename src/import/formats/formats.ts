// The table of import formats, and how the format of a resource is found.
import { importFormats, type ImportFormatName } from '../../options/option-table.ts';
import { errorAt } from '../../text/problems.ts';
import { whyNotJson } from '../../catalog/source/json-positions.ts';
import { quoteText } from '../../text/quote.ts';
import { shownColumns } from '../fields/columns.ts';
import type { Probe, ReadContext } from '../input/probe.ts';
import { inputError } from '../input/resource.ts';
import { isObject } from '../../text/keys.ts';
import { columnsOf } from '../rows.ts';
import { feed } from './feed.ts';
import type { ImportFormat } from './format.ts';
import { html, isPage, markdown } from './list/list.ts';
import { moochub } from './moochub.ts';
import { openedx } from './openedx.ts';
import { schemaOrg } from './schema-org.ts';
import { service } from './service/service.ts';
import { table } from './table/table.ts';
import { whyUnsupported } from './unsupported.ts';

/** Every import format; a new one is a new row. They are tried in the order of their names in `importFormats`. */
export const formats: Readonly<Record<ImportFormatName, ImportFormat>> = {
  service,
  moochub,
  openedx,
  feed,
  'schema-org': schemaOrg,
  html,
  markdown,
  table,
};

/** Detects the format of a resource, and says why. Throws a ProblemsError that says what was seen if no format matches. */
export async function detectFormat(probe: Probe, named: ImportFormatName | undefined, context: ReadContext) {
  const { address, file } = probe.resource;
  const refusal = whyUnsupported(probe, named !== undefined || context.map !== undefined);
  if (refusal !== undefined) throw errorAt(address, refusal);
  if (named !== undefined) return { name: named, reason: 'as --format says' };
  for (const name of importFormats) {
    const reason = await formats[name].recognize(probe, context);
    if (reason !== undefined) return { name, reason };
  }
  if (probe.start.trim() === '' && file !== '')
    throw inputError(address, 'is empty', 'save the list again, and import it');
  if (probe.isFaultyJson === true) {
    const { finding, position } = whyNotJson(context.decoder.textOf(probe.resource));
    const remedy = 'correct it there, or export the list again; several objects need an array around them, with commas';
    throw inputError(address, `is ${finding}`, remedy, position.line, position.column);
  }
  if (isPage(probe)) {
    const finding = 'is a page without courses in JSON-LD, and without links in lists or tables below headings';
    const remedy = 'import its feed, its sitemap, a file that it offers, or a spreadsheet of its courses';
    throw errorAt(address, { rule: 'import-format', finding, remedy });
  }
  const finding = `is of no known format (${importFormats.join(', ')}): ${describe(probe)}`;
  throw errorAt(address, { rule: 'import-format', finding });
}

function describe({ json, start }: Probe): string {
  if (isObject(json)) return `a JSON object with the fields ${shownColumns(columnsOf([{ value: json }]))}`;
  if (/^[^<{[\0\r\n]+$/u.test(start.trimEnd()))
    return `it has one line, ${quoteText(start.trim())}, and no row below it`;
  return `it begins with ${JSON.stringify(start.trimStart().slice(0, 60))}`;
}
