// Selections: how a list of courses is filtered and sorted, as the query of its fragment.
import type { Sort } from '../../../search/browser/browse.ts';
import type { Choice } from '../../../facets/browser/facets.ts';
import { facetNames } from '../../../facets/file-format.ts';

export interface Selection {
  /** In the order of the facets. */
  readonly choices: readonly Choice[];
  /** Undefined for the usual order of the view. */
  readonly sort: Sort | undefined;
}

export const noSelection: Selection = { choices: [], sort: undefined };

const sorts = ['match', 'newest', 'title', 'listed'] as const;

/** The selection that the query of a fragment names; undefined if it names none. */
export function selectionOf(query: string): Selection | undefined {
  const named = new URLSearchParams(query);
  const choices = facetNames.flatMap((facet) =>
    [...new Set(named.getAll(facet))].map((value): Choice => ({ facet, value })),
  );
  const sort = sorts.find((name) => name === named.get('sort'));
  return choices.length === 0 && sort === undefined ? undefined : { choices, sort };
}

/** The query of a selection with its question mark; empty if there is nothing to say. */
export function queryOf({ choices, sort }: Selection = noSelection): string {
  const query = new URLSearchParams(choices.map(({ facet, value }): [string, string] => [facet, value]));
  if (sort !== undefined) query.set('sort', sort);
  return query.size === 0 ? '' : `?${query}`;
}

/** What a click makes of a selection. */
export type Change = (selection: Selection) => Selection;

/** Chooses a value, or removes it if it is chosen. */
export function toggling({ facet, value }: Choice): Change {
  return ({ choices, sort }) => {
    const others = choices.filter((choice) => choice.facet !== facet || choice.value !== value);
    return { choices: others.length < choices.length ? others : [...others, { facet, value }], sort };
  };
}
