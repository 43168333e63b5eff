// The command `check`: a catalog is read and counted; nothing is written.
import { readReferences } from '../catalog/references.ts';
import type { Problem } from '../problems.ts';
import { findSource } from '../source/find.ts';
import { newKey } from '../source/fingerprint.ts';
import { planBatches } from './planned.ts';
import { withCatalog, type CatalogOptions, type CatalogSummary, type Progress } from './catalog.ts';

/** Checks a catalog. Throws a ProblemsError with every problem where there is an error. */
export async function check(
  options: CatalogOptions & { readonly pageSize: number },
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<{ summary: CatalogSummary; warnings: Problem[] }> {
  const context = {
    latest: 1,
    pageSize: options.pageSize,
    links: { baseUrl: '', pageLinks: 'query' },
    form: { indexFile: 'index.json', precompress: [] },
    places: null,
    around: null,
    marksKey: newKey(),
  } as const;
  const source = await findSource(options.data);
  const material = {
    source,
    read: await readReferences(source.files),
    batches: planBatches(source.files, options.chunkSize),
  };
  return withCatalog(options, material, context, onProgress, signal, async ({ summary, warnings }) => ({
    summary,
    warnings,
  }));
}
