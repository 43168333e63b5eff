// Import: reads a source, plans what it changes, checks the result with the rest of the catalog, and writes it.
import { statSync } from 'node:fs';
import { problemAt, ProblemsError, type Problem } from '../problems.ts';
import type { ImportFormat } from '../settings.ts';
import { whyUnreadable } from '../source/errors.ts';
import { convert, type ConvertOptions } from './convert.ts';
import type { ReadContext, ReadOptions, Resource } from './format.ts';
import { detect, formats, probe } from './formats.ts';
import { readHoldings } from './holdings.ts';
import { LanguageNames } from './languages.ts';
import { readLedger } from './ledger.ts';
import { mapText, usedColumns } from './map.ts';
import { planImport, type Plan } from './plan.ts';
import { Remarks, type Remark } from './remarks.ts';
import { applyPlan, checkPlan, ledgerAfter, type CheckOptions } from './write.ts';

export interface ImportOptions extends ConvertOptions, ReadOptions, CheckOptions {
  /** A file or an address. */
  readonly source: string;
  readonly name: string;
  readonly from: ImportFormat | undefined;
  readonly dryRun: boolean;
  readonly prune: boolean;
  readonly overwrite: boolean;
}

export type ImportIo = Pick<ReadContext, 'onProgress' | 'signal'>;

export interface ImportResult {
  readonly source: string;
  readonly name: string;
  readonly format: ImportFormat;
  /** Why it was taken for that format. */
  readonly why: string;
  /** Whether the source could be read to its end. */
  readonly isWhole: boolean;
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
  const resource = resourceAt(options.source);
  const probed = probe(resource, options.encoding);
  const { name: format, why } = detect(probed, options.from, options.map !== undefined);
  const source = await formats[format].read(probed, { options, remarks, fetch: undefined, ...io });
  if (source.rows.length === 0) throw empty(options.source);
  const holdings = await readHoldings(data, name, ledger, options.overwrite);
  const names = new LanguageNames([...(holdings.languages ?? []), ...holdings.used.languages]);
  const converted = convert(source, options.source, options, names, remarks);
  const given = ledger ?? { providers: [], categories: [], courses: [] };
  const plan = planImport(converted, source, holdings, given, options, remarks);
  const warnings = await checkPlan(plan, holdings, options, io.signal);
  const after = ledgerAfter(plan, { source: options.source, format, options: repeatable(options) });
  const hasWritten = !options.dryRun && applyPlan(plan, holdings, after, data, name);
  const used = usedColumns(source.fields);
  return {
    source: options.source,
    name,
    format,
    why,
    isWhole: source.isWhole,
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
function repeatable({ from, map, provider, language, dates, encoding }: ImportOptions): Record<string, string> {
  const all = Object.entries({ from, map, provider, language, dates, encoding });
  return Object.fromEntries(all.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
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

function empty(source: string): ProblemsError {
  return unreadable(source, 'holds no record: nothing was changed');
}
