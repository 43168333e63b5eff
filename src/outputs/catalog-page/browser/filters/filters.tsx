// The filters of a list of courses: beside it on wide screens, in a sheet on phones.
import { useRef, useState } from 'preact/hooks';
import type { Browsed } from '../../../search/browser/browse.ts';
import type { Counted } from '../../../facets/browser/facets.ts';
import { facetNames, type FacetName } from '../../../facets/format.ts';
import { hasName } from '../items.ts';
import { message } from '../locale.ts';
import { CourseCount, SkipLink } from '../parts.tsx';
import type { Refinable } from '../place.ts';
import type { NameOf } from '../view.ts';
import { choicesOf, toggleChoice } from './refine.ts';

/** So many values are shown at once; of more, the first ones, and a field that finds the others by name. */
const [mostValues, firstValues] = [12, 8];

interface Props {
  readonly place: Refinable;
  readonly browsed: Pick<Browsed, 'counts'>;
  readonly nameOf: NameOf;
  /** Whether the courses are still to come: with the values of all facets, the first paint would take too long. */
  readonly isEarly: boolean;
}

/** The sheet is a popover, which the style sheet shows beside the courses where there is room. */
export function Filters({ place, browsed, nameOf, isEarly }: Props) {
  const chosen = choicesOf(place).length;
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
        {facetNames.slice(0, isEarly ? 1 : undefined).map((facet) => (
          <Facet key={facet} {...{ facet, place, nameOf, isEarly }} values={browsed.counts.get(facet) ?? []} />
        ))}
      </aside>
    </>
  );
}

interface FacetProps extends Omit<Props, 'browsed'> {
  readonly facet: FacetName;
  /** The largest first. */
  readonly values: readonly Counted[];
}

function Facet({ facet, values, place, nameOf, isEarly }: FacetProps) {
  const [typed, setTyped] = useState('');
  const [isWhole, setWhole] = useState(false);
  const chosen = choicesOf(place).flatMap((choice) => (choice.facet === facet ? [choice.value] : []));
  // What was chosen in this view stays in it, with the focus.
  const kept = useRef(new Set<string>()).current;
  for (const value of chosen) kept.add(value);

  // All courses of a list have its value.
  const own = place.view === 'list' && place.list === facet ? place.parameter : undefined;
  const narrowing = values.filter(({ value }) => value !== own);
  const isTop = ({ parent }: Counted) => parent === undefined || parent === own;
  const [tops, lower] = [narrowing.filter(isTop), narrowing.filter((counted) => !isTop(counted))];
  const below = ({ value }: Counted) => lower.filter(({ parent }) => parent === value);
  const isFound = ({ value }: Counted) => typed === '' || hasName(nameOf(facet, value), typed);
  const found = tops.filter((top) => isFound(top) || below(top).some(isFound));
  const isKept = (top: Counted) => [top, ...below(top)].some(({ value }) => kept.has(value));
  const first = tops.length > mostValues ? firstValues : mostValues;
  const shown = found.filter((top, at) => isWhole || at < first || (kept.size > 0 && isKept(top)));

  // A single value that is not chosen narrows nothing.
  if (narrowing.length < (chosen.length > 0 ? 1 : 2)) return null;

  const box = (counted: Counted) => (
    <label>
      <input
        type="checkbox"
        checked={chosen.includes(counted.value)}
        onChange={({ currentTarget }) => {
          toggleChoice({ facet, value: counted.value });
          currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
        }}
      />
      <bdi>{nameOf(facet, counted.value)}</bdi>
      <CourseCount count={counted.count} />
    </label>
  );
  const row = (top: Counted) => {
    const children = isEarly ? [] : below(top).filter((child) => isFound(top) || isFound(child));
    return (
      <li key={top.value}>
        {box(top)}
        {children.length > 0 && (
          <details open={typed !== '' || isKept(top)}>
            <summary aria-label={`${message('list.subcategories')}: ${nameOf(facet, top.value)}`} />
            <ul>
              {children.map((child) => (
                <li key={child.value}>{box(child)}</li>
              ))}
            </ul>
          </details>
        )}
      </li>
    );
  };
  return (
    <fieldset class="facet">
      <legend>{message(`field.${facet}`)}</legend>
      {first < mostValues && (
        <input
          type="search"
          aria-label={message(`find.${facet}`)}
          placeholder={message(`find.${facet}`)}
          autocomplete="off"
          spellcheck={false}
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      {shown.length === 0 ? (
        <p class="quiet">{message('filter.noName')}</p>
      ) : (
        <ul aria-label={message(`field.${facet}`)}>{shown.map(row)}</ul>
      )}
      {shown.length < found.length && (
        <button type="button" class="plain-button" onClick={() => setWhole(true)}>
          {message('filter.all', { total: found.length })}
        </button>
      )}
    </fieldset>
  );
}
