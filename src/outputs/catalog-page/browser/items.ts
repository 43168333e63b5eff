// Items: categories, providers and languages as list entries, and how to filter them.
import type { ListedCategory, ListedLanguage, ListedProvider } from '../../../api/schemas.ts';
import { listFragment } from './place.ts';

export interface Item {
  readonly key: string;
  readonly name: string;
  /** The link to its courses. */
  readonly href: string;
  readonly course_count: number;
  readonly children?: readonly Item[];
}

export function categoryItem({ name, category_id, course_count, children }: ListedCategory): Item {
  return {
    key: category_id,
    name,
    href: listFragment('category', category_id),
    course_count,
    children: children.map((child) => categoryItem({ ...child, children: [] })),
  };
}

export function providerItem({ id, name, course_count }: ListedProvider): Item {
  return { key: String(id), name, href: listFragment('provider', id), course_count };
}

export function languageItem({ name, course_count }: ListedLanguage, languageName: (name: string) => string): Item {
  return { key: name, name: languageName(name), href: listFragment('language', name), course_count };
}

/** Sorts by number of courses, largest first, then by name. */
export function byCourses<Counted extends { readonly name: string; readonly course_count: number }>(
  all: readonly Counted[],
): readonly Counted[] {
  const names = new Intl.Collator('en');
  return all.toSorted((a, b) => b.course_count - a.course_count || names.compare(a.name, b.name));
}

/** What has a name, and may have the like below it. */
interface Named<Child> {
  readonly name: string;
  readonly children?: readonly Child[];
}

/** Items whose names contain the typed text, with all their children, and items with matching children, with only these. */
export function matching<One extends Named<One>>(items: readonly One[], typed: string): readonly One[] {
  return matchingFolded(items, foldOf(typed));
}

function matchingFolded<One extends Named<One>>(items: readonly One[], wanted: string): readonly One[] {
  if (wanted === '') return items;
  return items.flatMap((item) => {
    if (foldOf(item.name).includes(wanted)) return [item];
    const children = matchingFolded(item.children ?? [], wanted);
    return children.length === 0 ? [] : [{ ...item, children }];
  });
}

/** Ignores accents and case, since users rarely type them. */
function foldOf(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
}
