// Probes of the site around the API: HTML pages, their assets, and documents for tools.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheControl } from '../../src/api/http.ts';
import { apiCatalogPath, dcatPath } from '../../src/outputs/about/row.ts';
import { contentSecurityPolicy, coursePagesPolicy } from '../../src/outputs/policy.ts';
import { siteFilesIn } from './build-for.ts';
import { prefixOf, probeAt, type Answer, type Probe, type Target } from './probes.ts';
import { encodePath } from './servers/lists.ts';

/** Content types by file name suffix, the first match counts. On hosts without configurable types `plainTypes` apply. */
const commonTypes = [
  ['.html', /^text\/html/u],
  ['.txt', /^text\/plain/u],
  ['.js', /^(?:text|application)\/javascript/u],
  ['.css', /^text\/css/u],
  ['.svg', /^image\/svg\+xml/u],
  ['.json', /^application\/json/u],
] as const;
const types: readonly (readonly [string, RegExp])[] = [
  ['feed.xml', /^application\/atom\+xml/u],
  ['feed.json', /^application\/feed\+json/u],
  ['.jsonld', /^application\/ld\+json/u],
  ['api-catalog', /^application\/linkset\+json; ?profile="https:\/\/www\.rfc-editor\.org\/info\/rfc9727"$/u],
  ['.ndjson.gz', /^application\/gzip$/u],
  ['.csv', /^text\/csv/u],
  ['.parquet', /^application\/vnd\.apache\.parquet$/u],
  ['.xml', /^(?:text|application)\/xml/u],
  ...commonTypes,
];
const plainTypes: typeof types = [
  ['.xml', /^(?:text|application)\/(?:atom\+)?xml/u],
  [dcatPath, /./u],
  [apiCatalogPath, /./u],
  ['.ndjson.gz', /./u],
  ['.csv', /./u],
  ['.parquet', /./u],
  ...commonTypes,
];

/** What is compressed itself, and never once more. */
export const packed = /\.(?:gz|parquet)$/u;

const pageHeaders = (file: string) => {
  const policy = /^(?:courses|providers)\//u.test(file) ? coursePagesPolicy : contentSecurityPolicy;
  return { 'content-security-policy': `${policy}; frame-ancestors 'none'`, 'referrer-policy': 'no-referrer' };
};

interface OnePolicy {
  /** Whether the host sends the policy of the catalog page with every page; a course page has a stricter one in itself. */
  readonly onePolicy?: boolean;
}

/** The required responses; `kept` is the Cache-Control of all files, if it differs from that of a published site. */
export function siteProbes(target: Target & OnePolicy, kept?: string): Probe[] {
  const { baseUrl, dist, can, onePolicy } = target;
  const get = (path: string, ...answers: Answer[]) => probeAt(target, path, answers);
  const moved = (path: string) => ({
    status: [301, 302, 307, 308],
    headers: { location: new RegExp(`${literal(`${prefixOf(baseUrl)}${path}`)}$`, 'iu') },
  });
  const files = siteFilesIn(dist).flatMap((file) => {
    const answer = found(dist, file, can.headers === 'no' ? undefined : (kept ?? keptFor(file)), onePolicy);
    const path = `/${encodePath(file)}`;
    const folder = path.replace(/index\.html$/u, '');
    if (folder === path) {
      const forGzip = packed.test(file) ? [{ ...get(path, answer), headers: { 'accept-encoding': 'gzip' } }] : [];
      return [get(path, answer), ...forGzip, { ...get(path, { ...answer, bodies: [''] }), method: 'HEAD' }];
    }
    return [get(folder, answer), get(`${folder}?page=2`, answer), get(path, answer, moved(folder))];
  });
  const missing = {
    status: [404],
    ...(can.jsonNotFound === 'no' ? {} : { bodies: [readFileSync(join(dist, '404.json'), 'utf8')] }),
  };
  return [
    ...files,
    ...['/docs', '/courses/0123456789abcdef0123456789abcdef', '/providers', '/providers/1/page/2'].map((path) =>
      get(path, moved(`${path}/`)),
    ),
    ...['/assets/none.js', '/docs/assets/none.js', '/docs/none/', '/schemas/none.json', '/none.html'].map((path) =>
      get(path, missing),
    ),
  ];
}

/** The required response for a file of the site; with its Cache-Control, if the host can set one. */
export function found(dist: string, file: string, kept: string | undefined, onePolicy = false): Answer {
  const known = kept === undefined ? plainTypes : types;
  const [, type] = known.find(([end]) => file.endsWith(end)) ?? [];
  if (type === undefined) throw new Error(`${file} has no type`);
  const headers = kept !== undefined && {
    'cache-control': kept,
    'x-content-type-options': 'nosniff',
    'access-control-allow-origin': '*',
    ...(file.endsWith('.html') && pageHeaders(onePolicy ? '' : file)),
    ...(packed.test(file) && { 'content-encoding': '' }),
    // On a host with one set of headers for all files there is none.
    ...(!onePolicy && { link: file === apiCatalogPath ? /^<api-catalog>; ?rel="?api-catalog"?$/u : '' }),
  };
  return {
    status: [200],
    bodies: [readFileSync(join(dist, file), 'utf8')],
    headers: { 'content-type': type, ...headers },
  };
}

/** The Cache-Control of a file of a published site. */
export function keptFor(file: string): string {
  return /^(?:docs\/)?assets\//u.test(file) ? 'public, max-age=31536000, immutable' : cacheControl.lists;
}

function literal(text: string): string {
  // Hosts differ in whether they encode an apostrophe.
  return text.replace(/[\\^$.*+?()[\]{}|]/gu, '\\$&').replaceAll("'", "(?:'|%27)");
}
