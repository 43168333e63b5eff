// The filters of a list of courses: beside it on wide screens, in a sheet on phones.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import type { Browsed } from '../../../search/browser/browse.ts';
import type { Counted, FacetCounts } from '../../../facets/browser/facets.ts';
import { facetNames, type FacetName } from '../../../facets/format.ts';
import { matching } from '../items.ts';
import { message } from '../locale.ts';
import { CourseCount, SkipLink } from '../parts.tsx';
import { fragmentOf, isRefinable, placeOf, type Refinable } from '../place.ts';
import type { NameOf } from './names.ts';
import { isSame, toggled, type Refinement } from './refinement.ts';

/** The filters have the width of a column from here on. */
const wide = '(min-width: 56rem)';
/** So many values are shown at once; of more, the first ones, and a field that finds the others by name. */
const [mostValues, firstValues] = [12, 8];

interface Props {
  readonly place: Refinable;
  readonly browsed: Pick<Browsed, 'counts' | 'total'>;
  readonly nameOf: NameOf;
  /** Whether the courses are still to come: with the values of all facets, the first paint would take too long. */
  readonly isEarly: boolean;
}

export function Filters({ place, browsed: { counts, total }, nameOf, isEarly }: Props) {
  const isWide = useMedia(wide);
  const { choices = [] } = place.refinement ?? {};
  const isShort = isEarly && !choices.some(({ facet }) => facetNames.indexOf(facet) >= 2);
  const facets = facetNames.slice(0, isShort ? 2 : undefined).map((facet) => {
    const values = narrowing(counts, facet, place);
    return <Facet key={facet} {...{ facet, values, nameOf, place }} />;
  });
  if (!isWide) {
    const label = message('filter.title') + (choices.length === 0 ? '' : ` (${choices.length})`);
    return (
      <Sheet label={label} done={message('filter.show', { count: total })}>
        {facets}
      </Sheet>
    );
  }
  return (
    <aside class="filters" aria-labelledby="filters">
      <SkipLink to="results">{message('filter.skip')}</SkipLink>
      <h2 id="filters">{message('filter.title')}</h2>
      {facets}
    </aside>
  );
}

/** The values without the one whose list this is: all courses have it. */
function narrowing(counts: FacetCounts, facet: FacetName, place: Refinable): readonly Counted[] {
  if (place.view !== 'list' || place.list !== facet) return counts[facet];
  return counts[facet].flatMap((one) => {
    if (one.value === place.parameter) return [];
    return one.parent === place.parameter ? [{ ...one, parent: undefined }] : [one];
  });
}

function Sheet({ label, done, children }: { label: string; done: string; children: ComponentChildren }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = () => dialog.current?.close();
  return (
    <div class="filters">
      <button type="button" class="step" aria-haspopup="dialog" onClick={() => dialog.current?.showModal()}>
        {label}
      </button>
      <dialog
        ref={dialog}
        class="sheet"
        aria-labelledby="filters"
        // A click on the backdrop.
        onClick={({ target, currentTarget }) => target === currentTarget && close()}
      >
        <div class="sheet-inner">
          <div class="section-head">
            <h2 id="filters">{message('filter.title')}</h2>
            <button type="button" class="plain-button" onClick={close}>
              {message('filter.close')}
            </button>
          </div>
          {children}
        </div>
        <p class="sheet-end">
          <button type="button" class="button" onClick={close}>
            {done}
          </button>
        </p>
      </dialog>
    </div>
  );
}

interface FacetProps {
  readonly facet: FacetName;
  /** The largest first. */
  readonly values: readonly Counted[];
  readonly nameOf: NameOf;
  readonly place: Refinable;
}

/** A value with those below it. */
interface Value extends Counted {
  readonly name: string;
  readonly children: readonly Value[];
}

function Facet({ facet, values, nameOf, place }: FacetProps) {
  const { choices = [] } = place.refinement ?? {};
  const [typed, setTyped] = useState('');
  const [isWhole, setWhole] = useState(false);
  const title = message(`field.${facet}`);
  const isChosen = (value: string) => choices.some((choice) => isSame(choice, { facet, value }));
  // What was chosen in this view stays in it, with the focus.
  const [kept] = useState(() => new Set<string>());
  for (const choice of choices) if (choice.facet === facet) kept.add(choice.value);
  const isKept = ({ value, children }: Value): boolean => kept.has(value) || children.some(isKept);
  const valueOf = (one: Counted): Value => ({
    ...one,
    // Not before it is needed: there may be thousands of values.
    get name() {
      return nameOf(facet, one.value);
    },
    get children() {
      // There are categories below the second level, too.
      const below = one.parent === undefined ? values.filter(({ parent }) => parent === one.value) : [];
      return below.map(valueOf);
    },
  });
  const isNarrowed = choices.some((choice) => choice.facet === facet);
  // A single value that is not chosen narrows nothing.
  if (values.length < (isNarrowed ? 1 : 2)) return null;
  const first = values.length > mostValues ? firstValues : mostValues;
  const tops = values.filter(({ parent }) => parent === undefined);
  const found = matching(tops.map(valueOf), typed);
  const shown = found.filter((one, at) => isWhole || at < first || (kept.size > 0 && isKept(one)));

  const box = ({ value, name, count: courses, children }: Value) => (
    <li key={value}>
      <label>
        <input
          type="checkbox"
          checked={isChosen(value)}
          onChange={() => {
            const now = asked(place);
            const others = now.refinement?.choices ?? [];
            location.hash = withChange(now, { choices: toggled(others, { facet, value }) });
          }}
        />
        <bdi>{name}</bdi>
        <CourseCount count={courses} />
      </label>
      {children.length > 0 && (
        <Below name={name} isNeeded={typed !== '' || kept.has(value) || children.some(isKept)}>
          {() => <ul>{children.map(box)}</ul>}
        </Below>
      )}
    </li>
  );
  return (
    <fieldset class="facet">
      <legend>{title}</legend>
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
        <ul aria-label={title}>{shown.map(box)}</ul>
      )}
      {shown.length < found.length && (
        <button type="button" class="plain-button" onClick={() => setWhole(true)}>
          {message('filter.all', { total: found.length })}
        </button>
      )}
    </fieldset>
  );
}

/** What is below a value, opened by a button unless it is needed. */
function Below({ name, isNeeded, children }: { name: string; isNeeded: boolean; children: () => ComponentChildren }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {!isNeeded && (
        <button
          type="button"
          class="plain-button"
          aria-expanded={isOpen}
          aria-label={`${message('list.subcategories')}: ${name}`}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? '−' : '+'}
        </button>
      )}
      {(isNeeded || isOpen) && children()}
    </>
  );
}

/** The fragment of the first page under other choices or in another order. */
export function withChange(place: Refinable, change: Partial<Refinement>): string {
  const refinement = { choices: [], sort: undefined, ...place.refinement, ...change };
  return fragmentOf(place.view === 'list' ? { ...place, page: 1, refinement } : { ...place, refinement });
}

/** The place at the address if it has the same courses, filtered or sorted otherwise: those of an earlier choice may still be loading. */
export function asked(place: Refinable): Refinable {
  const now = placeOf(location.hash);
  const none = { choices: [], sort: undefined };
  return isRefinable(now) && withChange(now, none) === withChange(place, none) ? now : place;
}

function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const media = matchMedia(query);
    const follow = () => setMatches(media.matches);
    media.addEventListener('change', follow);
    return () => media.removeEventListener('change', follow);
  }, [query]);
  return matches;
}
