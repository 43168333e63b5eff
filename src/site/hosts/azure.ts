// The preset for Azure Static Web Apps: `staticwebapp.config.json` at the root of the site.
import { apiHeaders, cacheControl, contentType } from '../../api/http.ts';
import type { Host, Site } from './host.ts';
import { shellWord } from './notes.ts';
import { siteRules, type SiteRule } from './site-rules.ts';

export const azure: Host = {
  title: 'Azure Static Web Apps',
  pageLinks: 'path',
  indexFile: 'index.html',
  can: { pageQuery: 'no', headers: 'yes', jsonNotFound: 'yes', methodNotAllowed: 'no', options: 'no' },
  proof: { kind: 'documents', by: "Microsoft's documents" },
  limits:
    '/api belongs to Azure Functions: the app may have no functions of its own, or the API needs a path prefix; ' +
    'answers for a folder with index.html only, and types every .html file as JSON, but for the pages for people, ' +
    'whose type stands in a rule that the documents do not promise; ' +
    '500 MB, 250 MB on the free plan; 15,000 files, as far as is known',
  budget: [
    { measure: 'bytes', most: 500e6 },
    { measure: 'bytes', most: 250e6, plan: 'the free plan' },
    // Told by users, not by the documents.
    { measure: 'files', most: 15_000 },
  ],
  prefixAdvice: () =>
    'build into a folder of that name inside an empty one (--out site/catalog for /catalog), and deploy the outer folder',
  files: (site) => [{ path: 'staticwebapp.config.json', text: JSON.stringify(configuration(site), null, 2) }],
  notes: ({ out, prefix }) => [
    prefix === ''
      ? `Publish it: npx @azure/static-web-apps-cli deploy ${shellWord(out)} --env production`
      : 'Publish it, from the outer folder: npx @azure/static-web-apps-cli deploy . --env production',
  ],
};

/** No routes of the API: below `/api` Azure takes redirects and roles in them, and refuses headers. */
function configuration(site: Site): unknown {
  return {
    trailingSlash: 'always',
    mimeTypes: { '.html': contentType, '.json': contentType },
    globalHeaders: { ...apiHeaders, 'Cache-Control': cacheControl.lists },
    routes: routesOf(site),
    responseOverrides: { 404: { rewrite: `${site.prefix}/404.json` } },
  };
}

/** The first that fits counts alone: an exact path comes before the folder that it lies in. */
function routesOf(site: Site): unknown[] {
  const isPattern = ({ path }: SiteRule) => path.endsWith('*');
  const rules = siteRules(site);
  const ordered = [...rules.filter((rule) => !isPattern(rule)), ...rules.filter(isPattern)];
  return ordered.map(({ path, headers }) => {
    const type = /(?:^|\/)(?:index\.html)?$/u.test(path) ? { 'Content-Type': 'text/html; charset=utf-8' } : {};
    return { route: `${site.prefix}/${path}`, headers: { ...type, ...headers } };
  });
}
