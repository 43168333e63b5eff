// The screens of search results and of all courses; their addresses can be shared.
import type { ComponentChildren } from 'preact';
import { loadCourses, loadFiltered, type Filtered } from '../filters/filtered-courses.ts';
import { FilteredList } from '../filters/filtered-list.tsx';
import { locale, message } from '../language/locale.ts';
import { Heading } from '../components.tsx';
import { fragmentOf, type Place } from '../place.ts';
import type { ScreenContext, Screen } from '../screen.ts';

type FoundPlace = Extract<Place, { screen: 'search' | 'courses' }>;

/** What many searches know as signs for a phrase, and for a word that is not wanted. */
const operators = /["“„«]|(?:^|\s)-\S/u;

/** A search without a word finds nothing. */
export function foundScreen(place: FoundPlace, context: ScreenContext): Screen {
  const query = place.screen === 'search' ? place.query : '';
  if (place.screen === 'search' && query.trim() === '') {
    const title = message('search.title');
    const content = (
      <>
        <Heading>{title}</Heading>
        <p class="empty">{message('search.type')}</p>
      </>
    );
    return { title, status: '', content };
  }
  const loading = loadFiltered(place, context);
  // The next step reports a failure; without this it would also count as unhandled.
  loading.catch(() => {});
  const screen = (status: string, filtered?: Filtered, empty?: ComponentChildren) =>
    screenOf(query, status, <FilteredList {...{ place, filtered, context, empty }} />);
  const counted = async (): Promise<Screen> => {
    const filtered = await loading;
    const { results } = filtered;
    const isEmpty = results.total === 0 && (await (await context.search()).size()) === 0;
    const empty = isEmpty ? <p class="empty">{message('empty.courses')}</p> : <NothingFound query={query} />;
    const shown = (loaded: Pick<Filtered, 'courses'> = {}) => {
      const status = message(query === '' ? 'courses.count' : 'search.found', { count: results.total });
      return screen(status, { ...filtered, ...loaded }, empty);
    };
    return { ...shown(), next: async () => shown({ courses: await loadCourses(filtered) }) };
  };
  return { ...screen(message('app.loading')), next: counted };
}

function screenOf(query: string, status: string, courses: ComponentChildren): Screen {
  const heading =
    query === '' ? message('all.courses') : locale().parts('search.heading', { query: <bdi>{query}</bdi> });
  return {
    title: query === '' ? message('all.courses') : message('search.heading', { query }),
    status,
    content: (
      <>
        <Heading>{heading}</Heading>
        <p class="under-heading">{status}</p>
        {operators.test(query) && <p class="empty">{message('search.type')}</p>}
        {courses}
      </>
    ),
  };
}

/** What to loosen: a word, or all of them. */
function NothingFound({ query }: { query: string }) {
  const words = query.trim().split(/\s+/u);
  const ways =
    words.length === 1 ? [] : words.map((word, index) => ({ word, rest: words.toSpliced(index, 1).join(' ') }));
  return (
    <>
      {query !== '' && <p class="empty">{message('search.none')}</p>}
      <ul class="loosen">
        {ways.map(({ word, rest }, index) => (
          <li key={index}>
            <a href={fragmentOf({ screen: 'search', query: rest })}>{message('search.without', { word })}</a>
          </li>
        ))}
        <li>
          <a href={fragmentOf({ screen: 'courses' })}>{message('search.browse')}</a>
        </li>
      </ul>
    </>
  );
}
