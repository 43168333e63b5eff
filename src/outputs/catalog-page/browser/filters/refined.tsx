// A list of courses with its filters, the choices as chips, and its order.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import { mostByTitle, type Browsed, type Sort } from '../../../search/browser/browse.ts';
import type { Choice } from '../../../facets/browser/facets.ts';
import { batchSize } from '../../../search/browser/title-order.ts';
import { CourseList, type ListedCourse } from '../course-list.tsx';
import { keep, kept } from '../entries.ts';
import { message } from '../locale.ts';
import { fragmentOf, type Refinable } from '../place.ts';
import { isTyping } from '../typing.ts';
import type { Site } from '../view.ts';
import { asked, Filters, withChange } from './filters.tsx';
import type { NameOf } from './names.ts';
import { isSame } from './refinement.ts';

/** The orders that a view offers, its usual one first. Filtered lists are no longer those of the API. */
function sortsOf({ view, refinement }: Refinable): readonly [Sort, ...Sort[]] {
  if (view === 'search') return ['match', 'newest', 'title'];
  return view === 'courses' || (refinement?.choices.length ?? 0) > 0
    ? ['newest', 'title']
    : ['listed', 'newest', 'title'];
}

export function sortOf(place: Refinable): Sort {
  const sorts = sortsOf(place);
  return sorts.find((sort) => sort === place.refinement?.sort) ?? sorts[0];
}

/** Courses, filtered and sorted, and what more of them takes. */
export interface Refined {
  readonly place: Refinable;
  readonly browsed: Browsed;
  readonly more: (limit: number) => Promise<Browsed>;
  readonly nameOf: NameOf;
}

/** Loads the first courses of a place. `limit` is their number if it is not that of the last visit, and `early` shows what there is before they are loaded, if it returns true. */
export async function refine(
  place: Refinable,
  site: Site,
  { limit, early }: { limit?: number; early?: (refined: Refined) => boolean | Promise<boolean> } = {},
): Promise<Refined> {
  const [search, nameOf] = await Promise.all([site.search(), site.names()]);
  const question = {
    query: place.view === 'search' ? place.query : '',
    list: place.view === 'list' ? { facet: place.list, value: place.parameter } : undefined,
    choices: place.refinement?.choices ?? [],
    sort: sortOf(place),
  };
  const shown = kept('shown');
  const first = limit ?? (typeof shown === 'number' ? shown : batchSize);
  const more = (wanted: number) => search.browse(question, wanted);
  const refinedTo = (browsed: Browsed): Refined => ({ place, nameOf, more, browsed });
  const shownEarly = async (browsed: Browsed) => {
    if (await early?.(refinedTo(browsed))) await painted();
  };
  const browsing = search.browse(question, first, shownEarly);
  // Meanwhile, makes what formats numbers and plurals, which takes its time.
  message('courses.count', { count: 1 });
  return refinedTo(await browsing);
}

/** Waits until what was rendered is on the screen; not for long, as a page that is hidden meanwhile is not painted. */
async function painted(): Promise<void> {
  if (document.hidden) return;
  await new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, 1000);
  });
}

/** `children` take the place of the courses, if there are any. */
export function RefinedCourses(props: {
  refined: Refined;
  site: Site;
  empty: ComponentChildren;
  children?: ComponentChildren;
}) {
  const { refined, site, empty, children } = props;
  const { place, browsed, nameOf } = refined;
  const isEarly = !children && browsed.total > 0 && browsed.courses.length === 0;
  return (
    <div class="refined">
      <Filters {...{ place, browsed, nameOf, isEarly }} />
      <div id="results" class="results" tabIndex={-1}>
        <div class="toolbar">
          <Chips place={place} nameOf={nameOf} />
          {browsed.total > 1 && <SortField place={place} total={browsed.total} />}
        </div>
        {browsed.total === 0 ? (
          <Loosen refined={refined} empty={empty} />
        ) : isEarly ? (
          <div class="coming" />
        ) : (
          children || <Results key={fragmentOf(place)} refined={refined} site={site} />
        )}
      </div>
    </div>
  );
}

