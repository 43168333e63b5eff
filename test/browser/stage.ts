// A stage: one browser and one build of each catalog for a test file, and visits that end only without faults.
import { existsSync } from 'node:fs';
import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import type { Chosen } from '../build/run.ts';
import { attackCatalog } from './attack.ts';
import { isSkipped, neededForChromium, openChromium, type Chromium, type Visit } from './chromium.ts';
import { hostKinds, isMissing, neededFor, openSite, type HostKind, type Site } from './site.ts';

const real = '../shared/data/free-programming-courses';

interface Production {
  readonly data: string | Readonly<Record<string, string>>;
  readonly chosen: Partial<Chosen>;
}

/** Both forms of page links; small pages, so that lists have many. */
const productions = {
  sample: { data: 'data', chosen: { pageLinks: 'query', pageSize: 10, color: '#b91c1c' } },
  real: { data: real, chosen: { pageLinks: 'path' } },
  empty: { data: { 'categories.json': '[]', 'courses.json': '[]', 'providers.json': '[]' }, chosen: {} },
  attack: {
    data: attackCatalog(),
    chosen: {
      title: '</title><script>window.hit=20</script> {{policy}} $& "quoted" & more',
      description: '"><img src=x onerror=window.hit=21> {{script}} $`',
      pageSize: 2,
      latest: 50,
    },
  },
} as const satisfies Record<string, Production>;

export type CatalogName = keyof typeof productions;

/** A catalog on a host. */
export interface Showing {
  readonly catalog: CatalogName;
  readonly host: HostKind;
  readonly isSkipped: boolean;
}

export interface Stage {
  site(catalog: CatalogName): Site;
  /** Opens a view as somebody new, does something there, and fails where anything went wrong meanwhile. */
  visit(
    showing: Pick<Showing, 'catalog' | 'host'>,
    fragment: string,
    use: (visit: Visit) => Promise<void>,
    options?: BrowserContextOptions,
  ): Promise<void>;
}

/** Every catalog of these on every host, each with its name for a test, which also says what it needs and is missing. */
export function showingsOf(...catalogs: readonly CatalogName[]): [name: string, Showing][] {
  return catalogs.flatMap((catalog) =>
    hostKinds.map((host) => {
      const isAway = catalog === 'real' && !existsSync(real);
      const needs = `${neededForChromium}${neededFor(host)}${isAway ? ` (needs ${real})` : ''}`;
      const isShown = !isSkipped() && !isMissing(host) && !isAway;
      return [`the ${catalog} catalog on ${host}${needs}`, { catalog, host, isSkipped: !isShown }];
    }),
  );
}

/** The same where what is tried depends on the host but little: `sample` on every host, the others on one. */
export function someShowingsOf(...catalogs: readonly CatalogName[]): [name: string, Showing][] {
  return showingsOf(...catalogs).filter(([, { catalog, host }]) => catalog === 'sample' || host === 'preview');
}

/** Opened before the tests of a file, closed after them. */
export function openStage(...catalogs: readonly CatalogName[]): Stage {
  const sites = new Map<CatalogName, Site>();
  const browsers: Chromium[] = [];
  beforeAll(async () => {
    if (isSkipped()) return;
    browsers.push(await openChromium());
    for (const catalog of catalogs) {
      const { data, chosen } = productions[catalog];
      if (typeof data !== 'string' || existsSync(data)) sites.set(catalog, await openSite(data, chosen));
    }
  });
  afterAll(async () => {
    await Promise.all([...browsers, ...sites.values()].map((opened) => opened.close()));
  });
  const site = (catalog: CatalogName): Site => {
    const found = sites.get(catalog);
    if (!found) throw new Error(`the ${catalog} catalog is not on this stage`);
    return found;
  };
  return {
    site,
    async visit({ catalog, host }, fragment, use, options) {
      const [browser] = browsers;
      if (!browser) throw new Error('there is no browser');
      const visit = await browser.visit(`${site(catalog).at[host]}${fragment}`, options);
      try {
        await use(visit);
        expect(visit.faults).toEqual([]);
      } catch (error) {
        // What the browser told is most often why.
        throw visit.faults.length === 0 ? error : new Error(visit.faults.join('\n'), { cause: error });
      } finally {
        await visit.close();
      }
    },
  };
}
