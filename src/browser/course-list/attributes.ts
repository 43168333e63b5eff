// The attributes of a list in a page of others: what is asked for, and what readers may filter by.
import { valueSeparator } from '../../outputs/embed/snippets.ts';
import { filterNames } from '../../outputs/filters/file-format.ts';
import { wholeList, type ListRequest } from './address.ts';
import type { Names } from './names.ts';

const [usualLimit, highestLimit] = [20, 100];

export interface EmbeddedRequest extends ListRequest {
  readonly limit: number;
  /** The names of the filters that readers may choose by. */
  readonly filters: readonly string[];
}

/** Throws a `TypeError` for an invalid value: nobody would notice a list of the wrong courses. */
export function parseAttributes(element: Element, known: Pick<Names, 'filters' | 'sorts'>): EmbeddedRequest {
  const valuesOf = (name: string, separator: string) =>
    (element.getAttribute(name) ?? '').split(separator).flatMap((value) => (value.trim() === '' ? [] : [value.trim()]));
  const oneOf = (value: string, all: readonly string[], attribute: string) => {
    if (all.includes(value)) return value;
    throw new TypeError(`${attribute}="${value}" is none of: ${all.join(', ')}`);
  };
  const limit = Number(element.getAttribute('limit') ?? usualLimit);
  if (!Number.isInteger(limit) || limit < 1 || limit > highestLimit)
    throw new TypeError(`limit="${element.getAttribute('limit')}" is not a number from 1 to ${highestLimit}`);
  const fields = [...new URLSearchParams(element.getAttribute('fields') ?? '')];
  const sort = element.getAttribute('sort');
  return {
    ...wholeList,
    query: element.getAttribute('query')?.trim() ?? '',
    sort: sort === null ? undefined : oneOf(sort, known.sorts, 'sort'),
    limit,
    choices: [
      ...filterNames.flatMap((filter) => valuesOf(filter, valueSeparator).map((value) => [filter, value] as const)),
      ...fields.map(([name, value]) => [oneOf(name, known.filters, 'fields'), value] as const),
    ],
    filters: valuesOf('filters', ' ').map((name) => oneOf(name, known.filters, 'filters')),
  };
}
