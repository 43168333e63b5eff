// Preset for nginx: one file, to be included in a server block.
import { minCompressedBytes } from '../storage/encodings.ts';
import { allowedMethods, apiHeaders, cacheControl, contentType, viewsPath, methodNotAllowed } from '../api/http.ts';
import { apiRoot, pageSegment } from '../api/routes.ts';
import { escapeRegExp } from '../api/address-patterns.ts';
import { configurationFolder, fullSupport, notFoundFile, topOfApi, type Host, type HostedSite } from './host.ts';
import {
  compressedVary,
  configurationWord,
  copyNote,
  expressions,
  nameIn,
  pageParameter,
  capturedNumber,
  servedSite,
} from './own-servers.ts';
import { rareHeaders, rulesByHeader } from './header-rules.ts';

const path = `${configurationFolder}/nginx.conf`;

export const nginx: Host = {
  title: 'nginx',
  ...fullSupport,
  evidence: { kind: 'server', by: 'nginx 1.22' },
  precompressedEncodings: ['gzip'],
  dynamicEncodings: ['gzip'],
  limitsText: 'sends .br files only with the brotli module',
  files: (site) => [{ path, text: configurationOf(site) }],
  ownSettings: 'put your own directives into the server block, beside the include',
  notes: (site) => [
    copyNote(site),
    `Put into the server block: ${directivesFor(site).join(' ')}`,
    'Check it and load it: nginx -t && nginx -s reload',
  ],
};

/** The types that nginx gives text files by their endings, except HTML; the type of scripts depends on its version. */
const textTypes = [
  'text/css',
  'text/javascript',
  'application/javascript',
  'image/svg+xml',
  'application/json',
  'text/xml',
  'text/plain',
];

/** The types to compress: those of text files, and those that are declared for files which are not compressed themselves, without parameters. */
function compressedTypes({ paths }: HostedSite): Set<string> {
  const declared = paths.flatMap(({ type, isCompressed }) =>
    type === undefined || isCompressed ? [] : [type.replace(/;.*$/u, '')],
  );
  return new Set([...textTypes, ...declared]);
}

/** The directives for the server block. */
function directivesFor(site: HostedSite): string[] {
  const { root, folder } = servedSite(site);
  return [`root ${configurationWord(root)};`, `include ${configurationWord(`${folder}/${path}`)};`];
}

/** The variable with the value of a header; if it is empty, nginx does not send the header. */
function variableOf(header: string, own: string): string {
  return header === 'Cache-Control' ? `$${own}_cache` : `$${own}_${header.toLowerCase().replaceAll('-', '_')}`;
}

/** An `if` of a location does not apply in those within it. */
const answerOptions = 'if ($request_method = OPTIONS) { return 204; }';

/** `if` is used only where it is safe in nginx: around `set` in the server block, around `return` in locations. */
function configurationOf(site: HostedSite): string {
  const { prefix, start, pagedLists, folder } = servedSite(site);
  const own = nameIn(site);
  const ownHeaders = rulesByHeader(site);
  const types = ownHeaders.filter(({ name }) => name === 'Content-Type');
  // A named group, because nginx percent-encodes a numbered one again if the path is encoded.
  const queriedPage = pageParameter('?<catalog_value>');
  const wrongMethod = methodNotAllowed('$request_method').replaceAll('\\', '\\\\');
  return `# nginx: serves ${site.baseUrl}/. In the server block, with the output folder at ${folder}:
${directivesFor(site)
  .map((directive) => `#   ${directive}`)
  .join('\n')}

# ?page=2: the page in the query, as a subfolder of the list.
set $${own}_asked "";
if ($args ~ "${queriedPage}") { set $${own}_asked $catalog_value; }
set $${own}_page "${pageSegment}/none/";
if ($${own}_asked = "") { set $${own}_page ""; }
if ($${own}_asked ~ "${expressions.pageNumber}") { set $${own}_page "${pageSegment}/${capturedNumber((group) => `$${group}`)}/"; }
if ($uri !~ "${start}${pagedLists}/$") { set $${own}_page ""; }

set $${own}_cache "";
set $${own}_vary "${apiHeaders.Vary}";
if ($uri ~ "${start}${expressions.anyApiAddress}") {
    set $${own}_cache "${cacheControl.default}";
    set $${own}_vary "${compressedVary}";
}
if ($uri ~ "${start}${apiRoot}/${viewsPath}[^/]+/$") { set $${own}_cache "${cacheControl.views}"; }

set $${own}_not_found "${prefix}/${notFoundFile(nginx, site)}";
if ($uri ~ "^${escapeRegExp(topOfApi({ prefix }))}") { set $${own}_not_found "${prefix}/404.json"; }

# Headers of files outside the API.
${rareHeaders.map((header) => `set ${variableOf(header, own)} "";`).join('\n')}
${ownHeaders
  .filter((header) => !types.includes(header))
  .map(
    (header) =>
      `if ($uri ~ "${start}${header.expression}$") { set ${variableOf(header.name, own)} "${header.value}"; }`,
  )
  .join('\n')}

${
  prefix === ''
    ? ''
    : `location = "${prefix}" { absolute_redirect off; }
`
}location ^~ "${prefix}/" {
    ${answerOptions}
    charset off;
    absolute_redirect off;
    # Precompressed files. With the brotli module add for .br files: brotli_static on;
    gzip_static on;
    gzip_vary on;
    # Everything else is compressed on the fly.
    gzip on;
    gzip_min_length ${minCompressedBytes};
    gzip_types ${[...compressedTypes(site)].join(' ')};
${Object.entries(apiHeaders)
  .map(([header, value]) => `    add_header ${header} ${header === 'Vary' ? `$${own}_vary` : `"${value}"`} always;`)
  .join('\n')}
${['Cache-Control', ...rareHeaders].map((header) => `    add_header ${header} ${variableOf(header, own)};`).join('\n')}
    error_page 404 $${own}_not_found;
    error_page 405 "${prefix}/405.json";

    location ~ "${start}(?!${escapeRegExp(expressions.wellKnown)})(?:${expressions.hidden})" { return 404; }

    location ^~ "${prefix}/${apiRoot}/" {
        ${answerOptions}
        types { }
        default_type ${contentType};
        # Vary is set above, because gzip_vary does not add it to a 304.
        gzip_vary off;
        location ~ "\\.(?:gz|br)$" { return 404; }
        location ~ "/$" {
            ${answerOptions}
            if ($request_method !~ "^(?:${allowedMethods.split(', ').join('|')})$") { return 405 '${wrongMethod}'; }
            try_files "\${uri}\${${own}_page}${site.indexFile}" =404;
        }
    }

${types
  .map(
    ({ value, expression }) =>
      `    location ~ "${start}${expression}$" {
        ${answerOptions}
        types { }
        default_type '${value}';
    }`,
  )
  .join('\n')}

    # A folder without index.html is 404, not 403.
    location ~ "/$" {
        ${answerOptions}
        try_files "\${uri}index.html" =404;
    }
}`;
}
