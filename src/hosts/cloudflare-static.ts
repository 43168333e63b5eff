// Preset for Cloudflare Pages without a worker: requests are free and unlimited, but the query string is ignored.
import { apiHeaders, cacheControl, corsHeaders, contentType, viewsPath } from '../api/http.ts';
import { apiRoot } from '../api/routes.ts';
import { addressPatterns, htmlPagePatterns } from '../api/address-patterns.ts';
import { pagesBudget, pagesLimits, pagesNotes } from './cloudflare-pages.ts';
import { topOfApi, type Host, type HostFile, type HostedSite } from './host.ts';
import { headersBlock, placeholderPath, rulesFile, headersBlocks } from './netlify-files.ts';

export const cloudflareStatic: Host = {
  title: 'Cloudflare Pages without a worker',
  exampleAddress: 'https://NAME.pages.dev',
  pageLinks: 'path',
  indexFile: 'index.json',
  capabilities: { pageQuery: 'no', headers: 'yes', jsonNotFound: 'yes', methodNotAllowed: 'partly', options: 'no' },
  evidence: { kind: 'engine', by: 'the asset server of Pages' },
  limitsText: pagesLimits,
  budget: pagesBudget,
  files: (site) => [redirects(site), headers(site)],
  notes: pagesNotes,
};

type Redirect = readonly [from: string, to: string, status: 200 | 301];

function redirects(site: HostedSite): HostFile {
  const rules = redirectsOf(site).filter(([from, to]) => from !== to);
  const dynamic = rules.filter(([from]) => /[:*]/u.test(from));
  // All rules after the first dynamic one count as dynamic.
  const ordered = [...rules.filter((rule) => !dynamic.includes(rule)), ...dynamic];
  const lines = ordered.map((rule) => rule.join(' '));
  // Below a path, the last rule takes every address.
  const end = site.prefix === '' ? lines.length : -1;
  return { ...rulesFile('_redirects', lines.slice(0, end), lines.slice(end)), rules: dynamic.length };
}

function redirectsOf(site: HostedSite): Redirect[] {
  const { prefix, indexFile } = site;
  // The asset server sends index.html for its folder. A rule that names index.html causes a redirect loop.
  const index = indexFile === 'index.html' ? '' : indexFile;
  const slash = (path: string): Redirect => [`${prefix}${path}`, `${prefix}${path}/`, 301];
  const rules = addressPatterns().flatMap((pattern): Redirect[] => {
    const path = placeholderPath(pattern);
    return [[`${prefix}${path}/`, `${path}/${index}`, 200], slash(path)];
  });
  if (prefix === '') return rules;
  const pages = htmlPagePatterns(site).map(placeholderPath);
  return [
    ...rules,
    slash(''),
    // Without these rules Cloudflare redirects to addresses without the prefix.
    ...pages.map(slash),
    ...['', ...pages].map((path): Redirect => [`${prefix}${path}/index.html`, `${prefix}${path}/`, 301]),
    [`${prefix}/*`, '/:splat', 200],
  ];
}

/** If two rules match a path, both values are sent unless the later rule removes the header first. */
function headers(site: HostedSite): HostFile {
  const { Allow, Vary, 'X-Content-Type-Options': sniffing } = apiHeaders;
  const ofApi = { Allow, Vary, 'X-Content-Type-Options': sniffing };
  const apiRules = { ...ofApi, 'Content-Type': contentType, 'Cache-Control': cacheControl.default };
  return rulesFile('_headers', [
    headersBlock('/*', corsHeaders),
    headersBlock(`${topOfApi(site)}*`, apiRules),
    `${site.prefix}/${apiRoot}/${viewsPath}*\n  ! Cache-Control\n  Cache-Control: ${cacheControl.views}`,
    ...headersBlocks(site, site.prefix),
  ]);
}
