// Preset for Vercel: `vercel.json` at the site root, with rules in the low-level form, `routes`.
import { apiHeaders, cacheControl, contentType, viewsPath, pageNumberPattern } from '../api/http.ts';
import { apiRoot, pageSegment, type IndexFile } from '../api/routes.ts';
import {
  addressPatterns,
  expressionOf,
  isParameter,
  escapeRegExp,
  htmlPagePatterns,
  htmlPageExpression,
  type AddressPattern,
} from '../api/address-patterns.ts';
import { notFoundFile, topOfApi, type Host, type HostedSite } from './host.ts';
import { shellWord } from '../text/shell.ts';
import { rulesByHeader } from './header-rules.ts';

export const vercel: Host = {
  title: 'Vercel',
  exampleAddress: 'https://NAME.vercel.app',
  pageLinks: 'query',
  indexFile: 'index.json',
  capabilities: { pageQuery: 'partly', headers: 'yes', jsonNotFound: 'yes', methodNotAllowed: 'yes', options: 'yes' },
  evidence: {
    kind: 'documents',
    by: "Vercel's documentation; the tests run Vercel's own compiler and apply its routes as documented",
  },
  limitsText:
    'it is not documented which value of a repeated ?page counts, nor whether a percent-encoded one does; uploads of more than 100 MB may need a paid plan',
  notFoundPage: '404.html',
  budget: [
    { measure: 'bytes', most: 100e6, plan: 'the hobby plan' },
    { measure: 'bytes', most: 1e9, plan: 'the pro plan' },
    { measure: 'rules', most: 1024 },
  ],
  files: (site) => {
    const routes = routesOf(site);
    return [{ path: 'vercel.json', text: JSON.stringify({ routes }, null, 2), rules: routes.length }];
  },
  ownSettings: 'add your own settings to vercel.json in the output folder, after each build',
  notes: ({ out }) => [`Publish it: npx vercel deploy ${shellWord(out)} --archive=tgz --prod`],
};

/** A row of `routes`; the tests compile it with Vercel's own code. */
type VercelRoute = Readonly<Record<string, unknown>>;

const readMethods = ['GET', 'HEAD'];

/** For a 404, which may soon be a file, even below addresses with a long cache lifetime. */
const uncached = 'public, max-age=0, must-revalidate';

/** `routes`, because `rewrites` and `headers` cannot match methods, and Vercel never sends 404.html below `/api`. */
function routesOf(site: HostedSite): VercelRoute[] {
  const { prefix, indexFile } = site;
  const patterns = addressPatterns();
  const start = escapeRegExp(prefix);
  const api = `${start}/${apiRoot}(?:/.*)?`;
  const jsonType = { 'Content-Type': contentType };
  const views = `${start}/${apiRoot}/${viewsPath}.*`;
  const apiRules = patterns.flatMap((pattern) => rulesFor(pattern, start, indexFile));
  const files = { handle: 'filesystem' };
  const pages = htmlPagePatterns(site);
  const slashlessPaths = [...patterns.map(expressionOf), ...htmlPageExpression(site).split('|')].map(
    (path) => `/${path}`,
  );
  const withoutSlash = `(${start}(?:${[...slashlessPaths, ...(prefix === '' ? [] : [''])].join('|')}))`;
  const notFound = { src: '/.*', methods: readMethods, status: 404 };
  const json = { dest: '/404.json', headers: { ...jsonType, 'Cache-Control': uncached } };
  const html = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': uncached };
  const siteHeaderRoutes = rulesByHeader(site).map(({ name, value, expression }) => {
    return { src: `${start}/${expression}`, headers: { [name]: value }, continue: true };
  });
  return [
    { src: '/.*', headers: apiHeaders, continue: true },
    { src: api, headers: { ...jsonType, 'Cache-Control': cacheControl.default }, continue: true },
    { src: views, headers: { 'Cache-Control': cacheControl.views }, continue: true },
    ...siteHeaderRoutes,
    { src: '/.*', methods: ['OPTIONS'], status: 204 },
    { src: withoutSlash, methods: readMethods, headers: { Location: '$1/' }, status: 308 },
    // Vercel serves the index.html of a folder like a file.
    ...(indexFile === 'index.html' ? [...apiRules, files] : [files, ...apiRules]),
    ...(prefix === '' ? [] : siteFileRoutes(start, pages)),
    { ...notFound, src: `${escapeRegExp(topOfApi(site))}.*`, ...json },
    { ...notFound, ...(notFoundFile(vercel, site) === '404.json' ? json : { dest: '/404.html', headers: html }) },
    { src: '/.*', status: 405, dest: '/405.json', headers: jsonType },
  ];
}

/** For files outside the API, which are at the root of the deployment even if the base URL has a path. */
function siteFileRoutes(start: string, pages: readonly AddressPattern[]): VercelRoute[] {
  const folders = [{ segments: [], paged: false }, ...pages].map((pattern) => {
    const { src, dest } = folderRoute(pattern, start);
    return { src, dest: `${dest}/index.html` };
  });
  const rules = [...folders, { src: `${start}/(.*)`, dest: '/$1' }];
  return rules.map((rule) => ({ ...rule, methods: readMethods, check: true }));
}

/** One capture for each parameter: capturing the whole path would leave a double slash where it is empty. */
function folderRoute({ segments }: AddressPattern, start: string): { src: string; dest: string } {
  const parameters = segments.filter(isParameter);
  const join = (inPath: (parameter: string) => string) =>
    segments.map((segment) => `/${isParameter(segment) ? inPath(segment) : segment}`).join('');
  const dest = join((parameter) => `$${parameters.indexOf(parameter) + 1}`);
  return { src: `${start}${join(() => '([^/]+)')}/`, dest };
}

function rulesFor(pattern: AddressPattern, start: string, indexFile: IndexFile): VercelRoute[] {
  const { paged } = pattern;
  const { src, dest: folder } = folderRoute(pattern, start);
  const rule = { src, methods: readMethods, check: true };
  const dest = `${folder}/${indexFile}`;
  if (!paged) return [{ ...rule, dest }];
  const page = (value: string) => [{ type: 'query', key: 'page', value }];
  return [
    { ...rule, has: page(`^(?<page>${pageNumberPattern})$`), dest: `${folder}/${pageSegment}/$page/${indexFile}` },
    // No `page`, or an empty one. Any other value is not a page number and falls through to the 404.
    { ...rule, missing: page(String.raw`^[\s\S]+$`), dest },
  ];
}
