// The ledger of an import: where it came from, the digests of the files it wrote, and every id it ever gave.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { errorCode } from '../errors.ts';
import { problemAt, ProblemsError } from '../problems.ts';

const id = z.int().positive();
const ledgerSchema = z.strictObject({
  source: z.string(),
  format: z.string(),
  options: z.record(z.string(), z.string()),
  /** Digests that each file may have; an empty one stands for no file. Two while files are being written. */
  files: z.record(z.string(), z.array(z.string())),
  /** Ids with the keys by which the source names the records. */
  providers: z.array(z.tuple([id, z.string()])),
  categories: z.array(z.tuple([id, z.string()])),
  /** Ids with addresses, the source's own ids, and the day of those that the source gives no date. */
  courses: z.array(z.tuple([id, z.string(), z.string().nullable(), z.string().nullable()])),
});

/** Includes the ids of records that are gone, so that none is ever given twice. */
export type Ledger = z.infer<typeof ledgerSchema>;

/** The hidden folder of all ledgers, which belongs to the catalog. */
export const ledgerFolder = '.import';

/** The ledger of an import; undefined before its first run. Throws a ProblemsError if it cannot be read. */
export function readLedger(data: string, name: string): Ledger | undefined {
  const file = ledgerPath(data, name);
  try {
    return ledgerSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return undefined;
    if (!(error instanceof SyntaxError) && !(error instanceof z.ZodError) && errorCode(error) === undefined)
      throw error;
    const finding = `cannot be read: ${error instanceof z.ZodError ? 'it has not the form of a ledger' : String(error)}`;
    const remedy = 'restore it from Git: it holds every id that was given';
    throw new ProblemsError([problemAt(file, undefined, '', { rule: 'import-ledger', finding, remedy })]);
  }
}

/** The names of all imports of a catalog. */
export function importNames(data: string): string[] {
  try {
    const files = readdirSync(join(data, ledgerFolder)).filter((file) => file.endsWith('.json'));
    return files.map((file) => file.slice(0, -'.json'.length)).toSorted();
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return [];
    throw error;
  }
}

export function ledgerPath(data: string, name: string): string {
  return join(data, ledgerFolder, `${name}.json`);
}

/** The text of a ledger, with a line for each id, so that Git shows what changed. */
export function ledgerText({ providers, categories, courses, ...head }: Ledger): string {
  const lists = Object.entries({ providers, categories, courses }).map(([kind, rows]) => {
    const lines = rows.toSorted(([a], [b]) => a - b).map((row) => `    ${JSON.stringify(row)}`);
    return `  "${kind}": [${lines.length > 0 ? `\n${lines.join(',\n')}\n  ` : ''}]`;
  });
  return `${JSON.stringify(head, undefined, 2).replace(/\n\}$/u, '')},\n${lists.join(',\n')}\n}\n`;
}
