// A view: what a place shows once everything that it needs is there.
import type { ComponentChildren } from 'preact';
import type { Search } from '../search/search.ts';
import type { Api } from './api.ts';

export interface View {
  /** Of the document, before the title of the site; empty for the start. */
  readonly title: string;
  readonly content: ComponentChildren;
  /** Said to a screen reader beside the heading. */
  readonly status: string;
}

/** What views are made from. */
export interface Site {
  readonly api: Api;
  /** The search; nothing of it is loaded before the first call. */
  readonly search: () => Promise<Search>;
  /** The root of the site, with its last slash. */
  readonly root: URL;
  readonly title: string;
  /** May be empty. */
  readonly description: string;
  /** The tag of a language by its name, where one is known. */
  readonly tagOf: (language: string) => string | undefined;
}
