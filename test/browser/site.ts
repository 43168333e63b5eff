// A site for people: one build of a catalog, served by the preview at the root and by nginx below a path.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fs from 'fs-extra';
import { hosts } from '../../src/site/hosts/hosts.ts';
import { openPreview } from '../../src/preview/preview.ts';
import { buildFor } from '../hosts/build-for.ts';
import { makeFolder, removeFolder, writeFiles } from '../folders.ts';
import { nginxServer } from '../hosts/servers/nginx.ts';
import { start } from '../hosts/servers/server.ts';
import { freePort } from '../ports.ts';
import { isMissing as isProgramMissing, neededFor as neededForProgram } from '../programs.ts';
import type { Chosen } from '../build/run.ts';

/** Hosts of their own kind: one at the root of its origin, one at a path. */
export const hostKinds = ['preview', 'nginx'] as const;
export type HostKind = (typeof hostKinds)[number];

export interface Site {
  readonly dist: string;
  /** The addresses of the page, with a last slash. */
  readonly at: Readonly<Record<HostKind, string>>;
  /** What a JSON file of the API holds, read from the disk. */
  readonly json: (path: string) => unknown;
  readonly close: () => Promise<void>;
}

/** Where the tests begin to look for a free port for a preview. */
const firstPort = 24_800;

/** Whether the tests of a host are skipped: without CI, where it is missing. */
export function isMissing(kind: HostKind): boolean {
  return kind === 'nginx' && isProgramMissing('nginx');
}

/** The end of the name of a test that needs the host. */
export function neededFor(kind: HostKind): string {
  return kind === 'nginx' ? neededForProgram('nginx') : '';
}

/** Builds the files of `data`, or the catalog in that folder, and serves the build until it is closed. */
export async function openSite(
  data: string | Readonly<Record<string, string>>,
  chosen: Partial<Chosen> = {},
): Promise<Site> {
  const folder = makeFolder();
  // Servers that root starts read files as another user.
  fs.chmodSync(folder, 0o755);
  const [root, scratch, prefix] = [join(folder, 'root'), join(folder, 'scratch'), '/open/catalog'];
  for (const path of [root, scratch]) fs.mkdirSync(path);
  const source = typeof data === 'string' ? data : join(folder, 'data');
  if (typeof data !== 'string') writeFiles(source, data);
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}${prefix}`;
  const dist = `${root}${prefix}`;
  await buildFor({
    host: 'nginx',
    out: dist,
    baseUrl,
    data: source,
    chosen: {
      site: true,
      title: 'Courses of the world',
      description: 'Open courses from everywhere.',
      pageSize: 25,
      ...chosen,
    },
  });
  const preview = await openPreview({ out: dist, port: firstPort }, () => {});
  const nginx = isMissing('nginx') ? undefined : await start(nginxServer, [{ root, prefix, port }], scratch);
  return {
    dist,
    at: { preview: `${preview.url}/`, nginx: `${baseUrl}/` },
    json: (path) => JSON.parse(readFileSync(join(dist, 'api/v1', path, hosts.nginx.indexFile), 'utf8')),
    async close() {
      await Promise.all([preview.close(), nginx?.stop()]);
      removeFolder(folder);
    },
  };
}
