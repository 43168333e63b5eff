// The preset for Caddy: one file, which a site block imports.
import { allow, apiHeaders, cacheControl, contentType, coursesPath, methodNotAllowed } from '../../api/http.ts';
import { apiRoot, pagesFolder } from '../../api/routes.ts';
import type { Host, Site } from './host.ts';
import { configurationFolder, decodedPrefix, expressions, literally, pagedAddresses, placeOf } from './own-servers.ts';

const path = `${configurationFolder}/Caddyfile`;

export const caddy: Host = {
  title: 'Caddy',
  pageLinks: 'query',
  indexFile: 'index.json',
  can: { pageQuery: 'yes', headers: 'yes', jsonNotFound: 'yes', methodNotAllowed: 'yes', options: 'yes' },
  proof: { kind: 'server', by: 'Caddy 2.6' },
  sends: ['gzip', 'brotli'],
  limits: '',
  budget: [],
  files: (site) => [{ path, text: configurationOf(site) }],
  notes: (site) => {
    const { root, folder } = placeOf(site);
    return [
      `Copy the output folder to the server, for instance to ${folder}; the web server has to be able to read it.`,
      `Put into the site block of ${new URL(site.baseUrl).host}, on a line each: root * ${root} and import ${folder}/${path}`,
      'Load it: caddy reload --config /etc/caddy/Caddyfile',
    ];
  },
};

/** All in one `route`, which keeps the order; errors too, so that nothing is asked of the rest of the site. */
function configurationOf(site: Site): string {
  const prefix = decodedPrefix(site);
  const start = `^${literally(prefix)}/`;
  const { root, folder } = placeOf(site);
  const refusal = methodNotAllowed('{method}').replace(/^\{|\}$/gu, '\\$&');
  return `# Caddy: serves ${site.baseUrl}/. In the site block, with the output folder at ${folder}:
#   root * ${root}
#   import ${folder}/${path}

@catalog path_regexp \`^${literally(prefix)}(?:/|$)\`
handle @catalog {
	route {
		header {
${Object.entries(apiHeaders)
  .map(([name, value]) => `			${name} "${value}"`)
  .join('\n')}
		}

		@options method OPTIONS
		respond @options 204
		@unsupported not method ${allow.replaceAll(',', '')}
		handle @unsupported {
			header Content-Type ${contentType}
			respond \`${refusal}\` 405
		}

		# The page that the query asks for, as a folder below the list's own.
		map {http.request.uri.query} {catalog_asked} {
			~${expressions.firstPage} \${1}
			default ""
		}
		map {catalog_asked} {catalog_page} {
			~^$ ""
			~${expressions.pageNumber} ${pagesFolder}/\${1}/
			default ${pagesFolder}/none/
		}
		@list path_regexp \`${start}${pagedAddresses()}/$\`
		rewrite @list {path}{catalog_page}${site.indexFile}
		@address path_regexp \`${start}${expressions.addresses}\`
		rewrite @address {path}${site.indexFile}
		@folder path_regexp /$
		rewrite @folder {path}index.html

		# The last slash, with the query; one slash at the start, since two would name another host.
		map {http.request.orig_uri} {catalog_slashed} {
			~^[/\\\\]*([^?]*)(\\?.*)?$ /\${1}/\${2}
			default ""
		}
		@slashless {
			not path_regexp /$
			file {path}/
		}
		redir @slashless {catalog_slashed} 308

		@hidden {
			path_regexp \`${start}(?:${expressions.hidden})\`
			not path_regexp \`${start}${literally(expressions.wellKnown)}\`
		}
		rewrite @hidden \`${prefix}/${configurationFolder}/none\`
		@compressed path_regexp \`${start}${expressions.compressed}\`
		rewrite @compressed \`${prefix}/${configurationFolder}/none\`
		@missing not file
		handle @missing {
			rewrite * \`${prefix}/404.json\`
			file_server {
				status 404
			}
		}

		@api path_regexp \`${start}${apiRoot}/\`
		header @api {
			Content-Type ${contentType}
			Cache-Control "${cacheControl.lists}"
		}
		@courses path_regexp \`${start}${apiRoot}/${coursesPath}\`
		header @courses Cache-Control "${cacheControl.courses}"
		@compressible file {path}.br {path}.gz
		header @compressible {
			Vary "${apiHeaders.Vary}, Accept-Encoding"
			defer
		}
		file_server {
			disable_canonical_uris
			precompressed br gzip
		}
	}
}`;
}
