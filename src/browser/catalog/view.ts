// Views: what a place shows once its data is loaded.
import type { ComponentChildren } from 'preact';
import type { Search } from '../search/search.ts';
import type { Api } from './api.ts';

export interface View {
  /** Goes before the site title in the document title; empty for the start view. */
  readonly title: string;
  readonly content: ComponentChildren;
  /** Announced by screen readers after the heading. */
  readonly status: string;
}

/** What views are built from. */
export interface Site {
  readonly api: Api;
  /** Loads the search on the first call. */
  readonly search: () => Promise<Search>;
  /** The root of the site, with a trailing slash. */
  readonly root: URL;
  readonly title: string;
  /** May be empty. */
  readonly description: string;
  /** The tag of a language name; undefined if it is unknown. */
  readonly tagOf: (language: string) => string | undefined;
}
