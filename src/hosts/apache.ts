// Preset for Apache: one `.htaccess` at the site root, which Apache does not serve.
import { allowedMethods, apiHeaders, cacheControl, contentType, viewsPath } from '../api/http.ts';
import { apiRoot, pageSegment } from '../api/routes.ts';
import { escapeRegExp } from '../api/address-patterns.ts';
import { fullSupport, notFoundFile, topOfApi, type Host, type HostedSite } from './host.ts';
import { shellWord } from '../text/shell.ts';
import { expressions, capturedNumber, pageParameter, servedSite } from './own-servers.ts';
import { compressiblePathsExpression, compressedPathsExpression, rulesByHeader } from './header-rules.ts';

export const apache: Host = {
  title: 'Apache',
  ...fullSupport,
  evidence: { kind: 'server', by: 'Apache 2.4' },
  precompressedEncodings: ['gzip', 'brotli'],
  dynamicEncodings: ['gzip'],
  limitsText: 'needs mod_rewrite, mod_headers, mod_mime and AllowOverride FileInfo; compresses with mod_deflate only',
  files: (site) => {
    const text = configurationOf(site);
    // Directives of the user come first: of two that set the same the last one applies, but no rewrite rule follows ours.
    return [{ path: '.htaccess', text, before: text }];
  },
  notes: (site) => [
    `Copy the output folder, including its .htaccess, to the server, for example to ${shellWord(servedSite(site).folder)}`,
    `The document root is ${servedSite(site).root}; its <Directory> needs: AllowOverride FileInfo`,
    'Once: a2enmod rewrite headers mime deflate, then restart Apache. If one of the first three is missing, Apache answers 500, and its log names the module.',
  ],
};

function configurationOf(site: HostedSite): string {
  const { prefix, start, pagedLists } = servedSite(site);
  const { indexFile } = site;
  return `# Apache 2.4: serves ${site.baseUrl}/ from this folder.
# Needs mod_rewrite, mod_headers, mod_mime, and for this folder: AllowOverride FileInfo. Compresses with mod_deflate.

ErrorDocument 404 ${site.prefix}/${notFoundFile(apache, site)}
ErrorDocument 405 ${site.prefix}/405.json
AddType ${contentType} .json
AddType text/javascript .js
AddType text/css .css
AddType image/svg+xml .svg
AddEncoding gzip .gz
AddEncoding br .br
RemoveLanguage .br
${Object.entries(apiHeaders)
  .map(([name, value]) => `Header always ${name === 'Vary' ? 'merge' : 'set'} ${name} "${value}"`)
  .join('\n')}

<If "%{REQUEST_URI} =~ m#^${escapeRegExp(topOfApi({ prefix }))}#">
    ErrorDocument 404 ${site.prefix}/404.json
</If>
<If "%{REQUEST_URI} =~ m#${start}${apiRoot}/#">
    ForceType ${contentType}
    Header set Cache-Control "${cacheControl.default}"
    Header merge Vary Accept-Encoding
</If>
<If "%{REQUEST_URI} =~ m#${start}${apiRoot}/${viewsPath}#">
    Header set Cache-Control "${cacheControl.views}"
</If>

# Headers of files outside the API.
${rulesByHeader(site)
  .map(
    ({ name, value, expression }) => `<If "%{REQUEST_URI} =~ m#${start}${expression}$#">
    ${name === 'Content-Type' ? `ForceType "${value.replaceAll('"', String.raw`\"`)}"` : `Header set ${name} "${value}"`}
</If>`,
  )
  .join('\n')}

${compressedPathLines(site)}# Compresses everything that is not precompressed, whatever its size, which an .htaccess cannot test. mod_deflate appends -gzip to
# ETags, which is removed again when a client sends one back.
<IfModule mod_deflate.c>
    <If "%{REQUEST_URI} =~ m#${start}(?:${apiRoot}/|${compressiblePathsExpression(site)}$)#">
        SetOutputFilter DEFLATE
        RequestHeader edit* If-None-Match '-gzip"' '"'
    </If>
</IfModule>

RewriteEngine On
RewriteBase "${prefix}/"

# Never served.
RewriteRule "^(?!${escapeRegExp(expressions.wellKnown)})(?:${expressions.hidden})" - [R=404,END]
RewriteRule "^${expressions.compressed}" - [R=404,END]

# Methods.
RewriteCond %{REQUEST_METHOD} =OPTIONS
RewriteRule ^ - [R=204,END]
RewriteCond %{REQUEST_METHOD} !^(?:${allowedMethods.split(', ').join('|')})$
RewriteRule ^ - [R=405,END]

# The trailing slash. Apache's own redirect would use the address that a proxy requested.
RewriteCond %{REQUEST_FILENAME} -d
RewriteRule "^(.+[^/])$" "${new URL(site.baseUrl).origin}${prefix}/$1/" [R=301,END]

# ?page=2: the page in the query.
RewriteCond %{QUERY_STRING} "${pageParameter()}"
RewriteCond %1 "${expressions.pageNumber}"
RewriteRule "^(${pagedLists})/$" "$1/${pageSegment}/${capturedNumber((group) => `%${group}`)}/" [S=1]
RewriteCond %{QUERY_STRING} "${pageParameter()}"
RewriteCond %1 .
RewriteRule "^${pagedLists}/$" - [R=404,END]

# Index files. A folder without one is not listed.
RewriteRule "^(${expressions.anyApiAddress.replace(/\$$/u, '')})$" "$1${indexFile}"
RewriteRule "^((?!${apiRoot}/)(?:.*/)?)$" "$1index.html"
RewriteCond %{REQUEST_FILENAME} !-d
RewriteCond %{REQUEST_FILENAME} !-f
RewriteRule ^ - [R=404,END]

# Precompressed files, for clients that accept them.
${Object.entries({ br: 'br', gzip: 'gz' })
  .map(
    ([coding, extension]) => `RewriteCond %{HTTP:Accept-Encoding} "\\b${coding}\\b(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))"
RewriteCond %{REQUEST_FILENAME}.${extension} -f
RewriteRule "^(${apiRoot}/.*)$" "$1.${extension}" [END]`,
  )
  .join('\n')}
RewriteRule "^${apiRoot}/.*${escapeRegExp(indexFile)}$" - [END]`;
}

/** Without these lines, clients would unpack what they download. */
function compressedPathLines(site: HostedSite): string {
  const expression = compressedPathsExpression(site);
  if (expression === undefined) return '';
  return `# Compressed files that clients get as they are.
<If "%{REQUEST_URI} =~ m#${servedSite(site).start}${expression}$#">
    RemoveEncoding .gz
</If>

`;
}
