// The filters of a list of courses: beside it in wide windows, in a sheet on phones.
import { useEffect, useState } from 'preact/hooks';
import { facetNames, isFacet, type ValueCount } from '../../../outputs/facets/file-format.ts';
import type { FilteredCourses } from '../../../library/search/filter-and-sort.ts';
import { hasName } from '../lists/items.ts';
import { message } from '../language/locale.ts';
import { CourseCount, SkipLink } from '../components.tsx';
import type { FilterablePlace } from '../place.ts';
import { changeAddress, choicesOf, type Filtered } from './filtered-courses.ts';

/** Of more values than this, a field finds some by name. */
const mostValues = 12;
/** Values of a facet that are shown beside chosen ones: a browser takes too long for more. There are fewer before the first paint, which they would delay. */
const [mostShown, mostEarly] = [500, 6];

export interface FiltersProps {
  readonly place: FilterablePlace;
  /** Undefined until the counts of values are known. */
  readonly filtered: Filtered | undefined;
}

/** The sheet is a popover, which the style sheet shows beside the courses where there is room. */
export function Filters({ place, filtered }: FiltersProps) {
  const chosen = choicesOf(place, filtered?.facts).length;
  // The values of all facets would delay the first paint of any.
  const facets = filtered?.courses ? [...facetNames, ...(filtered.facts?.filters ?? [])] : facetNames.slice(0, 1);
  return (
    <>
      <button type="button" class="step open-filters" popovertarget="filters">
        {message('filter.title') + (chosen === 0 ? '' : ` (${chosen})`)}
      </button>
      <aside
        id="filters"
        class="filters"
        popover="auto"
        // Otherwise a press on a label would move the focus out of the sheet, which closes it.
        tabIndex={-1}
        aria-labelledby="filters-title"
        onFocusOut={({ currentTarget: sheet, relatedTarget }) => {
          // It would hide what has the focus now.
          if (relatedTarget instanceof Node && !sheet.contains(relatedTarget)) sheet.hidePopover();
        }}
      >
        <SkipLink to="results">{message('filter.skip')}</SkipLink>
        <div class="section-head">
          <h2 id="filters-title">{message('filter.title')}</h2>
          <button type="button" class="plain-button" popovertarget="filters" popovertargetaction="hide">
            {message('filter.close')}
          </button>
        </div>
        {filtered && facets.map((facet) => <Facet key={facet} {...{ facet, place, filtered }} />)}
      </aside>
    </>
  );
}

interface FacetProps extends FiltersProps {
  readonly facet: string;
  readonly filtered: Filtered;
}

function Facet(props: FacetProps) {
  const { facet, place, filtered } = props;
  const label = filtered.labelOf(facet);
  const chosen = chosenIn(props);
  const [isOpen, setOpen] = useState(isFacet(facet));
  const { counts, hasFailed } = useCounts(facet, filtered.results, isOpen);
  // So that it does not close around the focus when its last choice is removed.
  useEffect(() => {
    if (chosen.length > 0) setOpen(true);
  }, [chosen.length]);
  // All courses of a list have its value. A category below the second level has no name.
  const valueOfList = place.screen === 'list' && place.route === facet ? place.parameter : '';
  const values = counts?.filter(([value]) => value !== valueOfList && filtered.parentOf(facet, value) !== undefined);
  // A single value that is not chosen narrows nothing.
  if (isFacet(facet) && (values?.length ?? 0) < (chosen.length > 0 ? 1 : 2)) return null;
  return (
    <fieldset class="facet">
      <legend>
        {isFacet(facet) ? (
          label
        ) : (
          <button type="button" class="plain-button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <bdi>{label}</bdi> <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span>
          </button>
        )}
      </legend>
      {isOpen && values && <Values {...{ ...props, values, valueOfList, label }} />}
      {isOpen && !values && (
        <p role="status" class="quiet">
          {message(hasFailed ? 'filter.failed' : 'app.loading')}
        </p>
      )}
    </fieldset>
  );
}

function chosenIn({ facet, place, filtered }: FacetProps): string[] {
  return choicesOf(place, filtered.facts).flatMap(([name, value]) => (name === facet ? [value] : []));
}

/** The values of a facet that some courses have; those of a fact are loaded once it is open. */
function useCounts(facet: string, results: FilteredCourses, isOpen: boolean) {
  const [answer, setAnswer] = useState({ results, hasFailed: false });
  const counts = results.counts(facet);
  const isMissing = isOpen && counts === undefined;
  useEffect(() => {
    if (!isMissing) return;
    setAnswer({ results, hasFailed: false });
    results.loadFact(facet).then(
      () => setAnswer({ results, hasFailed: false }),
      () => setAnswer({ results, hasFailed: true }),
    );
  }, [facet, results, isMissing]);
  return { counts, hasFailed: answer.results === results && answer.hasFailed };
}

interface ValuesProps extends FacetProps {
  readonly values: readonly ValueCount[];
  readonly valueOfList: string;
  readonly label: string;
}

function Values(props: ValuesProps) {
  const { facet, place, filtered, values, valueOfList, label } = props;
  const { courses, facts, nameOf, parentOf } = filtered;
  const [typed, setTyped] = useState('');
  const chosen = chosenIn(props);
  // What is open does not close around the focus when the last choice in it is removed.
  const [chosenFirst] = useState(chosen);
  const under = (...parents: (string | undefined)[]) =>
    values.filter(([value]) => parents.includes(parentOf(facet, value)));
  const isFound = (...group: ValueCount[]) => group.some(([value]) => !typed || hasName(nameOf(facet, value), typed));
  const below = (top: ValueCount) => (facet === 'category' ? under(top[0]).filter((child) => isFound(top, child)) : []);
  const groups = under('', valueOfList).map((top) => [top, ...below(top)] as const);
  const found = groups.filter((group) => isFound(...group));
  const hasAny = (all: readonly ValueCount[], some: readonly string[]) => all.some(([value]) => some.includes(value));

  const item = ([[value, count], ...lower]: readonly [ValueCount, ...ValueCount[]]) => (
    <li key={value}>
      <label>
        <input
          type="checkbox"
          checked={chosen.includes(value)}
          onChange={({ currentTarget }) => {
            const change = currentTarget.checked ? 'append' : 'delete';
            changeAddress(place, (selection) => selection[change](facet, value));
            currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
          }}
        />
        <bdi>{nameOf(facet, value)}</bdi>
        <CourseCount count={count} />
      </label>
      {lower.length > 0 && (
        <details open={typed !== '' || hasAny([[value, count], ...lower], chosenFirst)}>
          <summary aria-label={`${message('list.subcategories')}: ${nameOf(facet, value)}`} />
          <ul>{lower.map((child) => item([child]))}</ul>
        </details>
      )}
    </li>
  );
  const find = isFacet(facet) ? message(`find.${facet}`) : facts?.text('facts.find');
  return (
    <>
      {groups.length > mostValues && (
        <input
          type="search"
          aria-label={find}
          placeholder={find}
          autocomplete="off"
          spellcheck={false}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      )}
      {found.length === 0 && (
        <p class="quiet">{typed ? message('filter.noName') : message('courses.count', { count: 0 })}</p>
      )}
      <ul aria-label={label} hidden={found.length === 0}>
        {found.filter((group, index) => index < (courses ? mostShown : mostEarly) || hasAny(group, chosen)).map(item)}
      </ul>
    </>
  );
}
