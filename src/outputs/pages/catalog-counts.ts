// The size of a catalog: its courses, and the providers and languages that have one.
import type { Locale } from '../../text/locales/translate.ts';
import { membersIn } from '../../catalog/membership.ts';
import type { Catalog } from '../output.ts';

export type CatalogCounts = Readonly<Record<'courses' | 'providers' | 'languages', number>>;

export function catalogCounts({ lists, membership }: Pick<Catalog, 'lists' | 'membership'>): CatalogCounts {
  const used = (route: string) => lists.filter((list) => list.route === route && list.count > 0).length;
  return { courses: membership.courses, providers: used('provider'), languages: used('language') };
}

/** Counts the providers of some courses. */
export function providerCounter({ references, membership }: Catalog): (courses: Uint32Array) => number {
  const membersOf = membersIn(membership);
  const providerOf = new Uint32Array(membership.courses);
  for (const provider of references.providers.keys())
    for (const course of membersOf(provider)) providerOf[course] = provider;
  return (courses) => {
    const providers = new Set<number>();
    for (const course of courses) providers.add(providerOf[course] ?? 0);
    return providers.size;
  };
}

/** Counts as they stand below a heading. */
export function countsInWords(
  counts: { readonly [Name in keyof CatalogCounts]?: number | undefined },
  { text }: Locale,
): string {
  const numbers = [
    ['courses.count', counts.courses],
    ['providers.count', counts.providers],
    ['languages.count', counts.languages],
  ] as const;
  // A number stays on the line of what it counts.
  const inWords = (name: (typeof numbers)[number][0], count: number) => text(name, { count }).replaceAll(' ', '\u{A0}');
  return numbers.flatMap(([name, count]) => (count === undefined ? [] : inWords(name, count))).join(' · ');
}
