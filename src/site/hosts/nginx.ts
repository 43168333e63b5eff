// The preset for nginx: one file, which a server block includes.
import { allow, apiHeaders, cacheControl, contentType, coursesPath, methodNotAllowed } from '../../api/http.ts';
import { apiRoot, pagesFolder } from '../../api/routes.ts';
import { literally } from './addresses.ts';
import { configurationFolder, everyAbility, type Host, type Site } from './host.ts';
import {
  compressedVary,
  configurationWord,
  copyNote,
  decodedPrefix,
  expressions,
  foundNumber,
  minCompressedBytes,
  pagedAddresses,
  placeOf,
} from './own-servers.ts';
import { feedTypes, pageHeaders, siteHeaders } from './site-rules.ts';

const path = `${configurationFolder}/nginx.conf`;

export const nginx: Host = {
  title: 'nginx',
  pageLinks: 'query',
  indexFile: 'index.json',
  can: everyAbility,
  proof: { kind: 'server', by: 'nginx 1.22' },
  sends: ['gzip'],
  compresses: ['gzip'],
  limits: 'sends .br files only with the brotli module',
  budget: [],
  files: (site) => [{ path, text: configurationOf(site) }],
  notes: (site) => [
    copyNote(site),
    `Put into the server block: ${directivesFor(site).join(' ')}`,
    'Check it and load it: nginx -t && nginx -s reload',
  ],
};

/** What is compressed on the way beside HTML; scripts have one of two names. */
const compressedTypes = [
  'text/css',
  'text/javascript',
  'application/javascript',
  'image/svg+xml',
  'application/json',
  ...Object.values(feedTypes),
];

/** By its number nginx would percent-encode the group once more, wherever the path is encoded. */
const firstPage = expressions.firstPage.replace('([^&]*)', '(?<catalog_value>[^&]*)');

/** What a person writes into the server block. */
function directivesFor(site: Site): string[] {
  const { root, folder } = placeOf(site);
  return [`root ${configurationWord(root)};`, `include ${configurationWord(`${folder}/${path}`)};`];
}

/** The variable that holds a header, empty where the header is not to be sent. */
function variableOf(name: string): string {
  return name === 'Cache-Control' ? '$catalog_cache' : `$catalog_${name.toLowerCase().replaceAll('-', '_')}`;
}

/** `if` stands where nginx knows it to be safe: about `set` in the server block, about `return` in locations. */
function configurationOf(site: Site): string {
  const prefix = decodedPrefix(site);
  const start = `^${literally(prefix)}/`;
  const around = siteHeaders(site);
  const types = around.filter(({ name }) => name === 'Content-Type');
  const refusal = methodNotAllowed('$request_method').replaceAll('\\', '\\\\');
  return `# nginx: serves ${site.baseUrl}/. In the server block, with the output folder at ${placeOf(site).folder}:
${directivesFor(site)
  .map((directive) => `#   ${directive}`)
  .join('\n')}

# The page that the query asks for, as a folder below the list's own.
set $catalog_asked "";
if ($args ~ "${firstPage}") { set $catalog_asked $catalog_value; }
set $catalog_page "${pagesFolder}/none/";
if ($catalog_asked = "") { set $catalog_page ""; }
if ($catalog_asked ~ "${expressions.pageNumber}") { set $catalog_page "${pagesFolder}/${foundNumber((group) => `$${group}`)}/"; }
if ($uri !~ "${start}${pagedAddresses()}/$") { set $catalog_page ""; }

set $catalog_cache "";
set $catalog_vary "${apiHeaders.Vary}";
if ($uri ~ "${start}${expressions.addresses}") {
    set $catalog_cache "${cacheControl.lists}";
    set $catalog_vary "${compressedVary}";
}
if ($uri ~ "${start}${apiRoot}/${coursesPath}[^/]+/$") { set $catalog_cache "${cacheControl.courses}"; }

# The site around the API.
${Object.keys(pageHeaders)
  .map((name) => `set ${variableOf(name)} "";`)
  .join('\n')}
${around
  .filter((header) => !types.includes(header))
  .map(({ name, value, expression }) => `if ($uri ~ "${start}${expression}$") { set ${variableOf(name)} "${value}"; }`)
  .join('\n')}

${
  prefix === ''
    ? ''
    : `location = "${prefix}" { absolute_redirect off; }
`
}location ^~ "${prefix}/" {
    charset off;
    absolute_redirect off;
    # Files of --precompress. For .br files an nginx with the brotli module has: brotli_static on;
    gzip_static on;
    gzip_vary on;
    # All else is compressed on the way.
    gzip on;
    gzip_min_length ${minCompressedBytes};
    gzip_types ${compressedTypes.join(' ')};
${Object.entries(apiHeaders)
  .map(([name, value]) => `    add_header ${name} ${name === 'Vary' ? '$catalog_vary' : `"${value}"`} always;`)
  .join('\n')}
${['Cache-Control', ...Object.keys(pageHeaders)].map((name) => `    add_header ${name} ${variableOf(name)};`).join('\n')}
    error_page 404 "${prefix}/404.json";
    error_page 405 "${prefix}/405.json";

    location ~ "${start}(?!${literally(expressions.wellKnown)})(?:${expressions.hidden})" { return 404; }

    location ^~ "${prefix}/${apiRoot}/" {
        types { }
        default_type ${contentType};
        # Vary is set above, for 304 too, to which nginx adds nothing by itself.
        gzip_vary off;
        location ~ "\\.(?:gz|br)$" { return 404; }
        location ~ "/$" {
            if ($request_method = OPTIONS) { return 204; }
            if ($request_method !~ "^(?:${allow.split(', ').join('|')})$") { return 405 '${refusal}'; }
            try_files "\${uri}\${catalog_page}${site.indexFile}" =404;
        }
    }

${types
  .map(
    ({ value, expression }) =>
      `    location ~ "${start}${expression}$" {
        types { }
        default_type ${value};
    }`,
  )
  .join('\n')}

    # A folder without a page for people is no page, and not a forbidden one.
    location ~ "/$" { try_files "\${uri}index.html" =404; }
}`;
}
