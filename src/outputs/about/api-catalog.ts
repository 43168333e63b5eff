// The API catalog: where to find the API and what describes it, as a linkset (RFC 9727, RFC 9264).
import { addressOf } from '../../api/routes.ts';
import type { About } from '../build-options.ts';
import { referenceFolder } from '../static-pages/paths.ts';
import { apiCatalogPath, dcatPath } from './row.ts';

/** The document without the final newline. `hasDocs` tells whether there is an API reference. */
export function renderApiCatalog({ baseUrl, title }: About, hasDocs: boolean): string {
  const api = addressOf(baseUrl, 'index');
  return JSON.stringify({
    linkset: [
      { anchor: `${baseUrl}/${apiCatalogPath}`, item: [{ href: api, title: `API of ${title}` }] },
      {
        anchor: api,
        'service-desc': [{ href: `${baseUrl}/openapi.json`, type: 'application/vnd.oai.openapi+json' }],
        ...(hasDocs && { 'service-doc': [{ href: `${baseUrl}/${referenceFolder}/`, type: 'text/html' }] }),
        'service-meta': [{ href: `${baseUrl}/${dcatPath}`, type: 'application/ld+json' }],
      },
    ],
  });
}
