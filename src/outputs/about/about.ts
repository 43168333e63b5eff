// About the catalog: what the documents for harvesters say of it, from the settings and the names of files alone.
import type { DumpFile } from '../dumps/formats.ts';
import { dcatPath } from './paths.ts';

/** Nothing here changes with the courses, but for the number of files that they need. */
export interface About {
  readonly title: string;
  /** One sentence; may be empty. */
  readonly description: string;
  /** Address of the licence of the catalog itself; undefined if none was named. */
  readonly license: string | undefined;
  /** Undefined for a publisher with the name of the catalog. */
  readonly publisher: string | undefined;
  /** Without a trailing slash. */
  readonly baseUrl: string;
}

export function publisherOf({ publisher, title }: About): string {
  return publisher ?? title;
}

/** A sentence more than the author wrote, since search engines skip short descriptions. */
export function fullDescription({ title, description }: About): string {
  const contents = `${title}: titles, descriptions, providers, categories and languages of courses, as data to read and to reuse.`;
  return description === '' ? contents : `${description} ${contents}`;
}

export function datasetTitle({ title }: About): string {
  return `${title}: all courses`;
}

/** Identifies a part of `dcat.jsonld`. */
export function identifierOf({ baseUrl }: About, part: string): string {
  return `${baseUrl}/${dcatPath}#${part}`;
}

/** The files of the courses, which are what there is to download. */
export function downloadsOf(files: readonly DumpFile[]): DumpFile[] {
  return files.filter(({ table }) => table === 'courses');
}
