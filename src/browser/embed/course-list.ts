// The element <course-list>: a list of courses of a catalog, in any page.
import { memoize } from '../../memoize.ts';
import { fragmentOf } from '../catalog-page/place.ts';
import type { Choice } from '../../outputs/facets/facets.ts';
import { facetNames, isFacet } from '../../outputs/facets/file-format.ts';
import { openRequests } from '../../library/requests.ts';
import { rootOf } from '../../library/root.ts';
import { searchOf } from '../../library/search-courses.ts';
import { coursePagesFolder } from '../../outputs/shared/page-paths.ts';
import type { EmbedSettings } from '../../outputs/embed/settings.ts';
import { attributeNames } from '../../outputs/embed/snippets.ts';
import { languageAround, wantedBy, type WantedList } from './attributes.ts';
import style from './course-list.css';
import { element } from './elements.ts';
import { openFilters } from './filters.ts';
import { wordsIn, type Words } from './locale.ts';
import { failureOf, resultsOf, type Links, type Shown } from './results.ts';

/** Before this code, in the same file. */
declare const catalogSettings: EmbedSettings;

const ownCatalog = new URL('..', import.meta.url).href;
/** The lists of a page share what they load. */
const searchIn = memoize((catalog: string) => searchOf(openRequests(new URL(catalog))));

class CourseList extends HTMLElement {
  static readonly observedAttributes = attributeNames;
  readonly #filters = openFilters(() => void this.#show());
  /** It stays, as screen readers announce what changes in it. */
  readonly #status = element('p', { role: 'status', class: 'quiet' });
  readonly #results = element('div');
  readonly #list = element('div', {}, this.#filters.root, this.#status, this.#results);
  #turn = 0;

  constructor() {
    super();
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`${style}:host{--accent-of-catalog:${catalogSettings.accent}}`);
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [sheet];
    root.append(this.#list);
  }

  connectedCallback(): void {
    this.#filters.reset();
    void this.#show();
  }

  attributeChangedCallback(): void {
    if (this.isConnected) this.connectedCallback();
  }

  /** Shows the list of the attributes as they are once all that are set together are set. A later list never waits for an earlier one. */
  async #show(): Promise<void> {
    this.#turn += 1;
    const turn = this.#turn;
    await Promise.resolve();
    if (turn !== this.#turn) return;
    const words = wordsIn(languageAround(this), catalogSettings.language);
    [this.#list.lang, this.#list.dir, this.#list.ariaBusy] = [words.tag, words.dir, 'true'];
    if (!this.#results.hasChildNodes()) this.#status.textContent = words.text('app.loading');
    const shown = await this.#load(words).catch(
      (error: unknown) => () => failureOf(error, words, () => void this.#show()),
    );
    if (turn !== this.#turn) return;
    const { status, content } = shown();
    this.#list.ariaBusy = 'false';
    this.#status.textContent = status;
    this.#results.replaceChildren(...content);
  }

  async #load(words: Words): Promise<() => Shown> {
    const catalog = rootOf(new URL(this.getAttribute('catalog') ?? ownCatalog, document.baseURI)).href;
    const wanted = wantedBy(this);
    const choices = this.#filters.narrowed(wanted);
    const result = await searchIn(catalog)(requestOf(wanted, choices));
    return () => {
      this.#filters.show(wanted, result, words);
      const none = words.text(this.#filters.hasChoices() ? 'filter.none' : 'empty.list');
      return resultsOf(result, none, linksTo(catalog, wanted, choices), words);
    };
  }
}

function requestOf({ query, sort, limit }: WantedList, choices: readonly Choice[]) {
  const valuesOf = (wanted: string) => choices.flatMap(([name, value]) => (name === wanted ? [value] : []));
  const valuesByName = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, valuesOf(name)]));
  const facts = choices.flatMap(([name]) => (isFacet(name) ? [] : [name]));
  return { query, sort, limit, ...valuesByName(facetNames), ...(facts.length > 0 && { facts: valuesByName(facts) }) };
}

/** What is known of another catalog than that of the script is only that it has a catalog page, as most have. */
function linksTo(catalog: string, { query, sort }: WantedList, choices: readonly Choice[]): Links {
  const { coursePages, frontPage } = catalog === ownCatalog ? catalogSettings : { coursePages: false, frontPage: true };
  const selection = String(
    new URLSearchParams([...choices.map(([name, value]): [string, string] => [name, value]), ['sort', sort]]),
  );
  const place =
    query === '' ? ({ screen: 'courses', selection } as const) : ({ screen: 'search', query, selection } as const);
  const inCatalogPage = (fragment: string) => (frontPage ? catalog + fragment : undefined);
  return {
    courseAddress: (linkhash) =>
      coursePages
        ? `${catalog}${coursePagesFolder}/${linkhash}/`
        : inCatalogPage(fragmentOf({ screen: 'course', linkhash })),
    allAddress: inCatalogPage(fragmentOf(place)),
  };
}

// Another catalog may have brought it already.
if (customElements.get('course-list') === undefined) customElements.define('course-list', CourseList);
