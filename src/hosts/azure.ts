// Preset for Azure Static Web Apps: `staticwebapp.config.json` at the site root.
import { apiHeaders, cacheControl, contentType } from '../api/http.ts';
import { headersByConfiguration, type Host, type HostedSite } from './host.ts';
import { shellWord } from '../text/shell.ts';
import { headerRules, type HeaderRule } from './header-rules.ts';

export const azure: Host = {
  title: 'Azure Static Web Apps',
  exampleAddress: 'https://NAME.azurestaticapps.net',
  ...headersByConfiguration,
  evidence: { kind: 'documents', by: "Microsoft's documentation" },
  limitsText:
    '/api is reserved for Azure Functions: either the app has no functions of its own, or the API needs a path prefix; ' +
    'the index file of a folder must be index.html, so .html files are served as JSON, except the HTML pages, ' +
    'whose type is set by a rule that the documentation does not guarantee; ' +
    '500 MB, 250 MB on the free plan; 15,000 files, as far as is known',
  budget: [
    { measure: 'bytes', most: 500e6 },
    { measure: 'bytes', most: 250e6, plan: 'the free plan' },
    // Reported by users, not documented.
    { measure: 'files', most: 15_000 },
  ],
  prefixAdvice: () =>
    'build into a subfolder of that name in an empty folder (--out site/catalog for /catalog), and deploy the outer folder',
  files: (site) => [{ path: 'staticwebapp.config.json', text: JSON.stringify(configuration(site), null, 2) }],
  ownSettings: 'add your own settings to staticwebapp.config.json in the output folder, after each build',
  notes: ({ out, prefix }) => [
    prefix === ''
      ? `Publish it: npx @azure/static-web-apps-cli deploy ${shellWord(out)} --env production`
      : 'Publish it from the outer folder: npx @azure/static-web-apps-cli deploy . --env production',
  ],
};

/** API paths are not in `routes`: below `/api` Azure allows redirects and roles there, but no headers. */
function configuration(site: HostedSite): unknown {
  return {
    trailingSlash: 'always',
    mimeTypes: { '.html': contentType, '.json': contentType },
    globalHeaders: { ...apiHeaders, 'Cache-Control': cacheControl.default },
    routes: routesOf(site),
    responseOverrides: { 404: { rewrite: `${site.prefix}/404.json` } },
  };
}

/** Only the first matching route applies, so an exact path must precede its folder. */
function routesOf(site: HostedSite): unknown[] {
  const isPattern = ({ path }: HeaderRule) => path.includes('*');
  const rules = headerRules(site);
  const ordered = [...rules.filter((rule) => !isPattern(rule)), ...rules.filter(isPattern)];
  return ordered.map(({ path, headers, isPage }) => {
    const type = isPage ? { 'Content-Type': 'text/html; charset=utf-8' } : {};
    // An ending needs braces.
    const pattern = path.replace(/\*\..*?(\w+)$/u, '*.{$1}');
    return { route: `${site.prefix}/${pattern}`, headers: { ...type, ...headers } };
  });
}
