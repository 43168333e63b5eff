// Places: the addresses of screens, in the URL fragment. They mirror the paths of the API.
import type { ShownRoute } from '../../static-pages/paths.ts';

export type Place =
  | { readonly screen: 'start' | 'categories' | 'providers' | 'languages' | 'charts' }
  | ListPlace
  | { readonly screen: 'courses'; readonly selection?: string }
  | { readonly screen: 'course'; readonly linkhash: string }
  | { readonly screen: 'search'; readonly query: string; readonly selection?: string }
  | { readonly screen: 'unknown' };

export interface ListPlace {
  readonly screen: 'list';
  readonly route: ShownRoute;
  readonly parameter: string;
  readonly page: number;
  readonly selection?: string;
}

/** A place whose courses can be filtered and sorted by a selection, which is the query of its fragment: `language=German&sort=title`. */
export type FilterablePlace = Extract<Place, { screen: 'list' | 'courses' | 'search' }>;

/** The place of a fragment, with or without `#`. An API path without a screen of its own leads to the closest screen. */
export function placeOf(fragment: string): Place {
  const [path = '', selection = ''] = fragment.split(/\?(.*)/su);
  const place = placeAt(segmentsOf(path));
  return selection === '' || !isFilterable(place) ? place : { ...place, selection };
}

export function isFilterable(place: Place): place is FilterablePlace {
  return place.screen === 'list' || place.screen === 'courses' || place.screen === 'search';
}

function placeAt(segments: readonly (string | undefined)[]): Place {
  const [first, second, third] = segments;
  if (first === undefined) return { screen: 'start' };
  if (first === 'search' && segments.length <= 2) return { screen: 'search', query: second ?? '' };
  if (first === 'courses') return coursePlace(segments.slice(1));
  if (second === undefined) return namedPlace(first);
  if (first === 'categories') return listPlace('category', second, segments.slice(2));
  if (third !== undefined && third !== 'courses') return { screen: 'unknown' };
  if (first === 'providers') return listPlace('provider', second, segments.slice(3));
  if (first === 'languages') return listPlace('language', second, segments.slice(3));
  return { screen: 'unknown' };
}

/** The fragment of a place, with its `#`. */
export function fragmentOf(place: Place): string {
  return isFilterable(place) && place.selection ? `${pathFragment(place)}?${place.selection}` : pathFragment(place);
}

/** What a click makes of a selection. */
export type SelectionChange = (selection: URLSearchParams) => void;

/** The first page of a place under a changed selection. */
export function withSelection(place: FilterablePlace, change: SelectionChange): FilterablePlace {
  const selection = new URLSearchParams(place.selection);
  change(selection);
  return { ...firstPage(place), selection: String(selection) };
}

/** Whether two places have the same courses, if filtered, sorted or paged otherwise. */
export function haveSameCourses(place: FilterablePlace, otherPlace: FilterablePlace): boolean {
  return pathFragment(firstPage(place)) === pathFragment(firstPage(otherPlace));
}

function firstPage(place: FilterablePlace): FilterablePlace {
  return place.screen === 'list' ? { ...place, page: 1 } : place;
}

/** The fragment of the first page of a list. */
export function listFragment(route: ShownRoute, parameter: string | number): string {
  return fragmentOf({ screen: 'list', route, parameter: String(parameter), page: 1 });
}

function pathFragment(place: Place): string {
  switch (place.screen) {
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
      return `#/${place.screen}/`;
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

function namedPlace(name: string): Place {
  const screens = ['categories', 'providers', 'languages', 'charts'] as const;
  return { screen: screens.find((screen) => screen === name) ?? 'unknown' };
}

/** The latest courses have no screen of their own: they are on the start screen. */
function coursePlace(rest: readonly (string | undefined)[]): Place {
  if (rest.length === 0) return { screen: 'courses' };
  const [folder = 'latest', linkhash] = rest;
  if (linkhash === undefined && ['latest', 'view'].includes(folder)) return { screen: 'start' };
  return folder === 'view' && linkhash !== undefined && rest.length === 2
    ? { screen: 'course', linkhash }
    : { screen: 'unknown' };
}

/** `rest` is empty, `page`, or `page` and a page number. */
function listPlace(route: ShownRoute, parameter: string, rest: readonly (string | undefined)[]): Place {
  const [word, number = '1'] = rest;
  if (word === undefined) return { screen: 'list', route, parameter, page: 1 };
  if (rest.length > 2 || word !== 'page' || !/^[1-9]\d{0,8}$/u.test(number)) return { screen: 'unknown' };
  return { screen: 'list', route, parameter, page: Number(number) };
}

/** Lone surrogates cannot be percent-encoded. */
function encode(text: string): string {
  return encodeURIComponent(text.replaceAll(/\p{Cs}/gu, '\u{FFFD}'));
}
