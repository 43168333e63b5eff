// Preset for Caddy: one file, to be imported in a site block.
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
import { compressiblePathsExpression, rulesByHeader } from './header-rules.ts';

const path = `${configurationFolder}/Caddyfile`;

export const caddy: Host = {
  title: 'Caddy',
  ...fullSupport,
  evidence: { kind: 'server', by: 'Caddy 2.6' },
  precompressedEncodings: ['gzip', 'brotli'],
  dynamicEncodings: ['gzip'],
  limitsText: '',
  files: (site) => [{ path, text: configurationOf(site) }],
  ownSettings: 'put your own directives into the site block, beside the import',
  notes: (site) => [
    copyNote(site),
    `Put into the site block of ${new URL(site.baseUrl).host}, on separate lines: ${directivesFor(site).join(' and ')}`,
    'Load it: caddy reload --config /etc/caddy/Caddyfile',
  ],
};

/** The directives for the site block. */
function directivesFor(site: HostedSite): string[] {
  const { root, folder } = servedSite(site);
  return [`root * ${configurationWord(root)}`, `import ${configurationWord(`${folder}/${path}`)}`];
}

/** All in one `route`, which keeps the order, errors included, so that no other part of the site handles these requests. */
function configurationOf(site: HostedSite): string {
  const { prefix, start, endpoints, pagedLists, folder } = servedSite(site);
  const own = nameIn(site);
  const encodable = `(?:${apiRoot}/|${compressiblePathsExpression(site)}$)`;
  const wrongMethod = methodNotAllowed('{method}').replace(/^\{|\}$/gu, '\\$&');
  return `# Caddy: serves ${site.baseUrl}/. In the site block, with the output folder at ${folder}:
${directivesFor(site)
  .map((directive) => `#   ${directive}`)
  .join('\n')}

@${own} path_regexp \`^${escapeRegExp(prefix)}(?:/|$)\`
handle @${own} {
	route {
		header {
${Object.entries(apiHeaders)
  .map(([name, value]) => `			${name} "${value}"`)
  .join('\n')}
		}

		@options method OPTIONS
		respond @options 204
		@unsupported not method ${allowedMethods.replaceAll(',', '')}
		handle @unsupported {
			header Content-Type ${contentType}
			respond \`${wrongMethod}\` 405
		}

		# ?page=2: the page in the query, as a subfolder of the list.
		map {http.request.uri.query} {catalog_asked} {
			~${pageParameter()} \${1}
			default ""
		}
		map {catalog_asked} {catalog_page} {
			~^$ ""
			~${expressions.pageNumber} ${pageSegment}/${capturedNumber((group) => `\${${group}}`)}/
			default ${pageSegment}/none/
		}
		@list path_regexp \`${start}${pagedLists}/$\`
		rewrite @list {path}{catalog_page}${site.indexFile}
		@address path_regexp \`${start}${expressions.anyApiAddress}\`
		rewrite @address {path}${site.indexFile}
		@folder path_regexp /$
		rewrite @folder {path}index.html

		# The trailing slash, with the query. One leading slash, since two would be read as the name of another host.
		map {http.request.orig_uri} {catalog_slashed} {
			~^[/\\\\]*([^?]*)(\\?.*)?$ /\${1}/\${2}
			default ""
		}
		# API addresses are matched by their form, because \`file\` reads a bracket in a name as a pattern.
		@slashless {
			path_regexp \`${start}${endpoints}$\`
			not path_regexp \`/${escapeRegExp(site.indexFile)}$\`
		}
		redir @slashless {catalog_slashed} 308
		@folderless {
			not path_regexp \`/$|${start}${apiRoot}(?:/|$)\`
			file {path}/
		}
		redir @folderless {catalog_slashed} 308

		@hidden {
			path_regexp \`${start}(?:${expressions.hidden})\`
			not path_regexp \`${start}${escapeRegExp(expressions.wellKnown)}\`
		}
		rewrite @hidden \`${prefix}/${configurationFolder}/none\`
		@compressed path_regexp \`${start}${expressions.compressed}\`
		rewrite @compressed \`${prefix}/${configurationFolder}/none\`
		map {http.request.orig_uri.path} {catalog_not_found} {
			\`~^${escapeRegExp(topOfApi({ prefix }))}\` \`${prefix}/404.json\`
			default \`${prefix}/${notFoundFile(caddy, site)}\`
		}
		@not_found not file
		handle @not_found {
			rewrite * {catalog_not_found}
			file_server {
				status 404
			}
		}

		@api path_regexp \`${start}${apiRoot}/\`
		header @api {
			Content-Type ${contentType}
			Cache-Control "${cacheControl.default}"
		}
		@views path_regexp \`${start}${apiRoot}/${viewsPath}\`
		header @views Cache-Control "${cacheControl.views}"

		# Headers of files outside the API.
${rulesByHeader(site)
  .map(
    ({ name, value, expression }, index) =>
      `		@site${index} path_regexp \`${start}${expression}$\`\n		header @site${index} ${name} \`${value}\``,
  )
  .join('\n')}
		# Compresses everything that is not precompressed. Only for GET: for HEAD Caddy would send a wrong length.
		@encoded {
			method GET
			path_regexp \`${start}${encodable}\`
		}
		encode @encoded {
			gzip
			minimum_length ${minCompressedBytes}
			match status 200
		}
		# Caddy before 2.8 sends the same ETag for both forms. It must be weak, since a strong one means identical bytes.
		@encodable path_regexp \`${start}${encodable}\`
		header @encodable {
			Etag "^\\"" "W/\\""
			defer
		}
		header @api {
			Vary "${compressedVary}"
			defer
		}
		file_server {
			disable_canonical_uris
			precompressed br gzip
		}
	}
}`;
}
