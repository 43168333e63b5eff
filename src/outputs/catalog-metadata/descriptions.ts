// Descriptions of the catalog for harvesters and search engines, from the options and the names of files alone.
import { dumpFormatDetails, type DumpFile } from '../dumps/formats.ts';
import type { CatalogMetadata } from '../site-options.ts';
import { dcatPath } from './declaration.ts';
import { scriptJson } from '../../text/html.ts';

export function publisherOf({ publisher, title }: CatalogMetadata): string {
  return publisher ?? title;
}

/** A sentence more than the author wrote, since search engines skip short descriptions. */
export function fullDescription({ title, description }: CatalogMetadata): string {
  const contents = `${title}: titles, descriptions, providers, categories and languages of courses, as data to read and to reuse.`;
  return description === '' ? contents : `${description} ${contents}`;
}

export function datasetTitle({ title }: CatalogMetadata): string {
  return `${title}: all courses`;
}

/** Identifies a part of `dcat.jsonld`. */
export function nodeIdentifier({ baseUrl }: CatalogMetadata, part: string): string {
  return `${baseUrl}/${dcatPath}#${part}`;
}

/** The files of the courses, which are what there is to download. */
export function courseDownloads(files: readonly DumpFile[]): DumpFile[] {
  return files.filter(({ table }) => table === 'courses');
}

/** The block of JSON-LD of the front page: the site, and the courses as a dataset to download. */
export function renderDataBlock(metadata: CatalogMetadata, files: readonly DumpFile[]): string {
  const { baseUrl, title, license } = metadata;
  const url = `${baseUrl}/`;
  const downloads = courseDownloads(files).map(({ format, path }) => ({
    '@type': 'DataDownload',
    encodingFormat: dumpFormatDetails[format].type,
    contentUrl: `${baseUrl}/${path}`,
  }));
  const dataset = {
    '@type': 'Dataset',
    '@id': nodeIdentifier(metadata, 'courses'),
    name: datasetTitle(metadata),
    description: fullDescription(metadata),
    url,
    isAccessibleForFree: true,
    creator: { '@type': 'Organization', name: publisherOf(metadata) },
    ...(license !== undefined && { license }),
    includedInDataCatalog: { '@type': 'DataCatalog', '@id': nodeIdentifier(metadata, 'catalog'), name: title, url },
    ...(downloads.length > 0 && { distribution: downloads }),
  };
  // The name of a site is that of its host, so a folder has none.
  const isRoot = new URL(url).pathname === '/';
  const site = { '@type': 'WebSite', '@id': `${url}#website`, name: title, url };
  return scriptJson({ '@context': 'https://schema.org', '@graph': [...(isRoot ? [site] : []), dataset] }).toString();
}
