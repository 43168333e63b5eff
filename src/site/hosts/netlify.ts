// The preset for Netlify: rules that map addresses and queries to files, and headers, both read at the root of the site.
import { apiHeaders, cacheControl, contentType, coursesPath } from '../../api/http.ts';
import { apiRoot, pagesFolder } from '../../api/routes.ts';
import { addressPatterns, type AddressPattern } from './addresses.ts';
import { block } from './headers-file.ts';
import type { Host, HostFile, Site } from './host.ts';
import { shellWord } from './notes.ts';
import { encodedPrefixAdvice, placeholderPath } from './redirects.ts';
import { siteRules } from './site-rules.ts';

export const netlify: Host = {
  title: 'Netlify',
  pageLinks: 'query',
  indexFile: 'index.json',
  can: { pageQuery: 'partly', headers: 'yes', jsonNotFound: 'yes', methodNotAllowed: 'no', options: 'no' },
  proof: { kind: 'engine', by: 'netlify-redirector 0.5 and netlify-headers-parser 7' },
  limits:
    '?page= without a number answers 404, and of a repeated ?page the last counts; Allow cannot be set; ' +
    'an address without its last slash answers like the one with it; 54,000 entries in a folder, which may be as many courses',
  budget: [
    { measure: 'folder', most: 54_000 },
    { measure: 'rules', most: 10_000 },
  ],
  prefixAdvice: encodedPrefixAdvice,
  files: (site) => [redirects(site), headers(site)],
  notes: ({ out }) => [`Publish it: npx netlify-cli deploy --no-build --prod --dir ${shellWord(out)}`],
};

/** The first rule that fits counts, so that a list's rule for `?page=n` stands before the one without. */
function redirects(site: Site): HostFile {
  const api = addressPatterns().flatMap((pattern) => rulesFor(pattern, site));
  const lines = [...api, ...rulesAround(site), '/* /404.json 404'];
  return { path: '_redirects', text: lines.join('\n'), rules: lines.length };
}

function rulesFor(pattern: AddressPattern, { prefix, indexFile }: Site): string[] {
  const path = placeholderPath(pattern);
  // Netlify answers a folder that has an index.html with it, before any rule that is not forced.
  const status = indexFile === 'index.html' ? '200!' : '200';
  const own = `${prefix}${path} ${path}/${indexFile} ${status}`;
  // Placeholders and not a splat, which would keep the last slash; and no check of the number: a page that no file holds is a 404.
  const page = `${prefix}${path} page=:page ${path}/${pagesFolder}/:page/${indexFile} ${status}`;
  return pattern.paged ? [page, own] : [own];
}

/** The site around the API, whose files lie at the root whatever the path of the base URL is. */
function rulesAround(site: Site): string[] {
  const { prefix } = site;
  if (prefix === '') return [];
  // Each by its name: what a rule for all would not find is answered with 404.html, which Netlify types as a page.
  return siteRules(site).map(({ path }) => {
    const file = path.replace(/(?<=^|\/)$/u, 'index.html').replace('*', ':splat');
    return `${prefix}/${path} /${file} 200`;
  });
}

/** No header stands in two blocks that fit one address: Netlify does not say which of them would count. */
function headers(site: Site): HostFile {
  const { prefix } = site;
  // Netlify ignores `Allow`.
  const { Allow: _, ...shared } = apiHeaders;
  const blocks = [
    block('/*', shared),
    block(`${prefix}/${apiRoot}/*`, { 'Content-Type': contentType }),
    ...addressPatterns().map((pattern) =>
      block(`${prefix}${placeholderPath(pattern)}/`, {
        'Cache-Control': isCourse(pattern) ? cacheControl.courses : cacheControl.lists,
      }),
    ),
    ...siteRules(site).map(({ path, headers: own }) => block(`${prefix}/${path}`, own)),
  ];
  return { path: '_headers', text: blocks.join('\n') };
}

function isCourse({ segments }: AddressPattern): boolean {
  return segments.join('/').startsWith(`${apiRoot}/${coursesPath}`);
}
