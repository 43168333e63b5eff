// The command `check`: a catalog is read and counted; nothing is written.
import type { Problem } from '../problems.ts';
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
    root: null,
  } as const;
  return withCatalog(options, context, onProgress, signal, async ({ summary, warnings }) => ({ summary, warnings }));
}
