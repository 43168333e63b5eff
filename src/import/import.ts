// Import: reads a source, plans what it changes, checks the result with the rest of the catalog, and writes it.
import { statSync } from 'node:fs';
import { addressOf } from '../api/routes.ts';
import { baseOf } from '../client/addresses.ts';
import { problemAt, ProblemsError, type Problem } from '../problems.ts';
import type { ImportFormat } from '../settings.ts';
import { whyUnreadable } from '../source/errors.ts';
import { convert, type ConvertOptions } from './convert.ts';
import type { ReadContext, ReadOptions, Resource, Web } from './format.ts';
import { openWeb, type WebOptions } from './web.ts';
import { detect, formats, probe } from './formats.ts';
import { readHoldings } from './holdings.ts';
import { LanguageNames } from './languages.ts';
import { readLedger } from './ledger.ts';
import { mapText, readMap, usedColumns } from './map.ts';
import { planImport, type Plan } from './plan.ts';
import { Remarks, type Remark } from './remarks.ts';
import { applyPlan, checkPlan, ledgerAfter, type CheckOptions } from './write.ts';

export interface ImportOptions extends ConvertOptions, ReadOptions, CheckOptions, WebOptions {
  /** A file or an address. */
  readonly source: string;
  readonly from: ImportFormat | undefined;
  readonly dryRun: boolean;
  readonly prune: boolean;
  readonly overwrite: boolean;
}

export interface ImportIo extends Pick<ReadContext, 'onProgress' | 'signal'> {
  /** The version of this package, which the host is told. */
  readonly version: string;
}

export interface ImportResult {
  readonly source: string;
  readonly name: string;
  readonly format: ImportFormat;
  /** Why it was taken for that format. */
  readonly why: string;
  /** Whether the source could be read to its end. */
  readonly isWhole: boolean;
  /** Requests that were sent. */
  readonly requests: number;
  readonly plan: Plan;
  /** Whether files were written. */
  readonly hasWritten: boolean;
  readonly leftOut: readonly Remark[];
  readonly guessed: readonly Remark[];
  /** Columns that were not used. */
  readonly lost: readonly string[];
  /** The map of the columns, as a file to edit. */
  readonly map: string;
  readonly warnings: readonly Problem[];
}

/** Imports a source. Throws a ProblemsError, and leaves the catalog as it was, if the source or the result is at fault. */
export async function importCatalog(options: ImportOptions, io: ImportIo): Promise<ImportResult> {
  const { data, name } = options;
  const remarks = new Remarks();
  const ledger = readLedger(data, name);
  const isUrl = /^https?:\/\//iu.test(options.source);
  const web = isUrl ? await openWeb(addressIn(options.source), options, io.version, io.signal) : undefined;
  const resource = web ? await resourceOn(web, options) : resourceAt(options.source);
  const probed = probe(resource, options.encoding);
  const { name: format, why } = await detect(probed, options.from, options.map !== undefined, web);
  const read = await formats[format].read(probed, { options, remarks, web, ...io });
  const isMapped = options.map !== undefined && format !== 'table';
  const source = isMapped ? { ...read, fields: readMap(options.map ?? '', read.fields, read.columns) } : read;
  if (source.rows.length === 0) throw empty(options.source);
  const holdings = await readHoldings(data, name, ledger, options.overwrite);
  const names = new LanguageNames([...(holdings.languages ?? []), ...holdings.used.languages]);
  const converted = convert(source, options.source, options, names, remarks);
  if (converted.drafts.length === 0) throw unreadable(options.source, unusable(remarks.of('leftOut')));
  const given = ledger ?? { providers: [], categories: [], courses: [] };
  const plan = planImport(converted, source, holdings, given, options, remarks);
  const warnings = await checkPlan(plan, holdings, options, io.signal);
  const after = ledgerAfter(plan, { source: options.source, format, options: repeatable(options) });
  const hasWritten = !options.dryRun && applyPlan(plan, holdings, after, data, name);
  if (!options.dryRun) web?.complete();
  const used = usedColumns(source.fields);
  return {
    source: options.source,
    name,
    format,
    why,
    isWhole: source.isWhole,
    requests: web?.requests() ?? 0,
    plan,
    hasWritten,
    leftOut: remarks.of('leftOut'),
    guessed: remarks.of('guessed'),
    lost: source.columns.filter((column) => !used.has(column)),
    map: mapText(source.fields, source.columns),
    warnings,
  };
}

/** The options with which an import is repeated, as texts. */
function repeatable({ from, map, provider, language, dates, encoding, rate }: ImportOptions): Record<string, string> {
  const all = Object.entries({ from, map, provider, language, dates, encoding, rate });
  return Object.fromEntries(all.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])));
}

/** The address as it is asked for: without a fragment or a user. */
function addressIn(source: string): string {
  if (!URL.canParse(source)) throw unreadable(source, 'is no address');
  const url = new URL(source);
  if (url.username || url.password)
    throw unreadable(source, 'is an address with a user, which would be told to others');
  url.hash = '';
  return url.href;
}

/** The response at an address. A static service may have none at its root. */
async function resourceOn(web: Web, { source, from }: ImportOptions): Promise<Resource> {
  const address = addressIn(source);
  const none = { address, isUrl: true, file: '', day: '' };
  if (from === 'service' || /\/api\/v1(?:\/|$)/u.test(address)) return none;
  const found = await web.find(address);
  if (found !== undefined) return found;
  return baseOf(address) !== undefined && (await web.find(addressOf(baseOf(address) ?? '', 'providers')))
    ? none
    : web.get(address);
}

function resourceAt(source: string): Resource {
  try {
    const stats = statSync(source);
    if (stats.isFile())
      return { address: source, isUrl: false, file: source, day: stats.mtime.toISOString().slice(0, 10) };
    throw unreadable(source, 'is not a file');
  } catch (error) {
    const finding = whyUnreadable(error, source);
    throw finding === undefined ? error : unreadable(source, finding);
  }
}

function unreadable(source: string, finding: string): ProblemsError {
  return new ProblemsError([problemAt(source, undefined, '', { rule: 'import-source', finding })]);
}

function unusable(leftOut: readonly Remark[]): string {
  return `holds no record that can be a course (${leftOut.map(({ what }) => what).join(', ')}): nothing was changed`;
}

function empty(source: string): ProblemsError {
  return unreadable(source, 'holds no record: nothing was changed');
}
