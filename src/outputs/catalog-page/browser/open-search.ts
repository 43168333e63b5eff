// Loads the search on first use.
import type { Search } from '../../search/browser/search.ts';
import { baseOf } from './visitor.ts';

/** Returns a function that loads something once; after a failure the next call tries again. */
export function once<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let loaded: Promise<Loaded> | undefined;
  return () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
}

/** `tagOf` gives the tag of a language name. */
export async function loadSearch(root: URL, tagOf: (language: string) => string | undefined): Promise<Search> {
  const { openSearch } = await import('../../search/browser/search.ts');
  return openSearch(root, undefined, (language) => {
    const tag = tagOf(language);
    return tag !== undefined && navigator.languages.some((one) => baseOf(one) === baseOf(tag));
  });
}
