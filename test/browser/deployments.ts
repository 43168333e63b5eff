// Deployments: catalogs on hosts, and visits to their pages.
import { afterAll, beforeAll, describe } from 'vitest';
import { neededFor } from '../programs.ts';
import { neededForReal } from '../real-catalog.ts';
import type { CatalogName } from './catalogs.ts';
import { visit, type Visit, type VisitOptions } from './chromium.ts';
import { neededForChromium } from './program.ts';
import { hostKinds, openSite, type HostKind, type Site } from './sites.ts';

interface Pair {
  readonly catalog: CatalogName;
  readonly host: HostKind;
}

/** A catalog on a host, open while its tests run. */
export interface Deployment extends Pair {
  readonly addressOf: (fragment: string) => string;
  /** The content of a JSON file of the API, read from the disk. */
  readonly json: (path: string) => unknown;
  /** Opens a view as a new visitor. */
  readonly visit: (fragment: string, use: (visit: Visit) => Promise<void>, options?: VisitOptions) => Promise<void>;
}

/** Each of these catalogs on every host. */
export function onEveryHost(...catalogs: readonly CatalogName[]): Pair[] {
  return catalogs.flatMap((catalog) => hostKinds.map((host) => ({ catalog, host })));
}

/** For tests that hardly depend on the host: `sample` on every host, the others on one. */
export function onSomeHosts(...catalogs: readonly CatalogName[]): Pair[] {
  return onEveryHost(...catalogs).filter(({ catalog, host }) => catalog === 'sample' || host === 'preview');
}

/** For tests that do not depend on the host at all. */
export function onOneHost(...catalogs: readonly CatalogName[]): Pair[] {
  return catalogs.map((catalog) => ({ catalog, host: 'preview' }));
}

/** Declares tests for each deployment. They are skipped if something is missing, and their names say what. */
export function describeEach(pairs: readonly Pair[], title: string, declare: (deployment: Deployment) => void): void {
  for (const pair of pairs) {
    const { catalog, host } = pair;
    const needed =
      neededForChromium + (host === 'nginx' ? neededFor(host) : '') + (catalog === 'real' ? neededForReal : '');
    describe.skipIf(needed !== '')(`${title} the ${catalog} catalog on ${host}${needed}`, () => {
      let site: Site;
      beforeAll(async () => {
        site = await openSite(catalog, host);
      });
      afterAll(() => site.close());
      const addressOf = (fragment: string) => `${site.address}${fragment}`;
      declare({
        ...pair,
        addressOf,
        json: (path) => site.json(path),
        visit: (fragment, use, options) => visit(addressOf(fragment), use, options),
      });
    });
  }
}
