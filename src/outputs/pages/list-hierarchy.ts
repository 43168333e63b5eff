// The hierarchy of lists: which are above and below each, and the order of lists on pages.
import type { List } from '../../api/paging.ts';
import { CategoryTree } from '../../catalog/category-tree.ts';
import { categoryListNumber } from '../../catalog/membership.ts';
import { compareText } from '../../text/problems.ts';
import type { Catalog } from '../output.ts';
import type { Frame } from '../frame/frame.ts';
import { isShown, type ShownRoute } from '../shared/page-paths.ts';
import type { ShownList } from './paths.ts';
import { readableName } from '../../text/character-references.ts';
import { withoutAccents } from '../../text/accents.ts';

/** What the pages of a list say of it, and link to. Plain data, so that other threads can have it. */
export interface RelatedLists {
  /** From the top down. */
  readonly ancestors: readonly Pick<ShownList, 'route' | 'parameter' | 'label'>[];
  /** In alphabetical order. */
  readonly children: readonly ShownList[];
  /** How many providers its courses have; undefined where that is not told. */
  readonly providers?: number | undefined;
}

export const noRelatedLists: RelatedLists = { ancestors: [], children: [] };

/** The list with its name as pages show it: that of a language in the language of the page. */
export function shownList<Of extends List>({ localizedLanguage }: Pick<Frame, 'localizedLanguage'>, list: Of): Of {
  const { route, label } = list;
  return { ...list, label: route === 'language' ? localizedLanguage(label) : readableName(label) };
}

export type ListHierarchy = ReturnType<typeof listHierarchy>;

export function listHierarchy(catalog: Pick<Catalog, 'lists' | 'references'>) {
  const { categories } = catalog.references;
  const lists = catalog.lists.filter((list) => isShown(list));
  const tree = new CategoryTree(categories);
  const listOf = (category: number) => {
    const list = catalog.lists[categoryListNumber(catalog.references, category)];
    return list && isShown(list) ? list : undefined;
  };
  const above = new Map<string, RelatedLists['ancestors']>();
  const below = new Map<string, ShownList[]>();
  for (const [index, { parent }] of categories.entries()) {
    const list = listOf(index);
    const parentList = listOf(parent);
    if (!list || !parentList || parent === -1) continue;
    const ancestors: RelatedLists['ancestors'][number][] = [];
    tree.visitUpwards(parent, (category) => {
      const ancestor = listOf(category);
      if (ancestor) ancestors.unshift({ route: ancestor.route, parameter: ancestor.parameter, label: ancestor.label });
      return true;
    });
    above.set(list.parameter, ancestors);
    const siblings = below.get(parentList.parameter) ?? [];
    siblings.push(list);
    below.set(parentList.parameter, siblings);
  }
  return {
    relatedTo: ({ route, parameter }: List): RelatedLists =>
      route === 'category'
        ? { ancestors: above.get(parameter) ?? [], children: alphabetical(below.get(parameter) ?? []) }
        : noRelatedLists,
    /** The lists of a route that are below no other, in alphabetical order. */
    topLists: (route: ShownRoute) =>
      alphabetical(
        lists.filter((list) => list.route === route && !(route === 'category' && above.has(list.parameter))),
      ),
  };
}

/** Sorts lists by their names, whatever the case and the accents: by no table of a language, since those differ between versions of Node. */
function alphabetical(lists: readonly ShownList[]): ShownList[] {
  return lists
    .map((list) => ({ list, key: withoutAccents(list.label) }))
    .toSorted((a, b) => compareText(a.key, b.key) || compareText(a.list.label, b.list.label))
    .map(({ list }) => list);
}
