// Preset for Cloudflare Pages with a worker, which supports everything in the specification.
import { clientFilesOf } from '../api/client-files.ts';
import { corsHeaders } from '../api/http.ts';
import { fixedStart, publishedPaths, type PublishedPath } from '../api/published-paths.ts';
import { pagesBudget, pagesLimits, pagesNotes } from './cloudflare-pages.ts';
import { workerText } from './cloudflare-worker.ts';
import { fullSupport, topOfApi, type Host, type HostFile, type HostedSite } from './host.ts';
import { rulesFile, headersBlock, headersBlocks } from './netlify-files.ts';

export const cloudflare: Host = {
  title: 'Cloudflare Pages',
  exampleAddress: 'https://NAME.pages.dev',
  ...fullSupport,
  evidence: { kind: 'engine', by: 'the asset server of Pages, and the worker in Node.js' },
  limitsText: `${pagesLimits}; 100,000 API requests per day on the free plan`,
  budget: pagesBudget,
  files: (site) => [
    { path: '_worker.js', text: workerText(site) },
    { path: '_routes.json', text: routesText(site), rules: 1 },
    headers(site),
  ],
  settingsFiles: ['_redirects'],
  notes: pagesNotes,
};

/** Headers outside the API. The worker requests these files without the prefix, so the rules have none. */
function headers(site: HostedSite): HostFile {
  return rulesFile('_headers', [headersBlock('/*', corsHeaders), ...headersBlocks(site, '')]);
}

/**
 * The requests that run the worker, and so count: those of the API, and of the files beside it that scripts of other origins read, and
 * ask for that by OPTIONS; or all of them if a prefix has to be removed.
 */
function routesText(site: HostedSite): string {
  const isRead = ({ kind, owner }: PublishedPath) => kind === 'dump' || owner === 'journal';
  const files = clientFilesOf(site).map(([, { path }]) => path);
  const all = [...new Set([...files, ...publishedPaths(site).filter(isRead).map(fixedStart)])];
  // Rules must not overlap.
  const outside = all.filter((path) => !all.some((other) => other !== path && path.startsWith(other)));
  const starts = site.prefix === '' ? [topOfApi(site), ...outside.map((path) => `/${path}`)] : [`${site.prefix}/`];
  // A rule may have 100 characters. Wrangler reads it as a regular expression, so it ends before any special character.
  const include = starts.map((start) => `${start.replace(/[^\w/.~-].*$/u, '').slice(0, 99)}*`);
  return JSON.stringify({ version: 1, include, exclude: [] });
}
