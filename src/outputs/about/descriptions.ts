// Descriptions of the catalog in the documents for harvesters, from the settings and the names of files alone.
import type { DumpFile } from '../dumps/formats.ts';
import type { About } from '../build-options.ts';
import { dcatPath } from './row.ts';

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
export function nodeIdentifier({ baseUrl }: About, part: string): string {
  return `${baseUrl}/${dcatPath}#${part}`;
}

/** The files of the courses, which are what there is to download. */
export function courseDownloads(files: readonly DumpFile[]): DumpFile[] {
  return files.filter(({ table }) => table === 'courses');
}
