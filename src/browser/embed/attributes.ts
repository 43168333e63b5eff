// The attributes of the element, and what they ask for.
import { facetNames, isFacet, type FacetName } from '../../outputs/facets/file-format.ts';
import type { Choice } from '../../outputs/facets/facets.ts';
import { valueSeparator } from '../../outputs/embed/snippets.ts';

const [usualLimit, highestLimit] = [20, 100];

export interface WantedList {
  readonly query: string;
  readonly sort: string;
  readonly limit: number;
  /** Of facets and facts. */
  readonly choices: readonly Choice[];
  /** What readers may filter by. */
  readonly filters: readonly FacetName[];
}

/** Throws a `TypeError` for a value that means nothing: a list of other courses than were asked for would not be noticed. */
export function wantedBy(element: Element): WantedList {
  const valuesOf = (name: string, separator: string) =>
    (element.getAttribute(name) ?? '').split(separator).flatMap((value) => (value.trim() === '' ? [] : [value.trim()]));
  const query = element.getAttribute('query')?.trim() ?? '';
  const limit = Number(element.getAttribute('limit') ?? usualLimit);
  if (!Number.isInteger(limit) || limit < 1 || limit > highestLimit)
    throw new TypeError(`limit="${element.getAttribute('limit')}" is not a number from 1 to ${highestLimit}`);
  return {
    query,
    sort: element.getAttribute('sort') ?? (query === '' ? 'newest' : 'match'),
    limit,
    choices: [
      ...facetNames.flatMap((facet) => valuesOf(facet, valueSeparator).map((value) => [facet, value] as const)),
      ...new URLSearchParams(element.getAttribute('facts') ?? ''),
    ],
    filters: valuesOf('filters', ' ').map((name) => {
      if (isFacet(name)) return name;
      throw new TypeError(`filters="${name}" is none of: ${facetNames.join(', ')}`);
    }),
  };
}

/** The locale of the element, or else of what it stands in; empty if nothing says it. */
export function languageAround(element: Element): string {
  return element.getAttribute('locale') ?? element.closest('[lang]')?.getAttribute('lang') ?? '';
}
