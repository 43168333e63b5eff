// Screens: what a place shows once its data is loaded.
import type { ComponentChildren } from 'preact';
import type { Search } from '../../library/search/search.ts';
import type { Api } from './api.ts';
import type { CatalogFacts } from './facts/load-facts.ts';

export interface Screen {
  /** Goes before the site title in the document title; empty for the start screen. */
  readonly title: string;
  readonly content: ComponentChildren;
  /** The path of the static page with the same content, which search engines should list, if there is one. */
  readonly page?: string;
  /** Announced by screen readers after the heading. */
  readonly status: string;
  /** Loads the same screen with more of what is still missing, if anything is. */
  readonly next?: () => Promise<Screen>;
}

/** What screens are built from. */
export interface ScreenContext {
  readonly api: Api;
  /** Loads the search on the first call. */
  readonly search: () => Promise<Search>;
  /** Loads what is said of facts on the first call; undefined if no course has any. */
  readonly facts: () => Promise<CatalogFacts | undefined>;
  /** The root of the site, with a trailing slash. */
  readonly root: URL;
  /** Where the site is published, with a trailing slash; `root` differs from it in a preview. */
  readonly published: string;
  readonly title: string;
  /** May be empty. */
  readonly description: string;
  /** The address of a picture. */
  readonly logo: string | undefined;
  /** Whether every course has a static page, which is the one to share. */
  readonly coursePages: boolean;
  /** Whether the whole catalog is there to download. */
  readonly dumps: boolean;
  /** Whether there is a calendar of the courses that begin. */
  readonly calendar: boolean;
  /** The tag of a language name; undefined if it is unknown. */
  readonly tagOf: (language: string) => string | undefined;
  /** The name that is shown for a language name of the catalog. */
  readonly localizedLanguage: (name: string) => string;
  /** Whether the visitor prefers a language of the catalog. */
  readonly isPreferred: (language: string) => boolean;
  /** Whether the page has another language than in its HTML, and so is shown only now. */
  readonly isTranslated: boolean;
}
