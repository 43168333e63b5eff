// Attributes: parses those of the element into a request.
import { facetNames, isFacet, type FacetName } from '../../outputs/facets/file-format.ts';
import type { Choice } from '../../outputs/facets/facets.ts';
import { valueSeparator } from '../../outputs/embed/snippets.ts';

const [usualLimit, highestLimit] = [20, 100];

export interface ListRequest {
  readonly query: string;
  readonly sort: string;
  readonly limit: number;
  /** For facets and facts. */
  readonly choices: readonly Choice[];
  /** What readers may filter by. */
  readonly filters: readonly FacetName[];
}

/** Throws a `TypeError` for an invalid value: nobody would notice a list of the wrong courses. */
export function parseAttributes(element: Element): ListRequest {
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

/** The locale of the element, or the language of its surroundings; empty if neither is set. */
export function inheritedLanguage(element: Element): string {
  return element.getAttribute('locale') ?? element.closest('[lang]')?.getAttribute('lang') ?? '';
}
