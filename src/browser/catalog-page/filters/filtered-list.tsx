// A list of courses with its filters, the choices as chips, and its order.
import type { ComponentChildren } from 'preact';
import { isUsualSort, mostByTitle } from '../../../library/search/filter-and-sort.ts';
import type { ValueCount } from '../../../outputs/facets/file-format.ts';
import { Batches } from '../lists/batches.tsx';
import { message } from '../language/locale.ts';
import { CourseCount } from '../components.tsx';
import { withSelection, fragmentOf, type FilterablePlace, type SelectionChange } from '../place.ts';
import type { ScreenContext } from '../screen.ts';
import { EmbedList } from './embed-list.tsx';
import { Filters, type FiltersProps } from './filters.tsx';
import { changeAddress, choicesOf, loadCourses, sortOf, sortsOf, type Filtered } from './filtered-courses.ts';

interface Props extends FiltersProps {
  readonly context: ScreenContext;
  /** What is said where there are no courses, whatever is chosen. */
  readonly empty?: ComponentChildren;
  /** Takes the place of the courses, if there is anything. */
  readonly children?: ComponentChildren;
}

/** The filters and the courses, each as soon as there is something to show. */
export function FilteredList(props: Props) {
  return (
    <div class="filtered">
      <Filters {...props} />
      <div id="results" class="results" tabIndex={-1}>
        <Results {...props} />
      </div>
    </div>
  );
}

/** An empty frame until the courses are loaded. */
function Results({ place, filtered, context, empty, children }: Props) {
  const first = filtered?.courses;
  if (!first) return <div class="coming" />;
  const { total, totalWith } = filtered.results;
  const load = async (limit: number) => loadCourses(filtered, limit);
  return (
    <>
      <div class="toolbar">
        <Chips {...{ place, filtered, context }} />
        {total > 1 && <SortField {...{ place, filtered }} />}
      </div>
      {total === 0 && (totalWith([]) === 0 ? empty : <p class="empty">{message('filter.none')}</p>)}
      {total > 0 && (children ?? <Batches key={fragmentOf(place)} {...{ first, total, load, context }} />)}
      {total > 0 && <EmbedList {...{ place, filtered, context }} />}
    </>
  );
}

/** The choices, each of which a click removes; or, where the filters are in a sheet, the visitor's languages to choose. */
function Chips({ place, filtered: { results, facts, labelOf, nameOf }, context }: Props & { filtered: Filtered }) {
  const choices = choicesOf(place, facts);
  const { total, counts, totalWith } = results;
  const isSuggested = ([language, count]: ValueCount) => count < total && context.isPreferred(language);
  const suggested = choices.length > 0 ? [] : (counts('language') ?? []).filter(isSuggested);
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
    // Where nothing is left, how many it would bring back.
    const count = total > 0 ? counted : totalWith(choicesOf(target, facts));
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
            <span class="visually-hidden">{message('filter.remove', { facet: labelOf(facet) })} </span>
            {nameOf(facet, value)} <span aria-hidden="true">×</span>
          </>,
        ),
      )}
      {suggested.map(([value, count]) =>
        chip(value, (selection) => selection.append('language', value), nameOf('language', value), count),
      )}
      {choices.length > 0 &&
        chip('all', (selection) => choices.forEach(([facet]) => selection.delete(facet)), message('filter.clear'))}
    </ul>
  );
}

function SortField({ place, filtered }: { place: FilterablePlace; filtered: Filtered }) {
  const { results, facts } = filtered;
  // The usual order, too: it may be another one under other choices.
  const sortBy = (sort: string) => changeAddress(place, (selection) => selection.set('sort', sort));
  return (
    <label class="sort">
      {message('sort.label')}{' '}
      <select value={sortOf(place, facts)} onChange={({ currentTarget }) => sortBy(currentTarget.value)}>
        {sortsOf(place, facts).map((sort) => {
          const isTooMany = sort === 'title' && results.total > mostByTitle;
          const name = isUsualSort(sort) ? message(`sort.${sort}`) : facts?.sortInWords(sort);
          return (
            <option key={sort} value={sort} disabled={isTooMany}>
              {isTooMany ? message('sort.upTo', { sort: name ?? sort, count: mostByTitle }) : name}
            </option>
          );
        })}
      </select>
    </label>
  );
}
