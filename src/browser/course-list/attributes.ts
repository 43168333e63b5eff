// The attributes of a list in a page of others: what is asked for, and what readers may filter by.
import { rootOf } from '../../library/root.ts';
import { valueSeparator } from '../../outputs/embed/snippets.ts';
import { filterNames } from '../../outputs/filters/file-format.ts';
import { wholeList, type ListRequest } from './address.ts';
import type { Names } from './names.ts';
import type { Words } from './words.ts';

const [usualLimit, highestLimit] = [20, 100];

interface EmbeddedRequest extends ListRequest {
  readonly limit: number;
  /** The names of the filters that readers may choose by. */
  readonly filters: readonly string[];
}

/** Throws a `TypeError` for an invalid value: nobody would notice a list of the wrong courses. */
export function parseAttributes(
  element: Element,
  known: Pick<Names, 'filters' | 'sorts'>,
  words: Words,
): EmbeddedRequest {
  const valuesOf = (name: string, separator: string) =>
    (element.getAttribute(name) ?? '').split(separator).flatMap((value) => (value.trim() === '' ? [] : [value.trim()]));
  const oneOf = (value: string, all: readonly string[], attribute: string) => {
    if (all.includes(value)) return value;
    throw invalid(attribute, value, all.join(', '), words);
  };
  const limit = Number(element.getAttribute('limit') ?? usualLimit);
  if (!Number.isInteger(limit) || limit < 1 || limit > highestLimit)
    throw invalid('limit', element.getAttribute('limit'), `1–${highestLimit}`, words);
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

/** The address of the catalog of an element: its `own`, if it names no other. Throws a `TypeError` as well. */
export function catalogAddress(element: Element, own: string, words: Words): string {
  const written = element.getAttribute('catalog');
  try {
    return rootOf(new URL(written ?? own, document.baseURI)).href;
  } catch {
    throw invalid('catalog', written, 'https://…/', words);
  }
}

function invalid(attribute: string, value: string | null, expected: string, { text }: Words): TypeError {
  // From left to right, in whatever text.
  const isolated = (code: string) => `\u2066${code}\u2069`;
  const found = isolated(`${attribute}="${value}"`);
  return new TypeError(text('embed.invalid', { found, expected: isolated(expected) }));
}
