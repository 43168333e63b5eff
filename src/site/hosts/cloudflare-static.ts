// The preset for Cloudflare Pages without a worker: requests are free and without limit, the query is ignored.
import { apiHeaders, cacheControl, contentType, coursesPath } from '../../api/http.ts';
import { apiRoot } from '../../api/routes.ts';
import { addressPatterns } from './addresses.ts';
import { pagesBudget, pagesLimits, pagesNotes, topOfApi } from './cloudflare-pages.ts';
import { block } from './headers-file.ts';
import type { Host, HostFile, Site } from './host.ts';
import { placeholderPath } from './redirects.ts';
import { docsFolder, siteRules } from './site-rules.ts';

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
  // From the first dynamic rule on all count as dynamic.
  const lines = [...exact, ...dynamic].map(({ from, to, status }) => `${from} ${to} ${status}`);
  return { path: '_redirects', text: lines.join('\n'), rules: dynamic.length };
}

function rulesFor({ prefix, indexFile }: Site): Rule[] {
  // The asset server answers for a folder with its index.html, and redirects for ever whom a rule leads to that.
  const index = indexFile === 'index.html' ? '' : indexFile;
  const rules = addressPatterns().flatMap((pattern): Rule[] => {
    const path = placeholderPath(pattern);
    return [
      { from: `${prefix}${path}/`, to: `${path}/${index}`, status: 200 },
      { from: `${prefix}${path}`, to: `${prefix}${path}/`, status: 301 },
    ];
  });
  const others: Rule[] = [
    { from: prefix, to: `${prefix}/`, status: 301 },
    // By themselves these lead to where there is no prefix.
    { from: `${prefix}/${docsFolder}`, to: `${prefix}/${docsFolder}/`, status: 301 },
    ...['', `${docsFolder}/`].map((folder): Rule => {
      return { from: `${prefix}/${folder}index.html`, to: `${prefix}/${folder}`, status: 301 };
    }),
    { from: `${prefix}/*`, to: '/:splat', status: 200 },
  ];
  return [...rules, ...(prefix === '' ? [] : others)].filter(({ from, to }) => from !== to);
}

/** Of two rules for one path the later has to take away what the earlier set: else both values are sent. */
function headers(site: Site): HostFile {
  const shared = { ...apiHeaders, 'Content-Type': contentType, 'Cache-Control': cacheControl.lists };
  const blocks = [
    block(`${topOfApi(site)}*`, shared),
    `${site.prefix}/${apiRoot}/${coursesPath}*\n  ! Cache-Control\n  Cache-Control: ${cacheControl.courses}`,
    ...siteRules(site).map(({ path, headers: own }) => block(`${site.prefix}/${path}`, own)),
  ];
  return { path: '_headers', text: blocks.join('\n'), rules: blocks.length };
}
