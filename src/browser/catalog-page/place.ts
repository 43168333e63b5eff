// Places: the addresses of screens, in the URL fragment. They mirror the paths of the API, with `#` for its root.
import { apiRoot, folderOf, pageSegment, paths } from '../../api/routes.ts';
import { htmlListFolders, shownRoutes, type ShownRoute } from '../../outputs/shared/page-paths.ts';

/** The screens of all lists of a kind. */
type ListsScreen = (typeof htmlListFolders)[ShownRoute];

export type Place =
  | { readonly screen: 'start' | ListsScreen | 'charts' }
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

/** The place of a fragment, with or without `#`. An API path without a screen leads to the closest one. */
export function placeOf(fragment: string): Place {
  const [path = '', selection = ''] = fragment.split(/\?(.*)/su);
  const place = placeAt(segmentsOf(path));
  return selection === '' || !isFilterable(place) ? place : { ...place, selection };
}

export function isFilterable(place: Place): place is FilterablePlace {
  return place.screen === 'list' || place.screen === 'courses' || place.screen === 'search';
}

function placeAt(segments: readonly (string | undefined)[]): Place {
  const [first, second, ...rest] = segments;
  if (first === undefined) return { screen: 'start' };
  if (first === 'search' && segments.length <= 2) return { screen: 'search', query: second ?? '' };
  if (first === 'courses') return coursePlace(segments.slice(1));
  if (second === undefined) return namedPlace(first);
  const route = shownRoutes.find((name) => segmentsAround(name).before === first);
  return route ? listPlace(route, second, rest) : { screen: 'unknown' };
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
      return `${fragmentIn(place.route, place.parameter)}${place.page === 1 ? '' : `${pageSegment}/${place.page}/`}`;
    case 'course':
      return fragmentIn('course', place.linkhash);
    case 'search':
      return `#/search/${encode(place.query)}/`;
    default:
      return `#/${place.screen}/`;
  }
}

function fragmentIn(route: ShownRoute | 'course', parameter: string): string {
  return `${folderOf(route, encode(parameter)).replace(apiRoot, '#')}/`;
}

/** The segments of an API path before and after its parameter. */
function segmentsAround(route: ShownRoute) {
  const [before, , ...after] = paths[route].split('/');
  return { before, after };
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
  const screens = [...Object.values(htmlListFolders), 'charts'] as const;
  return { screen: screens.find((screen) => screen === name) ?? 'unknown' };
}

/** The latest courses have no screen: they are on the start screen. */
function coursePlace(rest: readonly (string | undefined)[]): Place {
  if (rest.length === 0) return { screen: 'courses' };
  const [folder = 'latest', linkhash] = rest;
  if (linkhash === undefined && ['latest', 'view'].includes(folder)) return { screen: 'start' };
  return folder === 'view' && linkhash !== undefined && rest.length === 2
    ? { screen: 'course', linkhash }
    : { screen: 'unknown' };
}

/** `rest` is empty, or what follows the parameter in the API path, and then perhaps `page`, or `page` and a page number. */
function listPlace(route: ShownRoute, parameter: string, rest: readonly (string | undefined)[]): Place {
  const { after } = segmentsAround(route);
  const isOfApi = after.every((segment, index) => segment === rest[index]);
  if (rest.length > 0 && !isOfApi) return { screen: 'unknown' };
  const [word, number = '1', ...more] = rest.slice(after.length);
  if (word === undefined) return { screen: 'list', route, parameter, page: 1 };
  if (more.length > 0 || word !== pageSegment || !/^[1-9]\d{0,8}$/u.test(number)) return { screen: 'unknown' };
  return { screen: 'list', route, parameter, page: Number(number) };
}

/** Lone surrogates cannot be percent-encoded. */
function encode(text: string): string {
  return encodeURIComponent(text.replaceAll(/\p{Cs}/gu, '\u{FFFD}'));
}
