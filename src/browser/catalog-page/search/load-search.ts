// Loads the search on first use.
import type { Search } from '../../../library/search/search.ts';
import { openRequests } from '../../../library/requests.ts';
import { withoutVariant } from '../../../text/locales/language-names.ts';
import { locale } from '../language/locale.ts';
import type { ScreenContext } from '../screen.ts';

export async function loadSearch({ root, api, facts, localizedLanguage, isPreferred }: ScreenContext): Promise<Search> {
  const [{ openSearch }, languages] = await Promise.all([
    import('../../../library/search/search.ts'),
    // Without them, names are searched as they are typed.
    /^en\b/u.test(locale().tag) ? [] : api.languages().catch(() => []),
  ]);
  const search = openSearch(
    openRequests(root),
    undefined,
    isPreferred,
    async (...fact) => (await facts())?.addFact(...fact) ?? false,
  );
  const names = new Map(languages.map(({ name }) => [withoutVariant(localizedLanguage(name)).toLowerCase(), name]));
  /** What is searched are the catalog's names of languages. */
  const inItsWords = (query: string) =>
    query.replaceAll(/\S+/gu, (word) => withoutVariant(names.get(word.toLowerCase()) ?? word));
  return {
    ...search,
    find: (query, limit) => search.find(inItsWords(query), limit),
    filter: (asked) => search.filter({ ...asked, query: inItsWords(asked.query) }),
  };
}
