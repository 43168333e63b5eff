// The filters of a list of courses: beside it on wide screens, in a sheet on phones.
import { useState } from 'preact/hooks';
import { facetNames, type FacetName } from '../../../facets/file-format.ts';
import { matching } from '../lists/items.ts';
import { message } from '../language/locale.ts';
import { CourseCount, SkipLink } from '../parts.tsx';
import { changeAddress, choicesOf, type Filtered } from './filtered-courses.ts';

/** Of more values than this, a field finds some by name. */
const mostValues = 12;
/** Values that are shown of a facet beside chosen ones; a browser takes too long for more, and before the first paint for more than are in sight. */
const [mostShown, mostEarly] = [500, 10];

interface Props {
  readonly filtered: Filtered;
  /** Whether the courses are still to come: with the values of all facets, the first paint would take too long. */
  readonly isEarly: boolean;
}

/** The sheet is a popover, which the style sheet shows beside the courses where there is room. */
export function Filters(props: Props) {
  const chosen = choicesOf(props.filtered.place).length;
  return (
    <>
      <button type="button" class="step open-filters" popovertarget="filters">
        {message('filter.title') + (chosen === 0 ? '' : ` (${chosen})`)}
      </button>
      <aside
        id="filters"
        class="filters"
        popover="auto"
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
        {facetNames.slice(0, props.isEarly ? 1 : undefined).map((facet) => (
          <Facet key={facet} facet={facet} {...props} />
        ))}
      </aside>
    </>
  );
}

interface Value {
  readonly value: string;
  readonly name: string;
  readonly count: number;
  readonly children: readonly Value[];
}

function Facet({ facet, filtered, isEarly }: Props & { readonly facet: FacetName }) {
  const { place, browsed, nameOf, parentOf } = filtered;
  const [typed, setTyped] = useState('');
  const chosen = choicesOf(place).flatMap(([name, value]) => (name === facet ? [value] : []));
  // What is open does not close around the focus when the last choice in it is removed.
  const [chosenFirst] = useState(chosen);
  // All courses of a list have its value.
  const valueOfList = place.view === 'list' && place.list === facet ? place.parameter : '';
  const narrowing = browsed.counts(facet).filter(([value]) => value !== valueOfList);
  const valuesUnder = (...parents: readonly (string | undefined)[]): readonly Value[] =>
    narrowing
      .filter(([value]) => parents.includes(parentOf(facet, value)))
      .map(([value, count]) => {
        const children = facet === 'category' ? valuesUnder(value) : [];
        return { value, name: nameOf(facet, value), count, children };
      });
  const hasAny = ({ value, children }: Value, values: readonly string[]): boolean =>
    values.includes(value) || children.some((child) => hasAny(child, values));

  // A single value that is not chosen narrows nothing.
  if (narrowing.length < (chosen.length > 0 ? 1 : 2)) return null;
  const all = valuesUnder('', valueOfList);
  const found = matching(all, typed);

  const item = (one: Value) => (
    <li key={one.value}>
      <label>
        <input
          type="checkbox"
          checked={chosen.includes(one.value)}
          onChange={({ currentTarget }) => {
            const change = currentTarget.checked ? 'append' : 'delete';
            changeAddress(place, (selection) => selection[change](facet, one.value));
            currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
          }}
        />
        <bdi>{one.name}</bdi>
        <CourseCount count={one.count} />
      </label>
      {one.children.length > 0 && (
        <details open={typed !== '' || hasAny(one, chosenFirst)}>
          <summary aria-label={`${message('list.subcategories')}: ${one.name}`} />
          <ul>{one.children.map(item)}</ul>
        </details>
      )}
    </li>
  );
  return (
    <fieldset class="facet">
      <legend>{message(`field.${facet}`)}</legend>
      {all.length > mostValues && (
        <input
          type="search"
          aria-label={message(`find.${facet}`)}
          placeholder={message(`find.${facet}`)}
          autocomplete="off"
          spellcheck={false}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      )}
      {found.length === 0 && <p class="quiet">{message('filter.noName')}</p>}
      <ul aria-label={message(`field.${facet}`)} hidden={found.length === 0}>
        {found.filter((one, index) => index < (isEarly ? mostEarly : mostShown) || hasAny(one, chosen)).map(item)}
      </ul>
    </fieldset>
  );
}
