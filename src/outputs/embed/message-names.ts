// The messages of the element: its script has only these, in every language.
import { facetNames } from '../facets/file-format.ts';

const ownNames = [
  'app.loading',
  'courses.count',
  'direction',
  'empty.list',
  'failure.retry',
  'failure.text',
  'failure.title',
  'filter.none',
  'filter.results',
  'search.allResults',
] as const;

export const embedMessages = [...ownNames, ...facetNames.map((facet) => `field.${facet}` as const)] as const;
