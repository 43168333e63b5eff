// The size of a catalog: its courses, and the providers and languages that have one.
import type { Locale } from '../../text/locales/translate.ts';
import type { Catalog } from '../output.ts';

export type CatalogCounts = Readonly<Record<'courses' | 'providers' | 'languages', number>>;

export function catalogCounts({ lists, membership }: Pick<Catalog, 'lists' | 'membership'>): CatalogCounts {
  const used = (route: string) => lists.filter((list) => list.route === route && list.count > 0).length;
  return { courses: membership.courses, providers: used('provider'), languages: used('language') };
}

/** Counts as they stand below a heading. */
export function countsInWords(counts: Partial<CatalogCounts>, { text }: Locale): string {
  const names = ['courses', 'providers', 'languages'] as const;
  return names
    .flatMap((name) => (counts[name] === undefined ? [] : text(`${name}.count`, { count: counts[name] })))
    .join(' · ');
}
