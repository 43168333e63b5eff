// What the start page says to search engines: one block of JSON-LD with the site, and the courses as a dataset to download.
import { scriptJson } from '../../text/html.ts';
import { dumpForms, type DumpFile } from '../dumps/formats.ts';
import { datasetTitle, courseDownloads, fullDescription, nodeIdentifier, publisherOf } from './descriptions.ts';
import type { About } from '../build-options.ts';

/** The content of the `script` element. */
export function renderDataBlock(about: About, files: readonly DumpFile[]): string {
  const { baseUrl, title, license } = about;
  const url = `${baseUrl}/`;
  const downloads = courseDownloads(files).map(({ format, path }) => ({
    '@type': 'DataDownload',
    encodingFormat: dumpForms[format].type,
    contentUrl: `${baseUrl}/${path}`,
  }));
  const dataset = {
    '@type': 'Dataset',
    '@id': nodeIdentifier(about, 'courses'),
    name: datasetTitle(about),
    description: fullDescription(about),
    url,
    isAccessibleForFree: true,
    creator: { '@type': 'Organization', name: publisherOf(about) },
    ...(license !== undefined && { license }),
    includedInDataCatalog: { '@type': 'DataCatalog', '@id': nodeIdentifier(about, 'catalog'), name: title, url },
    ...(downloads.length > 0 && { distribution: downloads }),
  };
  // The name of a site is that of its host, so a folder has none.
  const isRoot = new URL(url).pathname === '/';
  const site = { '@type': 'WebSite', '@id': `${url}#website`, name: title, url };
  return scriptJson({ '@context': 'https://schema.org', '@graph': [...(isRoot ? [site] : []), dataset] }).toString();
}
