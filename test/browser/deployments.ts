// Deployments: catalogs with pages for people on two kinds of hosts, and visits to their pages.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { readJsonSync } from 'fs-extra/esm';
import { beforeAll, describe } from 'vitest';
import { hosts } from '../../src/hosts/hosts.ts';
import { openPreview } from '../../src/preview/preview.ts';
import type { Chosen } from '../build/run.ts';
import { buildInto, type SourceData } from '../helpers/builds.ts';
import { freePort } from '../helpers/ports.ts';
import { isMissing, neededFor } from '../helpers/programs.ts';
import { fieldsCatalog } from '../filters/fields-catalog.ts';
import { shared, startService } from '../helpers/shared.ts';
import { variedCatalog } from '../helpers/varied-catalog.ts';
import { attackCatalog } from './attack.ts';
import { visit, type Visit, type VisitOptions } from './chromium.ts';
import { neededForChromium } from './program.ts';

interface Catalog {
  readonly data: SourceData | (() => Promise<string>);
  readonly chosen: Partial<Chosen>;
}

/** Each host serves both forms of page links. The pages are small, so that lists have many. */
const catalogs = {
  sample: { data: 'data', chosen: { pageLinks: 'query', pageSize: 20, color: '#b91c1c', dumps: ['csv'] } },
  varied: { data: variedCatalog, chosen: { pageLinks: 'path' } },
  fields: { data: fieldsCatalog, chosen: { pageLinks: 'path' } },
  withoutCoursePages: { data: 'data', chosen: { pageLinks: 'path', coursePages: false } },
  arabic: { data: 'data', chosen: { locale: 'ar', pageLinks: 'path', pageSize: 20 } },
  empty: { data: { 'categories.json': '[]', 'courses.json': '[]', 'providers.json': '[]' }, chosen: {} },
  attack: {
    data: attackCatalog(),
    chosen: {
      title: '</title><script>window.hit=20</script> {{policy}} $& "quoted" & more',
      description: '"><img src=x onerror=window.hit=21> {{script}} $`',
      pageLinks: 'path',
      pageSize: 2,
      latest: 50,
    },
  },
} as const satisfies Record<string, Catalog>;
type CatalogName = keyof typeof catalogs;

/** The preview at the root of its origin, and nginx at a path. */
const hostKinds = ['preview', 'nginx'] as const;
/** Where the tests start searching for a free port for a preview. */
const firstPort = 24_800;
const prefix = '/open/catalog';

interface Pair {
  readonly catalog: CatalogName;
  readonly host: (typeof hostKinds)[number];
}

/** A catalog on a host, open while its tests run. */
export interface Deployment extends Pair {
  readonly addressOf: (path: string) => string;
  /** The content of a JSON file of the API, read from the disk. */
  readonly json: (path: string) => unknown;
  /** Opens a page as a new visitor. */
  readonly visit: (path: string, options?: VisitOptions) => Promise<Visit>;
}

/** Each of these catalogs on every host. */
export function onEveryHost(...names: readonly CatalogName[]): Pair[] {
  return names.flatMap((catalog) => hostKinds.map((host) => ({ catalog, host })));
}

/** For tests that hardly depend on the host: `sample` on one, the others on the other. */
export function onSomeHosts(...names: readonly CatalogName[]): Pair[] {
  return names.map((catalog) => ({ catalog, host: catalog === 'sample' ? 'nginx' : 'preview' }));
}

/** For tests that do not depend on the host at all. */
export function onOneHost(...names: readonly CatalogName[]): Pair[] {
  return names.map((catalog) => ({ catalog, host: 'preview' }));
}

/** Declares tests for each deployment. They are skipped if something is missing, and their names say what. */
export function describeEach(pairs: readonly Pair[], title: string, declare: (deployment: Deployment) => void): void {
  for (const pair of pairs) {
    const { catalog, host } = pair;
    const needed = neededForChromium + (host === 'nginx' ? neededFor(host) : '');
    describe.skipIf(needed !== '')(`${title} the ${catalog} catalog on ${host}${needed}`, () => {
      let [out, address] = ['', ''];
      beforeAll(async () => {
        ({ out, address } = await shared(`site ${catalog}`, (folder) => publish(catalog, folder)));
        if (host !== 'preview') return undefined;
        const preview = await openPreview({ out, port: firstPort }, () => {});
        address = preview.url;
        return () => preview.close();
      });
      const addressOf = (path: string) => `${address}/${path}`;
      declare({
        ...pair,
        addressOf,
        json: (path) => readJsonSync(join(out, 'api/v1', path, hosts.nginx.indexFile)),
        visit: (path, options) => visit(addressOf(path), options),
      });
    });
  }
}

/** Builds a catalog and lets nginx serve it, for the whole run. */
async function publish(catalog: CatalogName, folder: string): Promise<{ out: string; address: string }> {
  const [root, scratch] = [join(folder, 'root'), join(folder, 'scratch')];
  for (const path of [root, scratch]) mkdirSync(path);
  const [out, port] = [root + prefix, await freePort()];
  const address = `http://127.0.0.1:${port}${prefix}`;
  const { data, chosen } = catalogs[catalog];
  const texts = { title: 'Courses of the world', description: 'Open courses from everywhere.' };
  const { pageLinks, indexFile } = hosts.nginx;
  await buildInto(folder, out, typeof data === 'function' ? await data() : data, {
    host: 'nginx',
    baseUrl: address,
    pageLinks,
    indexFile,
    pages: true,
    ...texts,
    ...chosen,
  });
  if (!isMissing('nginx')) await startService({ program: 'nginx', site: { root, prefix, port }, scratch });
  return { out, address };
}
