// Loads the search on first use.
import type { Search } from '../../../search/browser/search.ts';
import { withoutVariant } from '../../../../locales/language-names.ts';
import { locale } from '../language/locale.ts';
import type { ViewContext } from '../view.ts';

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

export async function loadSearch({ root, api, languageName, isPreferred }: ViewContext): Promise<Search> {
  const [{ openSearch }, languages] = await Promise.all([
    import('../../../search/browser/search.ts'),
    // Without them, names are searched as they are typed.
    /^en\b/u.test(locale().tag) ? [] : api.languages().catch(() => []),
  ]);
  const search = openSearch(root, undefined, isPreferred);
  const names = new Map(languages.map(({ name }) => [withoutVariant(languageName(name)).toLowerCase(), name]));
  /** What is searched are the catalog's names of languages. */
  const inItsWords = (query: string) =>
    query.replaceAll(/\S+/gu, (word) => withoutVariant(names.get(word.toLowerCase()) ?? word));
  return {
    ...search,
    find: (query, limit) => search.find(inItsWords(query), limit),
    filter: (asked) => search.filter({ ...asked, query: inItsWords(asked.query) }),
  };
}
