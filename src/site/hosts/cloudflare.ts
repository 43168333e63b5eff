// The preset for Cloudflare Pages with a worker, which keeps every promise of the API.
import { pagesBudget, pagesLimits, pagesNotes, topOfApi } from './cloudflare-pages.ts';
import { workerText } from './cloudflare-worker.ts';
import { block } from './headers-file.ts';
import { everyAbility, type Host, type HostFile, type Site } from './host.ts';
import { siteRules } from './site-rules.ts';

export const cloudflare: Host = {
  title: 'Cloudflare Pages',
  pageLinks: 'query',
  indexFile: 'index.json',
  can: everyAbility,
  proof: { kind: 'engine', by: 'workerd and the asset server of Pages, as wrangler 4 runs them' },
  limits: `${pagesLimits}; 100,000 requests of the API a day on the free plan`,
  budget: pagesBudget,
  files: (site) => [
    { path: '_worker.js', text: workerText(site) },
    { path: '_routes.json', text: routesText(site), rules: 1 },
    headers(site),
  ],
  notes: pagesNotes,
};

/** For the site around the API. The worker asks for its files without the prefix, and gets them with these. */
function headers(site: Site): HostFile {
  const blocks = siteRules(site).map(({ path, headers: own }) => block(`/${path}`, own));
  return { path: '_headers', text: blocks.join('\n'), rules: blocks.length };
}

/** Which requests run the worker, and count: those of the API, or everything where a prefix has to be taken away. */
function routesText(site: Site): string {
  const start = site.prefix === '' ? topOfApi(site) : `${site.prefix}/`;
  // A rule takes 100 characters, and wrangler reads one as a regular expression: it ends before what may mean something there.
  const include = [`${start.replace(/[^\w/.~-].*$/u, '').slice(0, 99)}*`];
  return JSON.stringify({ version: 1, include, exclude: [] });
}
