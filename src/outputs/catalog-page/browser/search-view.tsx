// The view of search results; its address can be shared.
import { useEffect, useRef, useState } from 'preact/hooks';
import { count, grouped } from '../../../text/format.ts';
import type { Found } from '../../search/browser/search.ts';
import { batchSize } from '../../search/browser/title-order.ts';
import { CourseList } from './course-list.tsx';
import { keep, kept } from './entries.ts';
import { Heading } from './parts.tsx';
import { isTyping } from './typing.ts';
import type { Site, View } from './view.ts';

export async function searchView(query: string, site: Site): Promise<View> {
  if (query.trim() === '') return { title: 'Search', status: '', content: <NoQuery /> };
  const search = await site.search();
  const shown = kept('shown');
  const found = await search.find(query, typeof shown === 'number' ? shown : batchSize);
  const isEmpty = found.total === 0 && (await search.size()) === 0;
  return {
    title: `Search: ${query}`,
    status: `${count(found.total, 'course', 'courses')} found`,
    content: (
      <>
        <Heading>
          Search: <bdi>{query}</bdi>
        </Heading>
        <p class="under-heading">{count(found.total, 'course', 'courses')} found</p>
        {found.total === 0 ? (
          <p class="empty">
            {isEmpty ? 'The catalog has no courses yet.' : 'Nothing was found. Try fewer or different words.'}
          </p>
        ) : (
          <Results first={found} more={(limit) => search.find(query, limit)} site={site} />
        )}
      </>
    ),
  };
}

function NoQuery() {
  return (
    <>
      <Heading>Search</Heading>
      <p class="empty">Type words from a title, author, provider or tag into the search box.</p>
    </>
  );
}

function Results(props: { first: Found; more: (limit: number) => Promise<Found>; site: Site }) {
  const [{ total, courses }, setFound] = useState(props.first);
  const [hasFailed, setFailed] = useState(false);
  const before = useRef(courses.length);

  // The button may go with the last batch.
  useEffect(() => {
    if (courses.length === before.current) return;
    const first = document.querySelectorAll<HTMLElement>('.courses a.title')[before.current];
    if (!isTyping()) first?.focus();
    before.current = courses.length;
  }, [courses.length]);

  async function showMore(): Promise<void> {
    const shown = courses.length + batchSize;
    // Before the wait: afterwards another entry may be the current one.
    keep('shown', shown);
    try {
      setFound(await props.more(shown));
      setFailed(false);
    } catch {
      setFailed(true);
    }
  }
  return (
    <>
      <CourseList courses={courses} site={props.site} label="Results" />
      {total > batchSize && (
        <p class="actions">
          {courses.length < total && (
            <button type="button" class="button" onClick={() => void showMore()}>
              Show more
            </button>
          )}
          <span role="status" class="quiet">
            {hasFailed
              ? 'More could not be loaded. Try again.'
              : `${grouped(courses.length)} of ${grouped(total)} shown`}
          </span>
        </p>
      )}
    </>
  );
}
