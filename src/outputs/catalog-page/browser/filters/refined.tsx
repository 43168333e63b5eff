// A list of courses with its filters, the choices as chips, and its order.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import { mostByTitle } from '../../../search/browser/browse.ts';
import type { Choice } from '../../../facets/browser/facets.ts';
import { batchSize } from '../../../search/browser/title-order.ts';
import { CourseList } from '../course-list.tsx';
import { keep } from '../entries.ts';
import { message } from '../locale.ts';
import { CourseCount } from '../parts.tsx';
import { fragmentOf } from '../place.ts';
import { isTyping } from '../typing.ts';
import type { Site } from '../view.ts';
import { Filters } from './filters.tsx';
import {
  changeAddress,
  choicesOf,
  fragmentWith,
  goToResults,
  sortOf,
  sortsOf,
  toggleChoice,
  withFacts,
  type Refined,
} from './refine.ts';

interface Props {
  readonly refined: Refined;
  readonly site: Site;
  /** What is said where there are no courses, whatever is chosen. */
  readonly empty: ComponentChildren;
  /** Takes the place of the courses, if there is anything. */
  readonly children?: ComponentChildren;
}

export function RefinedCourses({ refined, site, empty, children }: Props) {
  const { place, browsed, nameOf } = refined;
  const isEarly = !children && browsed.total > 0 && browsed.courses.length === 0;
  return (
    <div class="refined">
      <Filters {...{ place, browsed, nameOf, isEarly }} />
      <div id="results" class="results" tabIndex={-1}>
        <div class="toolbar">
          <Chips refined={refined} />
          <Languages refined={refined} site={site} />
          {browsed.total > 1 && <SortField refined={refined} />}
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

/** The choices, each of which a click removes. */
function Chips({ refined: { place, nameOf } }: { refined: Refined }) {
  const choices = choicesOf(place);
  if (choices.length === 0) return null;
  return (
    <ul class="chips" aria-label={message('filter.chosen')}>
      {choices.map((choice) => (
        <Chip key={`${choice.facet} ${choice.value}`} change={() => toggleChoice(choice)}>
          <span class="visually-hidden">{message('filter.remove', { facet: message(`field.${choice.facet}`) })} </span>
          <bdi>{nameOf(choice.facet, choice.value)}</bdi> <span aria-hidden="true">×</span>
        </Chip>
      ))}
      <Chip change={() => changeAddress(() => ({ choices: [] }))}>{message('filter.clear')}</Chip>
    </ul>
  );
}

/** The visitor's languages, where the filters are in a sheet: most visitors look for nothing else there. */
function Languages({ refined: { place, browsed, nameOf }, site }: { refined: Refined; site: Site }) {
  const values = browsed.counts.get('language') ?? [];
  const narrowing = values.filter(({ value, count }) => count < browsed.total && site.isPreferred(value));
  if (narrowing.length === 0 || choicesOf(place).some(({ facet }) => facet === 'language')) return null;
  return (
    <ul class="chips languages" aria-label={message('nav.languages')}>
      {narrowing.map(({ value, count }) => (
        <Chip key={value} change={() => toggleChoice({ facet: 'language', value })}>
          <bdi>{nameOf('language', value)}</bdi> <CourseCount count={count} />
        </Chip>
      ))}
    </ul>
  );
}

function Chip({ change, children }: { change: () => void; children: ComponentChildren }) {
  const press = () => {
    change();
    goToResults();
  };
  return (
    <li>
      <button type="button" onClick={press}>
        {children}
      </button>
    </li>
  );
}

function SortField({ refined: { place, browsed } }: { refined: Refined }) {
  const sorts = sortsOf(place);
  const choose = (value: string) => {
    const sort = sorts.find((one) => one === value);
    changeAddress(() => ({ sort: sort === sorts[0] ? undefined : sort }));
  };
  return (
    <label class="sort">
      {message('sort.label')}{' '}
      <select value={sortOf(place)} onChange={(event) => choose(event.currentTarget.value)}>
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

/** Links to what there is without the choices of one facet, or of all. */
function Loosen({ refined: { place, browsed, nameOf }, empty }: { refined: Refined; empty: ComponentChildren }) {
  const choices = choicesOf(place);
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
            <a href={fragmentWith(place, { choices: others })} onClick={goToResults}>
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
