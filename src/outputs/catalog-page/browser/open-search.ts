// Loads the search on first use.
import type { Search } from '../../search/browser/search.ts';

/** Returns a function that loads the search once; after a failure the next call tries again. */
export function searchOpener(root: URL): () => Promise<Search> {
  let opened: Promise<Search> | undefined;
  return () => {
    opened ??= load(root).catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
}

async function load(root: URL): Promise<Search> {
  const { openSearch } = await import('../../search/browser/search.ts');
  return openSearch(root);
}
