// The order of work of `check`: read and count a catalog, and write nothing.
import { readReferences } from '../catalog/references.ts';
import type { Problem } from '../text/problems.ts';
import type { CatalogSummary } from '../results.ts';
import { findSource, type FoundSource } from '../catalog/source/find.ts';
import type { BuildIo, CatalogOptions } from './build-options.ts';
import { checkCatalog } from './read/check-catalog.ts';
import { cutIntoChunks } from './read/chunks.ts';
import { openWorkers } from './workers/pool.ts';
import { readChunks } from './workers/read-chunks.ts';
import { importNames, ledgerPath, readLedger } from '../storage/ledger.ts';
import { fileProblem } from '../text/problems.ts';
import { secretIn } from '../text/secrets.ts';
import { threadsFor } from './workers/thread-count.ts';

/** Checks a catalog: the files of its folder, or those given. Throws a ProblemsError with every problem if any is an error. */
export async function check(
  options: CatalogOptions,
  { onProgress, signal }: Pick<BuildIo, 'onProgress' | 'signal'>,
  given?: FoundSource,
): Promise<{ summary: CatalogSummary; warnings: readonly Problem[] }> {
  const source = given ?? (await findSource(options.data));
  const read = await readReferences(source.files);
  const chunks = cutIntoChunks(source.files, options.chunkSize);
  const { references } = read;
  await using workers = await openWorkers(
    threadsFor(chunks, options.threads),
    { references, fields: options.fields },
    { signal },
  );
  const results = await readChunks(chunks, workers, onProgress);
  const { summary, warnings } = await checkCatalog({ source, ...read, chunks }, results, options);
  // An import checks what it is about to write.
  return { summary, warnings: given === undefined ? [...warnings, ...secretsIn(options.data)] : warnings };
}

/** The ledgers of imports whose addresses have secrets. */
function secretsIn(data: string): Problem[] {
  return importNames(data).flatMap((name) => {
    const { name: parameter } = secretIn(readLedger(data, name)?.input ?? '') ?? {};
    if (parameter === undefined) return [];
    const finding = `has a secret in the address of its input (${parameter})`;
    return [fileProblem(ledgerPath(data, name), { rule: 'import-secret', level: 'warning', finding })];
  });
}
