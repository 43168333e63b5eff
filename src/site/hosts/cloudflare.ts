// The preset for Cloudflare Pages with a worker, which keeps every promise of the API.
import { pagesBudget, pagesLimits, pagesNotes, topOfApi } from './cloudflare-pages.ts';
import { workerText } from './cloudflare-worker.ts';
import type { Host, Site } from './host.ts';

export const cloudflare: Host = {
  title: 'Cloudflare Pages',
  pageLinks: 'query',
  indexFile: 'index.json',
  can: { pageQuery: 'yes', headers: 'yes', jsonNotFound: 'yes', methodNotAllowed: 'yes', options: 'yes' },
  proof: { kind: 'engine', by: 'workerd and the asset server of Pages, as wrangler 4 runs them' },
  limits: `${pagesLimits}; 100,000 requests of the API a day on the free plan`,
  budget: pagesBudget,
  files: (site) => [
    { path: '_worker.js', text: workerText(site) },
    { path: '_routes.json', text: routesText(site), rules: 1 },
  ],
  notes: pagesNotes,
};

/** Which requests run the worker, and count: those of the API, or everything where a prefix has to be taken away. */
function routesText(site: Site): string {
  const include = [`${site.prefix === '' ? topOfApi(site) : `${site.prefix}/`}*`];
  return JSON.stringify({ version: 1, include, exclude: [] });
}
