// The element <course-list>: a list of courses of a catalog, in any page.
import { memoize } from '../../memoize.ts';
import type { Choice } from '../../outputs/facets/facets.ts';
import { facetNames, isFacet } from '../../outputs/facets/file-format.ts';
import { openRequests } from '../../library/requests.ts';
import { rootOf } from '../../library/root.ts';
import { searchOf } from '../../library/search-courses.ts';
import { coursePagesFolder } from '../../outputs/shared/page-paths.ts';
import type { EmbedSettings } from '../../outputs/embed/settings.ts';
import { attributeNames } from '../../outputs/embed/snippets.ts';
import { inheritedLanguage, parseAttributes, type ListRequest } from './attributes.ts';
import style from './course-list.css';
import { element } from './elements.ts';
import { openFilters } from './filters.ts';
import { wordsIn, type Words } from './locale.ts';
import { failureOf, resultsOf, type Links, type Shown } from './results.ts';

/** Declared before this code, in the same file. */
declare const catalogSettings: EmbedSettings;

const ownCatalog = new URL('..', import.meta.url).href;
/** The lists of a page share their requests. */
const searchIn = memoize((catalog: string) => searchOf(openRequests(new URL(catalog))));

class CourseList extends HTMLElement {
  static readonly observedAttributes = attributeNames;
  readonly #filters = openFilters(() => void this.#show());
  /** Never replaced, so that screen readers announce its changes. */
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

  /** Shows the list once all attributes that are set together are set. A later list never waits for an earlier one. */
  async #show(): Promise<void> {
    this.#turn += 1;
    const turn = this.#turn;
    await Promise.resolve();
    if (turn !== this.#turn) return;
    const words = wordsIn(inheritedLanguage(this), catalogSettings.language);
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
    const request = parseAttributes(this);
    const choices = this.#filters.narrowed(request);
    const result = await searchIn(catalog)(requestOf(request, choices));
    return () => {
      this.#filters.show(request, result, words);
      const none = words.text(this.#filters.hasChoices() ? 'filter.none' : 'empty.list');
      return resultsOf(result, none, linksTo(catalog, request, choices), words);
    };
  }
}

function requestOf({ query, sort, limit }: ListRequest, choices: readonly Choice[]) {
  const valuesOf = (wanted: string) => choices.flatMap(([name, value]) => (name === wanted ? [value] : []));
  const valuesByName = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, valuesOf(name)]));
  const facts = choices.flatMap(([name]) => (isFacet(name) ? [] : [name]));
  return { query, sort, limit, ...valuesByName(facetNames), ...(facts.length > 0 && { facts: valuesByName(facts) }) };
}

/** Of another catalog we can only assume that it has course pages. */
function linksTo(catalog: string, { query, sort }: ListRequest, choices: readonly Choice[]): Links {
  const { coursePages } = catalog === ownCatalog ? catalogSettings : { coursePages: true };
  const selection = String(
    new URLSearchParams([
      ['q', query],
      ...choices.map(([name, value]): [string, string] => [name, value]),
      ['sort', sort],
    ]),
  );
  return {
    courseAddress: (linkhash) => (coursePages ? `${catalog}${coursePagesFolder}/${linkhash}/` : undefined),
    allAddress: `${catalog}${coursePagesFolder}/?${selection}`,
  };
}

// The script of another catalog may have defined it already.
if (customElements.get('course-list') === undefined) customElements.define('course-list', CourseList);
