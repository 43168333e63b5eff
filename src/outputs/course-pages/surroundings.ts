// Surroundings: the lists above and below a list, which its pages link to, and the order of lists on pages.
import type { List } from '../../api/paging.ts';
import type { PagedRoute } from '../../api/routes.ts';
import { compareText } from '../../problems.ts';
import type { Catalog } from '../output.ts';

/** What the pages of a list say beside its courses. Plain data, so that other threads can have it. */
export interface Around {
  /** From the top down. */
  readonly above: readonly Pick<List, 'route' | 'parameter' | 'label'>[];
  /** In alphabetical order. */
  readonly below: readonly List[];
}

export interface Surroundings {
  readonly around: (list: List) => Around;
  /** The lists of a route that are below no other, in alphabetical order. */
  readonly top: (route: PagedRoute) => List[];
}

const none: Around = { above: [], below: [] };

export function surroundingsIn({
  layout,
  references: { providers, categories },
}: Pick<Catalog, 'layout' | 'references'>): Surroundings {
  const listOf = (category: number) => layout[providers.length + category];
  const above = new Map<string, List[]>();
  const below = new Map<string, List[]>();
  const order = alphabetical();
  for (const [index, { parent }] of categories.entries()) {
    const list = listOf(index);
    if (!list || parent === -1) continue;
    const lists = [];
    for (let at = parent; at !== -1; at = categories[at]?.parent ?? -1)
      lists.push(...[listOf(at)].flatMap((one) => one ?? []));
    above.set(list.parameter, lists.toReversed());
    const [next] = lists;
    if (next) below.set(next.parameter, [...(below.get(next.parameter) ?? []), list]);
  }
  return {
    around({ route, parameter }) {
      if (route !== 'category') return none;
      const named = above
        .get(parameter)
        ?.map((one) => ({ route: one.route, parameter: one.parameter, label: one.label }));
      return { above: named ?? [], below: order(below.get(parameter) ?? []) };
    },
    top: (route) =>
      order(layout.filter((list) => list.route === route && !(route === 'category' && above.has(list.parameter)))),
  };
}

/** Sorts lists by their names, whatever the case and the accents: by no table of a language, since those differ between versions of Node. */
function alphabetical(): (lists: readonly List[]) => List[] {
  const key = (label: string) => label.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return (lists) =>
    lists
      .map((list) => ({ list, key: key(list.label) }))
      .toSorted((a, b) => compareText(a.key, b.key) || compareText(a.list.label, b.list.label))
      .map(({ list }) => list);
}
