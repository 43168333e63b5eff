// Preset for Netlify: `_redirects`, which maps addresses and queries to files, and `_headers`.
import { apiHeaders, cacheControl, contentType, viewsPath } from '../api/http.ts';
import { apiRoot, pageSegment } from '../api/routes.ts';
import { addressPatterns, htmlPagePatterns, type AddressPattern } from '../api/address-patterns.ts';
import { notFoundFile, topOfApi, type Host, type HostFile, type HostedSite } from './host.ts';
import { shellWord } from '../text/shell.ts';
import { encodedPrefixAdvice, headersBlock, placeholderPath, rulesFile, headersBlocks } from './netlify-files.ts';
import { headerRules } from './header-rules.ts';

export const netlify: Host = {
  title: 'Netlify',
  exampleAddress: 'https://NAME.netlify.app',
  pageLinks: 'query',
  indexFile: 'index.json',
  capabilities: { pageQuery: 'partly', headers: 'yes', jsonNotFound: 'yes', methodNotAllowed: 'no', options: 'no' },
  evidence: { kind: 'engine', by: 'netlify-redirector 0.5 and netlify-headers-parser 7' },
  limitsText:
    '?page= without a number returns 404, of a repeated ?page the last one counts, and ?p%61ge is not decoded; ' +
    'Allow cannot be set; an address without its trailing slash is served, not redirected; ' +
    '54,000 entries per folder, and so 54,000 courses',
  budget: [
    { measure: 'folder', most: 54_000 },
    { measure: 'rules', most: 10_000 },
  ],
  // An address that a rule maps to a missing file gets 404.html, also below the API.
  notFoundPage: 'not-found.html',
  prefixAdvice: encodedPrefixAdvice,
  files: (site) => [redirects(site), headers(site)],
  notes: ({ out }) => [`Publish it: npx netlify-cli deploy --no-build --prod --dir ${shellWord(out)}`],
};

/** The first matching rule applies, so a list's rule for `?page=n` precedes the one without. */
function redirects(site: HostedSite): HostFile {
  const api = addressPatterns().flatMap((pattern) => rulesFor(pattern, site));
  const notFound = [`${topOfApi(site)}* /404.json 404`, `/* /${notFoundFile(netlify, site)} 404`];
  return rulesFile('_redirects', [...api, ...fileRedirects(site)], notFound);
}

function rulesFor(pattern: AddressPattern, { prefix, indexFile }: HostedSite): string[] {
  const path = placeholderPath(pattern);
  // Netlify serves an existing index.html of a folder before any rule that is not forced (`!`).
  const status = indexFile === 'index.html' ? '200!' : '200';
  const rule = `${prefix}${path} ${path}/${indexFile} ${status}`;
  // Placeholders, because a splat would keep the trailing slash. The number needs no check: a page without a file is a 404.
  const pageRule = `${prefix}${path} page=:page ${path}/${pageSegment}/:page/${indexFile} ${status}`;
  return pattern.paged ? [pageRule, rule] : [rule];
}

/** For files outside the API, which are at the root of the deployment even if the base URL has a path. */
function fileRedirects(site: HostedSite): string[] {
  const { prefix } = site;
  if (prefix === '') return [];
  // One rule for each: a catch-all rule would answer missing files with 404.html, which Netlify sends as HTML.
  const folders = site.pages ? htmlPagePatterns(site).map(placeholderPath) : [];
  // A splat is possible only at the end.
  const paths = new Set(headerRules(site).map(({ path }) => path.replace(/\*.*$/u, '*')));
  const files = [...paths].map((path) => {
    const file = path.replace(/(?<=^|\/)$/u, 'index.html').replace('*', ':splat');
    return `${prefix}/${path} /${file} 200`;
  });
  return [
    // A placeholder would match the file.
    ...folders
      .filter((path) => !path.includes(':'))
      .map((path) => `${prefix}${path}/index.html ${path}/index.html 200`),
    ...folders.map((path) => `${prefix}${path} ${path}/index.html 200`),
    ...files,
  ];
}

/** No header is set by two blocks that match the same address: Netlify does not document which one would win. */
function headers(site: HostedSite): HostFile {
  const { prefix } = site;
  // Netlify ignores `Allow`.
  const { Allow: _, ...everywhere } = apiHeaders;
  const cached = addressPatterns().map((pattern) => {
    const isView = pattern.segments.join('/').startsWith(`${apiRoot}/${viewsPath}`);
    const cache = isView ? cacheControl.views : cacheControl.default;
    return headersBlock(`${prefix}${placeholderPath(pattern)}/`, { 'Cache-Control': cache });
  });
  const typed = headersBlock(`${prefix}/${apiRoot}/*`, { 'Content-Type': contentType });
  const text = [headersBlock('/*', everywhere), typed, ...cached, ...headersBlocks(site, prefix)].join('\n');
  return { path: '_headers', text, before: '' };
}
