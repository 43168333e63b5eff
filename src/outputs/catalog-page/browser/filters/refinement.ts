// Refinements: how a list of courses is filtered and sorted, as the query of its fragment.
import type { Sort } from '../../../search/browser/browse.ts';
import type { Choice } from '../../../facets/browser/facets.ts';
import { facetNames } from '../../../facets/format.ts';

export interface Refinement {
  readonly choices: readonly Choice[];
  /** Undefined for the usual order of the view. */
  readonly sort: Sort | undefined;
}

const sorts = ['match', 'newest', 'title', 'listed'] as const;

/** The refinement that the query of a fragment names; undefined if it names none. */
export function refinementOf(query: string): Refinement | undefined {
  const named = [...new URLSearchParams(query)];
  const chosen = named.flatMap(([name, value]): Choice[] => {
    const facet = facetNames.find((one) => one === name);
    return facet === undefined ? [] : [{ facet, value }];
  });
  const choices = chosen.filter((one, at) => chosen.findIndex((other) => isSame(one, other)) === at);
  const sort = sorts.find((one) => one === named.find(([name]) => name === 'sort')?.[1]);
  return choices.length === 0 && sort === undefined ? undefined : { choices, sort };
}

/** The query of a refinement with its question mark; empty if there is nothing to say. */
export function queryOf(refinement: Refinement | undefined): string {
  if (refinement === undefined) return '';
  const { choices, sort } = refinement;
  const query = new URLSearchParams();
  for (const { facet, value } of choices) query.append(facet, value);
  if (sort !== undefined) query.append('sort', sort);
  return query.size === 0 ? '' : `?${query}`;
}

export function isSame(one: Choice, other: Choice): boolean {
  return one.facet === other.facet && one.value === other.value;
}

/** The choices with one more, or without it if it is among them. */
export function toggled(choices: readonly Choice[], choice: Choice): Choice[] {
  const others = choices.filter((one) => !isSame(one, choice));
  return others.length < choices.length ? others : [...others, choice];
}
