// Places: the addresses of views, in the URL fragment. They mirror the paths of the API.
import type { ShownRoute } from '../../static-pages/paths.ts';

export type Place =
  | { readonly view: 'start' | 'categories' | 'providers' | 'languages' | 'charts' }
  | ListPlace
  | { readonly view: 'courses'; readonly selection?: string }
  | { readonly view: 'course'; readonly linkhash: string }
  | { readonly view: 'search'; readonly query: string; readonly selection?: string }
  | { readonly view: 'unknown' };

export interface ListPlace {
  readonly view: 'list';
  readonly route: ShownRoute;
  readonly parameter: string;
  readonly page: number;
  readonly selection?: string;
}

/** A place whose courses can be filtered and sorted by a selection, which is the query of its fragment: `language=German&sort=title`. */
export type FilterablePlace = Extract<Place, { view: 'list' | 'courses' | 'search' }>;

/** The place of a fragment, with or without `#`. An API path without a view of its own leads to the closest view. */
export function placeOf(fragment: string): Place {
  const [path = '', selection = ''] = fragment.split(/\?(.*)/su);
  const place = placeAt(segmentsOf(path));
  return selection === '' || !isFilterable(place) ? place : { ...place, selection };
}

export function isFilterable(place: Place): place is FilterablePlace {
  return place.view === 'list' || place.view === 'courses' || place.view === 'search';
}

function placeAt(segments: readonly (string | undefined)[]): Place {
  const [first, second, third] = segments;
  if (first === undefined) return { view: 'start' };
  if (first === 'search' && segments.length <= 2) return { view: 'search', query: second ?? '' };
  if (first === 'courses') return courseOf(segments.slice(1));
  if (second === undefined) return viewOf(first);
  if (first === 'categories') return listOf('category', second, segments.slice(2));
  if (third !== undefined && third !== 'courses') return { view: 'unknown' };
  if (first === 'providers') return listOf('provider', second, segments.slice(3));
  if (first === 'languages') return listOf('language', second, segments.slice(3));
  return { view: 'unknown' };
}

/** The fragment of a place, with its `#`. */
export function fragmentOf(place: Place): string {
  return isFilterable(place) && place.selection ? `${pathFragment(place)}?${place.selection}` : pathFragment(place);
}

/** What a click makes of a selection. */
export type SelectionChange = (selection: URLSearchParams) => void;

/** The first page of a place under a changed selection. */
export function changed(place: FilterablePlace, change: SelectionChange): FilterablePlace {
  const selection = new URLSearchParams(place.selection);
  change(selection);
  return { ...firstPage(place), selection: String(selection) };
}

/** Whether two places have the same courses, if filtered, sorted or paged otherwise. */
export function haveSameCourses(place: FilterablePlace, otherPlace: FilterablePlace): boolean {
  return pathFragment(firstPage(place)) === pathFragment(firstPage(otherPlace));
}

function firstPage(place: FilterablePlace): FilterablePlace {
  return place.view === 'list' ? { ...place, page: 1 } : place;
}

/** The fragment of the first page of a list. */
export function listFragment(list: ListPlace['route'], parameter: string | number): string {
  return fragmentOf({ view: 'list', route: list, parameter: String(parameter), page: 1 });
}

function pathFragment(place: Place): string {
  switch (place.view) {
    case 'start':
    case 'unknown':
      return '#/';
    case 'list':
      return `#/${pathOf(place)}${place.page === 1 ? '' : `page/${place.page}/`}`;
    case 'course':
      return `#/courses/view/${encode(place.linkhash)}/`;
    case 'search':
      return `#/search/${encode(place.query)}/`;
    default:
      return `#/${place.view}/`;
  }
}

function pathOf({ route, parameter }: ListPlace): string {
  if (route === 'category') return `categories/${encode(parameter)}/`;
  return `${route}s/${encode(parameter)}/courses/`;
}

function segmentsOf(fragment: string): readonly (string | undefined)[] {
  const path = fragment.replace(/^#?\/*/u, '').replace(/\/$/u, '');
  if (path === '') return [];
  try {
    return path.split('/').map(decodeURIComponent);
  } catch {
    return ['', ''];
  }
}

function viewOf(name: string): Place {
  const views = ['categories', 'providers', 'languages', 'charts'] as const;
  return { view: views.find((view) => view === name) ?? 'unknown' };
}

/** The latest courses have no view of their own: they are on the start view. */
function courseOf(rest: readonly (string | undefined)[]): Place {
  if (rest.length === 0) return { view: 'courses' };
  const [folder = 'latest', linkhash] = rest;
  if (linkhash === undefined && ['latest', 'view'].includes(folder)) return { view: 'start' };
  return folder === 'view' && linkhash !== undefined && rest.length === 2
    ? { view: 'course', linkhash }
    : { view: 'unknown' };
}

/** `rest` is empty, `page`, or `page` and a page number. */
function listOf(list: ShownRoute, parameter: string, rest: readonly (string | undefined)[]): Place {
  const [word, number = '1'] = rest;
  if (word === undefined) return { view: 'list', route: list, parameter, page: 1 };
  if (rest.length > 2 || word !== 'page' || !/^[1-9]\d{0,8}$/u.test(number)) return { view: 'unknown' };
  return { view: 'list', route: list, parameter, page: Number(number) };
}

/** Lone surrogates cannot be percent-encoded. */
function encode(text: string): string {
  return encodeURIComponent(text.replaceAll(/\p{Cs}/gu, '\u{FFFD}'));
}
