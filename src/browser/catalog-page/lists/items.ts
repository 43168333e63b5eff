// Items: categories, providers and languages as list entries, and how to filter them. And the language of a course in a list.
import type { ListedCategory, ListedLanguage, ListedProvider } from '../../../api/records.ts';
import { withoutAccents } from '../../../text/accents.ts';
import { listFragment } from '../place.ts';

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

export function languageItem(
  { name, course_count }: ListedLanguage,
  localizedLanguage: (name: string) => string,
): Item {
  return { key: name, name: localizedLanguage(name), href: listFragment('language', name), course_count };
}

/** The tag of a course's language, if it has exactly one: with several, its title may be in any of them. */
export function courseTag(
  [language, ...others]: readonly string[],
  { tagOf }: { readonly tagOf: (language: string) => string | undefined },
): string | undefined {
  return language === undefined || others.length > 0 ? undefined : tagOf(language);
}

/** Sorts by number of courses, largest first, then by name. */
export function byCourses<Counted extends { readonly name: string; readonly course_count: number }>(
  all: readonly Counted[],
): readonly Counted[] {
  const names = new Intl.Collator('en');
  return all.toSorted((a, b) => b.course_count - a.course_count || names.compare(a.name, b.name));
}

/** Items whose names contain the typed text, with all their children, and items with matching children, with only these. */
export function matching(items: readonly Item[], typed: string): readonly Item[] {
  return items.flatMap((item) => {
    if (hasName(item.name, typed)) return [item];
    const children = matching(item.children ?? [], typed);
    return children.length === 0 ? [] : [{ ...item, children }];
  });
}

/** Whether a name contains the typed text, whatever the accents and the case. */
export function hasName(name: string, typed: string): boolean {
  return withoutAccents(name).trim().includes(withoutAccents(typed).trim());
}
