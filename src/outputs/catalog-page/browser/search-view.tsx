// The views of search results and of all courses; their addresses can be shared.
import { refine, type Refined } from './filters/refine.ts';
import { RefinedCourses } from './filters/refined.tsx';
import { locale, message } from './locale.ts';
import { Heading } from './parts.tsx';
import { fragmentOf, type Place } from './place.ts';
import type { Site, View } from './view.ts';

type FoundPlace = Extract<Place, { view: 'search' | 'courses' }>;

/** A search without a word finds nothing. */
export async function foundView(place: FoundPlace, site: Site, early: (view: View) => boolean): Promise<View> {
  const query = place.view === 'search' ? place.query : '';
  if (place.view === 'search' && query.trim() === '') {
    const title = message('search.title');
    const content = (
      <>
        <Heading>{title}</Heading>
        <p class="empty">{message('search.type')}</p>
      </>
    );
    return { title, status: '', content };
  }
  const refined = await refine(place, site, {
    early: (counted) => counted.browsed.total > 0 && early(viewOf(query, counted, site, false)),
  });
  const isEmpty = refined.browsed.total === 0 && (await (await site.search()).size()) === 0;
  return viewOf(query, refined, site, isEmpty);
}

function viewOf(query: string, refined: Refined, site: Site, isEmpty: boolean): View {
  const { total } = refined.browsed;
  const status = message(query === '' ? 'courses.count' : 'search.found', { count: total });
  return {
    title: query === '' ? message('all.courses') : message('search.heading', { query }),
    status,
    content: (
      <>
        <Heading>
          {query === '' ? message('all.courses') : locale().parts('search.heading', { query: <bdi>{query}</bdi> })}
        </Heading>
        <p class="under-heading">{status}</p>
        <RefinedCourses
          refined={refined}
          site={site}
          empty={isEmpty ? <p class="empty">{message('empty.courses')}</p> : <NothingFound query={query} />}
        />
      </>
    ),
  };
}

/** What to loosen: a word, or all of them. */
function NothingFound({ query }: { query: string }) {
  const words = query.trim().split(/\s+/u);
  const ways = words.length === 1 ? [] : words.map((word, at) => ({ word, rest: words.toSpliced(at, 1).join(' ') }));
  return (
    <>
      {query !== '' && <p class="empty">{message('search.none')}</p>}
      <ul class="loosen">
        {ways.map(({ word, rest }, at) => (
          <li key={at}>
            <a href={fragmentOf({ view: 'search', query: rest })}>{message('search.without', { word })}</a>
          </li>
        ))}
        <li>
          <a href={fragmentOf({ view: 'courses' })}>{message('search.browse')}</a>
        </li>
      </ul>
    </>
  );
}
