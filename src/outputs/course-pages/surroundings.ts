// Surroundings: the lists above and below a list, which its pages link to, and the order of lists on pages.
import type { List } from '../../api/paging.ts';
import type { PagedRoute } from '../../api/routes.ts';
import { CategoryTree } from '../../catalog/tree.ts';
import { compareText } from '../../problems.ts';
import type { Catalog } from '../output.ts';
import type { Frame } from '../static-pages/frame.ts';

/** What the pages of a list say beside its courses. Plain data, so that other threads can have it. */
export interface Around {
  /** From the top down. */
  readonly above: readonly Pick<List, 'route' | 'parameter' | 'label'>[];
  /** In alphabetical order. */
  readonly below: readonly List[];
}

export const none: Around = { above: [], below: [] };

/** A list as readers of the pages have its name: languages have their names in the language of the page. */
export function namedFor({ languageName }: Pick<Frame, 'languageName'>, list: List): List {
  return list.route === 'language' ? { ...list, label: languageName(list.label) } : list;
}

export function surroundingsIn({
  layout,
  references: { providers, categories },
}: Pick<Catalog, 'layout' | 'references'>) {
  const tree = new CategoryTree(categories);
  const listOf = (category: number) => layout[providers.length + category];
  const above = new Map<string, Around['above']>();
  const below = new Map<string, List[]>();
  for (const [index, { parent }] of categories.entries()) {
    const list = listOf(index);
    const next = listOf(parent);
    if (!list || !next || parent === -1) continue;
    const lists: Around['above'][number][] = [];
    tree.visitUpwards(parent, (category) => {
      const upper = listOf(category);
      if (upper) lists.unshift({ route: upper.route, parameter: upper.parameter, label: upper.label });
      return true;
    });
    above.set(list.parameter, lists);
    below.set(next.parameter, [...(below.get(next.parameter) ?? []), list]);
  }
  return {
    around: ({ route, parameter }: List): Around =>
      route === 'category'
        ? { above: above.get(parameter) ?? [], below: alphabetical(below.get(parameter) ?? []) }
        : none,
    /** The lists of a route that are below no other, in alphabetical order. */
    top: (route: PagedRoute) =>
      alphabetical(
        layout.filter((list) => list.route === route && !(route === 'category' && above.has(list.parameter))),
      ),
  };
}

/** Sorts lists by their names, whatever the case and the accents: by no table of a language, since those differ between versions of Node. */
function alphabetical(lists: readonly List[]): List[] {
  const key = (label: string) => label.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return lists
    .map((list) => ({ list, key: key(list.label) }))
    .toSorted((a, b) => compareText(a.key, b.key) || compareText(a.list.label, b.list.label))
    .map(({ list }) => list);
}
