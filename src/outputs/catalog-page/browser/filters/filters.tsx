// The filters of a list of courses: beside it on wide screens, in a sheet on phones.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import type { Browsed } from '../../../search/browser/browse.ts';
import type { Choice, Counted, FacetCounts } from '../../../facets/browser/facets.ts';
import { facetNames, type FacetName } from '../../../facets/format.ts';
import { matching } from '../items.ts';
import { message } from '../locale.ts';
import { CourseCount, SkipLink } from '../parts.tsx';
import { fragmentOf, type Refinable } from '../place.ts';
import type { NameOf } from './names.ts';
import { isSame, toggled } from './refinement.ts';

/** The filters have the width of a column from here on. */
const wide = '(min-width: 56rem)';
/** Values that are shown at once; of more, the others are found by name. */
const shownValues = 12;

/** The label of the field that finds a value. */
const find = {
  language: 'filter.findLanguage',
  category: 'filter.findCategory',
  provider: 'filter.findProvider',
  year: 'filter.findYear',
} as const;

export function titleOf(facet: FacetName): string {
  return message(`field.${facet}`);
}

interface Props {
  readonly place: Refinable;
  readonly browsed: Pick<Browsed, 'counts' | 'total'>;
  readonly nameOf: NameOf;
}

export function Filters({ place, browsed: { counts, total }, nameOf }: Props) {
  const isWide = useMedia(wide);
  const { choices = [] } = place.refinement ?? {};
  const facets = facetNames.map((facet) => (
    <Facet
      key={facet}
      facet={facet}
      values={narrowing(counts, facet, place)}
      choices={choices}
      nameOf={nameOf}
      place={place}
    />
  ));
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
  readonly choices: readonly Choice[];
  readonly nameOf: NameOf;
  readonly place: Refinable;
}

/** A value with those below it. */
interface Value extends Counted {
  readonly name: string;
  readonly children: readonly Value[];
}

function Facet({ facet, values, choices, nameOf, place }: FacetProps) {
  const [typed, setTyped] = useState('');
  const [isWhole, setWhole] = useState(false);
  const title = titleOf(facet);
  const isChosen = (value: string) => choices.some((choice) => isSame(choice, { facet, value }));
  const hasChosen = ({ value, children }: Value): boolean => isChosen(value) || children.some(hasChosen);
  const isShown = (one: Value, at: number) => isWhole || at < shownValues || hasChosen(one);
  const valuesBelow = (above: string | undefined): Value[] =>
    values
      .filter(({ parent }) => parent === above)
      .map((one) => {
        // There are categories below the second level, too.
        const children = above === undefined && facet === 'category' ? valuesBelow(one.value) : [];
        return { ...one, name: nameOf(facet, one.value), children };
      });
  // A single value that is not chosen narrows nothing.
  if (values.length < (choices.some((choice) => choice.facet === facet) ? 1 : 2)) return null;
  const found = matching(valuesBelow(undefined), typed);
  const shown = found.filter(isShown);

  const box = ({ value, name, count: courses, children }: Value) => (
    <li key={value}>
      <label>
        <input
          type="checkbox"
          checked={isChosen(value)}
          onChange={() => (location.hash = withChoices(place, toggled(choices, { facet, value })))}
        />
        <bdi>{name}</bdi>
        <CourseCount count={courses} />
      </label>
      {children.length > 0 && (
        <Below name={name} isNeeded={typed !== '' || isChosen(value) || children.some(hasChosen)}>
          {() => <ul>{children.map(box)}</ul>}
        </Below>
      )}
    </li>
  );
  return (
    <fieldset class="facet">
      <legend>{title}</legend>
      {values.length > shownValues && (
        <input
          type="search"
          aria-label={message(find[facet])}
          placeholder={message(find[facet])}
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

/** The fragment of the first page under these choices. */
export function withChoices(place: Refinable, choices: readonly Choice[]): string {
  const refinement = { choices, sort: place.refinement?.sort };
  return fragmentOf(place.view === 'list' ? { ...place, page: 1, refinement } : { ...place, refinement });
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
