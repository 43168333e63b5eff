// The address of a list: a query such as `?q=sql&language=Spanish&price=free&sort=newest&page=2`, read and written.
import type { Choice } from '../../outputs/filters/filters.ts';
import { shortened } from '../../text/shortened.ts';

export interface ListRequest {
  readonly query: string;
  readonly choices: readonly Choice[];
  /** Undefined for the usual order. */
  readonly sort: string | undefined;
  readonly page: number;
}

/** What an address may ask for. */
export interface KnownFilters {
  /** Their names, in the order in which pages show them. */
  readonly filters: readonly string[];
  readonly sorts: readonly string[];
  readonly hasValue: (filter: string, value: string) => boolean;
}

/** What is asked for, and what of the address is unknown and ignored, in words to show. */
interface ReadAddress {
  readonly request: ListRequest;
  readonly ignored: readonly string[];
}

export const wholeList: ListRequest = { query: '', choices: [], sort: undefined, page: 1 };

/** Parts that are named of what was ignored, and characters of each. */
const [mostIgnored, longestIgnored] = [5, 60];
const highestPage = 1_000_000;
/** Characters of a text to search for: more words than are searched for. */
const longestQuery = 1000;
/** What newsletters, ads and social networks add to any address: it asks for nothing. */
const tracking = /^(?:utm_\w+|(?:dc|fb|g|ms|tt|tw|y)clid|mc_[ce]id|_g[al])$/u;

/** The parts of the query of an address that may ask for something. */
export function askedParts(search: string): [name: string, value: string][] {
  return [...new URLSearchParams(search)].filter(([name]) => !tracking.test(name));
}

/** Reads the query of an address. */
export function readAddress(search: string, { filters, sorts, hasValue }: KnownFilters): ReadAddress {
  const chosen = new Map<string, Set<string>>();
  const ignored: string[] = [];
  let { query, sort, page }: ListRequest = wholeList;
  const seen = new Set<string>();
  for (const [name, value] of askedParts(search)) {
    const isFirst = !seen.has(name);
    seen.add(name);
    if (name === 'q' && isFirst) {
      query = cut(value);
      if (query !== value) ignored.push(ignoredPart(name, `…${value.slice(query.length)}`));
    } else if (name === 'sort' && isFirst && sorts.includes(value)) sort = value;
    else if (name === 'page' && isFirst && isPage(value)) page = Number(value);
    else if (filters.includes(name) && hasValue(name, value)) chosen.set(name, chosenWith(chosen.get(name), value));
    // A form also sends what is empty.
    else if (value !== '' || !isFirst || !filters.includes(name)) ignored.push(ignoredPart(name, value));
  }
  const choices = filters.flatMap((name) => Array.from(chosen.get(name) ?? [], (value) => [name, value] as const));
  const left = ignored.length - mostIgnored;
  return {
    request: { query, choices, sort, page },
    ignored: left > 0 ? [...ignored.slice(0, mostIgnored), `… (+${left})`] : ignored,
  };
}

/** A part of an address that is ignored, to show. */
export function ignoredPart(name: string, value: string): string {
  return shortened(`${name}=${value}`, longestIgnored);
}

/** The query of the address of a list, with its question mark, whatever the order of its choices. Empty for the whole list. */
export function queryOf({ query, choices, sort, page }: ListRequest): string {
  const parameters = new URLSearchParams();
  if (query.trim() !== '') parameters.append('q', cut(query.trim()).trimEnd());
  for (const [name, value] of choices.toSorted((a, b) => (String(a) < String(b) ? -1 : 1)))
    parameters.append(name, value);
  if (sort !== undefined) parameters.append('sort', sort);
  if (page !== 1) parameters.append('page', String(page));
  const text = String(parameters);
  return text === '' ? '' : `?${text}`;
}

/** The first page under another choice of a filter, whose values it replaces; an empty one chooses nothing. */
export function withChoice(request: ListRequest, filter: string, value: string): ListRequest {
  const others = request.choices.filter(([name]) => name !== filter);
  return { ...request, choices: value === '' ? others : [...others, [filter, value]], page: 1 };
}

/** The first page without a choice. */
export function withoutChoice(request: ListRequest, [filter, value]: Choice): ListRequest {
  return {
    ...request,
    choices: request.choices.filter(([name, other]) => name !== filter || other !== value),
    page: 1,
  };
}

function chosenWith(values: ReadonlySet<string> | undefined, value: string): Set<string> {
  return new Set([...(values ?? []), value]);
}

function cut(query: string): string {
  return query.slice(0, longestQuery).toWellFormed();
}

function isPage(value: string): boolean {
  return /^[1-9]\d*$/u.test(value) && Number(value) <= highestPage;
}
