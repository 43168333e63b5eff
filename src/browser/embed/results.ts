// Results: the courses of the element as nodes, or why there are none.
import { shortened } from '../../text/shortened.ts';
import { CatalogError } from '../../library/errors.ts';
import type { FoundCourse, SearchResult } from '../../library/catalog.ts';
import { element } from './elements.ts';
import { intlTagOf } from '../../text/locales/language-names.ts';
import type { Words } from './locale.ts';

export interface Links {
  /** The page of a course; undefined if the site has none. */
  readonly courseAddress: (linkhash: string) => string | undefined;
  /** The address of all results; undefined if the site has no catalog page. */
  readonly allAddress: string | undefined;
}

/** The content of the element, and its status for screen readers. */
export interface Shown {
  readonly status: string;
  readonly content: readonly Node[];
}

/** The courses that were found, or `none`. */
export function resultsOf(
  { total, courses }: SearchResult,
  none: string,
  links: Links,
  { text, ...words }: Words,
): Shown {
  if (total === 0) return { status: none, content: [] };
  const rows = courses.map((course) => rowOf(course, links, words));
  const list = element('ol', { role: 'list', 'aria-label': text('filter.results') }, ...rows);
  const hasMore = total > courses.length && links.allAddress !== undefined;
  const all = element('p', {}, element('a', { href: links.allAddress }, text('search.allResults')));
  return { status: text('courses.count', { count: total }), content: hasMore ? [list, all] : [list] };
}

function rowOf(
  course: FoundCourse,
  { courseAddress }: Links,
  { languageName, date }: Omit<Words, 'text'>,
): HTMLLIElement {
  const { title, language, author, provider_name, date_published } = course;
  // With several languages, the title may be in any of them.
  const lang = language.length === 1 ? intlTagOf(language[0] ?? '') : undefined;
  const href = courseAddress(course.linkhash);
  const facts = [author, provider_name, ...language.map(languageName)].filter((fact) => fact !== '');
  return element(
    'li',
    {},
    element('a', { class: 'title', dir: 'auto', href, lang }, shortened(title)),
    element(
      'p',
      { class: 'quiet facts' },
      ...facts.map((fact) => element('span', {}, element('bdi', {}, shortened(fact)))),
      element('time', { datetime: date_published }, date(date_published)),
    ),
  );
}

/** A failure in words, and a way to try again if that may help. */
export function failureOf(error: unknown, { text }: Words, retry: () => void): Shown {
  const status = text('failure.title');
  const quiet = (reason: string) => element('p', { class: 'quiet' }, reason);
  if (!(error instanceof CatalogError))
    return { status, content: [quiet(error instanceof Error ? error.message : String(error))] };
  const request = `${error.address}${error.status === undefined ? '' : ` (${error.status})`}`;
  const button = element('button', { type: 'button' }, text('failure.retry'));
  button.addEventListener('click', retry);
  return { status, content: [element('p', {}, text('failure.text')), quiet(request), element('p', {}, button)] };
}
