// Preset for Cloudflare Pages without a worker: requests are free and unlimited, but the query string is ignored.
import { apiHeaders, cacheControl, contentType, coursesPath } from '../api/http.ts';
import { apiRoot } from '../api/routes.ts';
import { addressPatterns, pageAddresses } from '../api/address-patterns.ts';
import { pagesBudget, pagesLimits, pagesNotes, topOfApi } from './cloudflare-pages.ts';
import { block } from './headers-file.ts';
import type { Host, HostFile, Site } from './host.ts';
import { placeholderPath } from './redirects.ts';
import { siteRules } from './site-rules.ts';

export const cloudflareStatic: Host = {
  title: 'Cloudflare Pages without a worker',
  pageLinks: 'path',
  indexFile: 'index.json',
  can: { pageQuery: 'no', headers: 'yes', jsonNotFound: 'yes', methodNotAllowed: 'partly', options: 'no' },
  proof: { kind: 'engine', by: 'the asset server of Pages, as wrangler 4 runs it' },
  limits: pagesLimits,
  budget: pagesBudget,
  files: (site) => [redirects(site), headers(site)],
  notes: pagesNotes,
};

interface Rule {
  readonly from: string;
  readonly to: string;
  readonly status: 200 | 301;
}

function redirects(site: Site): HostFile {
  const isDynamic = ({ from }: Rule) => /[:*]/u.test(from);
  const [dynamic, exact] = [rulesFor(site).filter(isDynamic), rulesFor(site).filter((rule) => !isDynamic(rule))];
  // All rules after the first dynamic one count as dynamic.
  const lines = [...exact, ...dynamic].map(({ from, to, status }) => `${from} ${to} ${status}`);
  return { path: '_redirects', text: lines.join('\n'), rules: dynamic.length };
}

function rulesFor(site: Site): Rule[] {
  const { prefix, indexFile } = site;
  // The asset server sends index.html for its folder. A rule that names index.html causes a redirect loop.
  const index = indexFile === 'index.html' ? '' : indexFile;
  const rules = addressPatterns().flatMap((pattern): Rule[] => {
    const path = placeholderPath(pattern);
    return [
      { from: `${prefix}${path}/`, to: `${path}/${index}`, status: 200 },
      { from: `${prefix}${path}`, to: `${prefix}${path}/`, status: 301 },
    ];
  });
  const pages = pageAddresses(site).map(placeholderPath);
  const others: Rule[] = [
    { from: prefix, to: `${prefix}/`, status: 301 },
    // Without these rules Cloudflare redirects to addresses without the prefix.
    ...pages.map((path): Rule => ({ from: `${prefix}${path}`, to: `${prefix}${path}/`, status: 301 })),
    ...['', ...pages].map((path): Rule => {
      return { from: `${prefix}${path}/index.html`, to: `${prefix}${path}/`, status: 301 };
    }),
    { from: `${prefix}/*`, to: '/:splat', status: 200 },
  ];
  return [...rules, ...(prefix === '' ? [] : others)].filter(({ from, to }) => from !== to);
}

/** If two rules match a path, both values are sent unless the later rule removes the header first. */
function headers(site: Site): HostFile {
  const shared = { ...apiHeaders, 'Content-Type': contentType, 'Cache-Control': cacheControl.lists };
  const blocks = [
    block(`${topOfApi(site)}*`, shared),
    `${site.prefix}/${apiRoot}/${coursesPath}*\n  ! Cache-Control\n  Cache-Control: ${cacheControl.courses}`,
    ...siteRules(site).map(({ path, headers: own }) => block(`${site.prefix}/${path}`, own)),
  ];
  return { path: '_headers', text: blocks.join('\n'), rules: blocks.length };
}
