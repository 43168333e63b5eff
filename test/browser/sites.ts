// Sites with HTML pages: a build of each catalog, served by the preview at the root and by nginx below a path.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openPreview } from '../../src/preview/preview.ts';
import { hosts } from '../../src/hosts/hosts.ts';
import { buildInto } from '../builds.ts';
import { freePort } from '../ports.ts';
import { isMissing } from '../programs.ts';
import { shared, startService } from '../shared.ts';
import { catalogs, type CatalogName } from './catalogs.ts';

/** Two kinds of hosts: one at the root of its origin, one at a path. */
export const hostKinds = ['preview', 'nginx'] as const;
export type HostKind = (typeof hostKinds)[number];

export interface Site {
  /** Where the page is, with a trailing slash. */
  readonly address: string;
  /** The content of a JSON file of the API, read from the disk. */
  readonly json: (path: string) => unknown;
  readonly close: () => Promise<void>;
}

/** Where the tests start searching for a free port for a preview. */
const firstPort = 24_800;
const prefix = '/open/catalog';

/** Opens a catalog on a host. Builds and nginx last for the whole run; a preview is closed with the site. */
export async function openSite(catalog: CatalogName, host: HostKind): Promise<Site> {
  const { out, baseUrl } = await shared(`site ${catalog}`, (folder) => publish(catalog, folder));
  const preview = host === 'preview' ? await openPreview({ out, port: firstPort }, () => {}) : undefined;
  return {
    address: `${preview?.url ?? baseUrl}/`,
    json: (path) => JSON.parse(readFileSync(join(out, 'api/v1', path, hosts.nginx.indexFile), 'utf8')),
    close: async () => preview?.close(),
  };
}

async function publish(catalog: CatalogName, folder: string): Promise<{ out: string; baseUrl: string }> {
  const [root, scratch] = [join(folder, 'root'), join(folder, 'scratch')];
  for (const path of [root, scratch]) mkdirSync(path);
  const [out, port] = [root + prefix, await freePort()];
  const baseUrl = `http://127.0.0.1:${port}${prefix}`;
  const { data, chosen } = catalogs[catalog];
  await buildInto(folder, out, data, {
    host: 'nginx',
    baseUrl,
    pageLinks: hosts.nginx.pageLinks,
    indexFile: hosts.nginx.indexFile,
    site: true,
    title: 'Courses of the world',
    description: 'Open courses from everywhere.',
    ...chosen,
  });
  if (!isMissing('nginx')) await startService({ program: 'nginx', site: { root, prefix, port }, scratch });
  return { out, baseUrl };
}
