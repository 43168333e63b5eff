// A list of courses with its filters, the choices as chips, and its order.
import type { ComponentChildren } from 'preact';
import { mostByTitle } from '../../../search/browser/filter-and-sort.ts';
import { facetNames } from '../../../facets/file-format.ts';
import { Batches } from '../lists/batches.tsx';
import type { ListedCourse } from '../lists/course-list.tsx';
import { message } from '../language/locale.ts';
import { CourseCount } from '../components.tsx';
import { withSelection, fragmentOf, type SelectionChange } from '../place.ts';
import type { ScreenContext } from '../screen.ts';
import { Filters, type FiltersProps } from './filters.tsx';
import { changeAddress, choicesOf, loadCourses, sortOf, sortsOf, type Filtered } from './filtered-courses.ts';

interface Props extends FiltersProps {
  readonly context: ScreenContext;
  /** What is said where there are no courses, whatever is chosen. */
  readonly empty?: ComponentChildren;
  /** Takes the place of the courses, if there is anything. */
  readonly children?: ComponentChildren;
}

/** An empty frame until `filtered` is known, then the first facet, and everything once the courses are loaded. */
export function FilteredList({ place, filtered, ...others }: Props) {
  const first = filtered?.courses;
  return (
    <div class="filtered">
      <Filters place={place} filtered={filtered} />
      <div id="results" class="results" tabIndex={-1}>
        {filtered && first ? <Results {...{ place, filtered, first }} {...others} /> : <div class="coming" />}
      </div>
    </div>
  );
}

interface ResultsProps extends Props {
  readonly filtered: Filtered;
  readonly first: readonly ListedCourse[];
}

function Results({ place, filtered, first, context, empty, children }: ResultsProps) {
  const { total, totalWith } = filtered.results;
  const load = async (limit: number) => loadCourses(filtered, limit);
  return (
    <>
      <div class="toolbar">
        <Chips filtered={filtered} context={context} />
        {total > 1 && <SortField filtered={filtered} />}
      </div>
      {total === 0 && (totalWith([]) === 0 ? empty : <p class="empty">{message('filter.none')}</p>)}
      {total > 0 && (children ?? <Batches key={fragmentOf(place)} {...{ first, total, load, context }} />)}
    </>
  );
}

/** The choices, each of which a click removes; or, where the filters are in a sheet, the visitor's languages to choose. */
function Chips({ filtered: { place, results, nameOf }, context }: { filtered: Filtered; context: ScreenContext }) {
  const choices = choicesOf(place);
  const suggested = results
    .counts('language')
    .filter(([value, count]) => choices.length === 0 && count < results.total && context.isPreferred(value));
  if (choices.length + suggested.length === 0) return null;
  const chip = (key: string, change: SelectionChange, content: ComponentChildren, counted = 0) => {
    const target = withSelection(place, change);
    const follow = (event: MouseEvent) => {
      // The browser opens it in another tab or window.
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      changeAddress(place, change);
      // The link may go.
      document.querySelector<HTMLElement>('#results')?.focus({ preventScroll: true });
    };
    // Where nothing is left, what the choice keeps out.
    const count = results.total > 0 ? counted : results.totalWith(choicesOf(target));
    return (
      <li key={key}>
        <a href={fragmentOf(target)} onClick={follow}>
          <bdi>{content}</bdi> {count > 0 && <CourseCount count={count} />}
        </a>
      </li>
    );
  };
  return (
    <ul class={choices.length > 0 ? 'chips' : 'chips suggested'} aria-label={message('filter.title')}>
      {choices.map(([facet, value]) =>
        chip(
          `${facet} ${value}`,
          (selection) => selection.delete(facet, value),
          <>
            <span class="visually-hidden">{message('filter.remove', { facet: message(`field.${facet}`) })} </span>
            {nameOf(facet, value)} <span aria-hidden="true">×</span>
          </>,
        ),
      )}
      {suggested.map(([value, count]) =>
        chip(value, (selection) => selection.append('language', value), nameOf('language', value), count),
      )}
      {choices.length > 0 &&
        chip('all', (selection) => facetNames.forEach((facet) => selection.delete(facet)), message('filter.clear'))}
    </ul>
  );
}

function SortField({ filtered: { place, results } }: { filtered: Filtered }) {
  // The usual order, too: it may be another one under other choices.
  const sortBy = (sort: string) => changeAddress(place, (selection) => selection.set('sort', sort));
  return (
    <label class="sort">
      {message('sort.label')}{' '}
      <select value={sortOf(place)} onChange={({ currentTarget }) => sortBy(currentTarget.value)}>
        {sortsOf(place).map((sort) => {
          const isTooMany = sort === 'title' && results.total > mostByTitle;
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
