// The search, loaded when somebody is about to search.
import type { Search } from '../search/search.ts';

/** Makes a function that loads the search once; after a failure it tries anew. */
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
  const { openSearch } = await import('../search/search.ts');
  return openSearch(root);
}
