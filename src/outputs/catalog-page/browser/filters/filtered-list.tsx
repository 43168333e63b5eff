// A list of courses with its filters, the choices as chips, and its order.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import { mostByTitle } from '../../../search/browser/browse.ts';
import { batchSize } from '../../../search/browser/title-order.ts';
import type { FoundCourse } from '../../../search/file-format.ts';
import { CourseList } from '../lists/course-list.tsx';
import { remember } from '../entries.ts';
import { message } from '../language/locale.ts';
import { CourseCount } from '../parts.tsx';
import { fragmentOf, fragmentWith } from '../place.ts';
import { isTyping } from '../typing.ts';
import type { Site } from '../view.ts';
import { Filters } from './filters.tsx';
import { changeAddress, goToResults, sortOf, sortsOf, withFacts, type Filtered } from './filtered-courses.ts';
import { toggling, noSelection, type Change } from './selection.ts';

interface Props {
  readonly filtered: Filtered;
  readonly site: Site;
  /** What is said where there are no courses, whatever is chosen. */
  readonly empty: ComponentChildren;
  /** Takes the place of the courses, if there is anything. */
  readonly children?: ComponentChildren;
}

export function FilteredList({ filtered, site, empty, children }: Props) {
  const { place, browsed, courses } = filtered;
  const isEmpty = browsed.total === 0;
  const isEarly = !isEmpty && !children && !courses;
  return (
    <div class="filtered">
      <Filters filtered={filtered} isEarly={isEarly} />
      <div id="results" class="results" tabIndex={-1}>
        <div class="toolbar">
          <Chips filtered={filtered} site={site} />
          {browsed.total > 1 && <SortField filtered={filtered} />}
        </div>
        {isEarly && <div class="coming" />}
        {isEmpty && (browsed.totalWith([]) === 0 ? empty : <p class="empty">{message('filter.none')}</p>)}
        {!isEmpty &&
          (children ||
            (courses && <Results key={fragmentOf(place)} filtered={filtered} first={courses} site={site} />))}
      </div>
    </div>
  );
}

/** The choices, each of which a click removes; or, where the filters are in a sheet, the visitor's languages to choose. */
function Chips({ filtered: { place, browsed, nameOf }, site }: Pick<Props, 'filtered' | 'site'>) {
  const { selection = noSelection } = place;
  const { choices } = selection;
  const chip = (key: string, change: Change, content: ComponentChildren, counted?: number) => {
    const changed = change(selection);
    // Where nothing is left, what it keeps out.
    const count = counted ?? (browsed.total > 0 ? 0 : browsed.totalWith(changed.choices));
    const follow = (event: MouseEvent) => {
      // The browser opens it in another tab or window.
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      changeAddress(place, change);
      goToResults();
    };
    return (
      <li key={key}>
        <a href={fragmentWith(place, changed)} onClick={follow}>
          {content} {count > 0 && <CourseCount count={count} />}
        </a>
      </li>
    );
  };
  const removals = choices.map(({ facet, value }) =>
    chip(
      `${facet} ${value}`,
      toggling({ facet, value }),
      <>
        <span class="visually-hidden">{message('filter.remove', { facet: message(`field.${facet}`) })} </span>
        <bdi>{nameOf(facet, value)}</bdi> <span aria-hidden="true">×</span>
      </>,
    ),
  );
  const suggested = (browsed.counts.get('language') ?? [])
    .filter(({ value, count }) => count < browsed.total && site.isPreferred(value))
    .map(({ value, count }) =>
      chip(value, toggling({ facet: 'language', value }), <bdi>{nameOf('language', value)}</bdi>, count),
    );
  const clearing = () => chip('all', ({ sort }) => ({ choices: [], sort }), message('filter.clear'));
  const chips = choices.length > 0 ? [...removals, clearing()] : suggested;
  if (chips.length === 0) return null;
  return (
    <ul class={choices.length > 0 ? 'chips' : 'chips suggested'} aria-label={message('filter.title')}>
      {chips}
    </ul>
  );
}

function SortField({ filtered: { place, browsed } }: { filtered: Filtered }) {
  const sorts = sortsOf(place);
  return (
    <label class="sort">
      {message('sort.label')}{' '}
      <select
        value={sortOf(place)}
        onChange={({ currentTarget: { selectedIndex: index } }) =>
          changeAddress(place, ({ choices }) => ({ choices, sort: index === 0 ? undefined : sorts[index] }))
        }
      >
        {sorts.map((sort) => {
          const isTooMany = sort === 'title' && browsed.total > mostByTitle;
          const name = message(`sort.${sort}`);
          return (
            <option key={sort} value={sort} disabled={isTooMany}>
              {isTooMany ? message('sort.upTo', { sort: name, count: mostByTitle }) : name}
            </option>
          );
        })}
      </select>
    </label>
  );
}

function Results({
  filtered,
  first,
  site,
}: Pick<Props, 'filtered' | 'site'> & { readonly first: readonly FoundCourse[] }) {
  const { total, first: load } = filtered.browsed;
  const [courses, setCourses] = useState(first);
  const [hasFailed, setFailed] = useState(false);
  const before = useRef(courses.length);

  // The button may go with the last batch.
  useEffect(() => {
    if (courses.length === before.current) return;
    const added = document.querySelectorAll<HTMLElement>('.courses a.title')[before.current];
    if (!isTyping()) added?.focus();
    before.current = courses.length;
  }, [courses.length]);

  async function showMore(): Promise<void> {
    const shown = courses.length + batchSize;
    // Before the wait: afterwards another entry may be the current one.
    remember('shown', shown);
    try {
      setCourses(await load(shown));
      setFailed(false);
    } catch {
      setFailed(true);
    }
  }
  return (
    <>
      <CourseList courses={withFacts(courses, filtered)} site={site} label={message('filter.results')} />
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
