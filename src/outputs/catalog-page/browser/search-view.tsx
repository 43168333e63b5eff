// The views of search results and of all courses; their addresses can be shared.
import type { ComponentChildren } from 'preact';
import { count } from '../../../text/format.ts';
import { RefinedCourses, refine } from './filters/refined.tsx';
import { Heading } from './parts.tsx';
import { fragmentOf, type Place } from './place.ts';
import type { Site, View } from './view.ts';

const texts = {
  search: 'Search',
  courses: 'All courses',
  type: 'Type words from a title, author, provider, category, language or tag into the search box.',
  noCourses: 'The catalog has no courses yet.',
  noneFound: 'Nothing was found. Try fewer or different words.',
  without: (word: string) => `Search without “${word}”`,
  browse: 'Browse all courses',
};

type FoundPlace = Extract<Place, { view: 'search' | 'courses' }>;

/** A search without a word finds nothing. */
export async function foundView(place: FoundPlace, site: Site): Promise<View> {
  const query = place.view === 'search' ? place.query : '';
  if (place.view === 'search' && query.trim() === '') {
    return { title: texts.search, status: '', content: <NoQuery /> };
  }
  const refined = await refine(place, site);
  const { total } = refined.browsed;
  const isEmpty = total === 0 && (await (await site.search()).size()) === 0;
  const status = `${count(total, 'course', 'courses')}${query === '' ? '' : ' found'}`;
  return {
    title: query === '' ? texts.courses : `${texts.search}: ${query}`,
    status,
    content: (
      <>
        <Heading>{query === '' ? texts.courses : headingOf(query)}</Heading>
        <p class="under-heading">{status}</p>
        <RefinedCourses
          refined={refined}
          site={site}
          empty={isEmpty ? <p class="empty">{texts.noCourses}</p> : <NothingFound query={query} />}
        />
      </>
    ),
  };
}

function headingOf(query: string): ComponentChildren {
  return (
    <>
      {texts.search}: <bdi>{query}</bdi>
    </>
  );
}

function NoQuery() {
  return (
    <>
      <Heading>{texts.search}</Heading>
      <p class="empty">{texts.type}</p>
    </>
  );
}

/** What to loosen: a word, or all of them. */
function NothingFound({ query }: { query: string }) {
  const words = query.trim().split(/\s+/u);
  const ways = words.length === 1 ? [] : words.map((word, at) => ({ word, rest: words.toSpliced(at, 1).join(' ') }));
  return (
    <>
      {query !== '' && <p class="empty">{texts.noneFound}</p>}
      <ul class="loosen">
        {ways.map(({ word, rest }, at) => (
          <li key={at}>
            <a href={fragmentOf({ view: 'search', query: rest })}>{texts.without(word)}</a>
          </li>
        ))}
        <li>
          <a href={fragmentOf({ view: 'courses' })}>{texts.browse}</a>
        </li>
      </ul>
    </>
  );
}
