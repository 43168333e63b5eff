// The element <course-list>: a list of courses of a catalog, in its own pages and in any other. And the suggestions of search fields.
import { memoize } from '../../memoize.ts';
import type { EmbedSettings } from '../../outputs/embed/settings.ts';
import { attributeNames } from '../../outputs/embed/snippets.ts';
import { openListCatalog, type ListCatalogs } from './catalog.ts';
import style from './course-list.css';
import { openEmbeddedList, type EmbeddedList } from './embedded-list.ts';
import { openPageList } from './page-list.ts';
import { suggestIn } from './suggestions.ts';
import { wordsIn } from './words.ts';

/** Declared before this code, in the same file. */
declare const catalogSettings: EmbedSettings;

const ownCatalog = new URL('..', import.meta.url).href;
/** The lists of a page share what they load, in each language. */
const catalogsIn = memoize((tag: string): ListCatalogs => {
  const words = wordsIn(tag, catalogSettings.language);
  return { words, at: memoize((root: string) => openListCatalog(root, words)) };
});

class CourseList extends HTMLElement {
  static readonly observedAttributes = attributeNames;
  #embedded: EmbeddedList | undefined;
  #closing = new AbortController();

  connectedCallback(): void {
    // The parser may still be inside it.
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', () => this.#open(), { once: true });
    else this.#open();
  }

  disconnectedCallback(): void {
    this.#closing.abort();
  }

  attributeChangedCallback(): void {
    this.#embedded?.show();
  }

  #open(): void {
    if (!this.isConnected) return;
    const form = this.querySelector<HTMLFormElement>(':scope > form.find');
    if (form) {
      this.#closing = new AbortController();
      openPageList(this, form, catalogsIn(languageAround(this)).at(ownCatalog), this.#closing.signal);
      return;
    }
    this.#embedded ??= openEmbeddedList(this, sheetOf(catalogSettings), ownCatalog, () =>
      catalogsIn(this.getAttribute('locale') ?? languageAround(this)),
    );
    this.#embedded.show();
  }
}

/** The language of the surroundings of an element; empty if it is not said. */
function languageAround(element: Element): string {
  return element.closest('[lang]')?.getAttribute('lang') ?? '';
}

function sheetOf({ accent }: EmbedSettings): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`${style}:host{--accent-of-catalog:${accent}}`);
  return sheet;
}

/** Suggests courses in a search field of a page of the site. */
export function suggest(field: HTMLInputElement): void {
  suggestIn(field, catalogsIn(languageAround(field)).at(ownCatalog));
}

// The script of another catalog may have defined it already.
if (customElements.get('course-list') === undefined) customElements.define('course-list', CourseList);
