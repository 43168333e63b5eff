// A registry for npm on this machine: it has one package, of a tarball, and sends on to the usual registry for all others.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { listen } from './ports.ts';

/** Serves a tarball of this repository's package as its newest version; `upstream` is the usual registry. */
export async function serveRegistry(tarball: string, upstream: string) {
  const manifest: { name: string; version: string } = JSON.parse(readFileSync('package.json', 'utf8'));
  const { name, version } = manifest;
  const bytes = readFileSync(tarball);
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
  const server = createServer(({ url = '', headers }, response) => {
    if (url === `/${name}`) {
      const dist = { tarball: `http://${headers.host}/${name}.tgz`, integrity };
      const versions = { [version]: { ...manifest, dist } };
      response.end(JSON.stringify({ name, 'dist-tags': { latest: version }, versions }));
    } else if (url === `/${name}.tgz`) response.end(bytes);
    else response.writeHead(302, { Location: upstream.replace(/\/$/u, '') + url }).end();
  });
  return listen(server);
}