function Chips({ place, nameOf }: { place: Refinable; nameOf: NameOf }) {
  const { choices = [] } = place.refinement ?? {};
  if (choices.length === 0) return null;
  const without = (from: Refinable, choice: Choice) =>
    withChange(from, { choices: from.refinement?.choices.filter((one) => !isSame(one, choice)) ?? [] });
  return (
    <ul class="chips" aria-label={message('filter.chosen')}>
      {choices.map((choice) => (
        <li key={`${choice.facet} ${choice.value}`}>
          <a
            href={without(place, choice)}
            onClick={({ currentTarget }) => (currentTarget.href = without(asked(place), choice))}
          >
            <span class="visually-hidden">
              {message('filter.remove', { facet: message(`field.${choice.facet}`) })}{' '}
            </span>
            <bdi>{nameOf(choice.facet, choice.value)}</bdi> <span aria-hidden="true">×</span>
          </a>
        </li>
      ))}
      <li>
        <a href={withChange(place, { choices: [] })}>{message('filter.clear')}</a>
      </li>
    </ul>
  );
}

function SortField({ place, total }: { place: Refinable; total: number }) {
  const sorts = sortsOf(place);
  const choose = (value: string) => {
    const sort = sorts.find((one) => one === value);
    location.hash = withChange(asked(place), { sort: sort === sorts[0] ? undefined : sort });
  };
  return (
    <label class="sort">
      {message('sort.label')}{' '}
      <select value={sortOf(place)} onChange={(event) => choose(event.currentTarget.value)}>
        {sorts.map((sort) => {
          const isTooMany = sort === 'title' && total > mostByTitle;
          return (
            <option key={sort} value={sort} disabled={isTooMany}>
              {isTooMany
                ? message('sort.upTo', { sort: message(`sort.${sort}`), count: mostByTitle })
                : message(`sort.${sort}`)}
            </option>
          );
        })}
      </select>
    </label>
  );
}

/** Links to what there is without the choices of one facet, or of all. */
function Loosen({ refined: { place, browsed, nameOf }, empty }: { refined: Refined; empty: ComponentChildren }) {
  const { choices = [] } = place.refinement ?? {};
  const facets = [...new Set(choices.map(({ facet }) => facet))];
  const ways = [...(facets.length > 1 ? facets : []), undefined].flatMap((facet) => {
    const isDropped = (choice: Choice) => facet === undefined || choice.facet === facet;
    const others = choices.filter((choice) => !isDropped(choice));
    const total = browsed.totalWith(others);
    return total === 0 ? [] : [{ facet, others, total, dropped: choices.filter(isDropped) }];
  });
  if (ways.length === 0) return <>{empty}</>;
  return (
    <>
      <p class="empty">{message('filter.none')}</p>
      <ul class="loosen">
        {ways.map(({ facet, others, total, dropped }) => (
          <li key={facet}>
            <a href={withChange(place, { choices: others })}>
              {facet === undefined
                ? message('filter.unfiltered')
                : `${message('filter.without', { facet: message(`field.${facet}`) })} `}
              {facet !== undefined && <bdi>{dropped.map(({ value }) => nameOf(facet, value)).join(', ')}</bdi>}
            </a>{' '}
            <span class="count">{message('courses.count', { count: total })}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Courses with what their rows show and their records do not hold. */
export function withFacts(courses: readonly ListedCourse[], { browsed, nameOf }: Refined): ListedCourse[] {
  return courses.map((course) => {
    const facts = browsed.factsOf(course.id);
    if (facts === undefined) return course;
    return { ...course, provider_name: nameOf('provider', facts.provider), date_published: facts.date_published };
  });
}

function Results({ refined, site }: { refined: Refined; site: Site }) {
  const [{ total, courses }, setBrowsed] = useState(refined.browsed);
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
      setBrowsed(await refined.more(shown));
      setFailed(false);
    } catch {
      setFailed(true);
    }
  }
  return (
    <>
      <CourseList courses={withFacts(courses, refined)} site={site} label={message('filter.results')} />
      {total > batchSize && (
        <p class="actions">
          {courses.length < total && (
            <button type="button" class="button" onClick={() => void showMore()}>
              {message('filter.more')}
            </button>
          )}
          <span role="status" class="quiet">
            {hasFailed ? message('filter.failed') : message('filter.shown', { shown: courses.length, total })}
          </span>
        </p>
      )}
    </>
  );
}
