// Serving: builds for a host, with its generated files unchanged, on one process of a real server while tests run.
import { join } from 'node:path';
import fs from 'fs-extra';
import { afterAll, beforeAll } from 'vitest';
import { hosts, type HostName } from '../../../src/hosts/hosts.ts';
import type { Chosen } from '../../build/run.ts';
import { makeFolder, removeFolder, writeFiles } from '../../helpers/folders.ts';
import { buildSiteFor, type BuildFor, catalogFiles } from '../build-for.ts';
import type { Target } from '../probes.ts';
import { publicFiles } from './own.ts';
import { start, type Running, type Server, type Site } from './server.ts';
import { freePorts } from '../../helpers/ports.ts';
import type { Program } from '../../helpers/programs.ts';

/** A build to serve, with a few files of `public`. */
export interface Plan {
  /** The path of the base URL, percent-encoded: empty, or `/catalog`. */
  readonly prefix?: string;
  readonly data?: NonNullable<BuildFor['data']>;
  readonly chosen?: Partial<Chosen>;
}

/** Builds and serves each plan at a port of its own while the tests around it run; the function returns the served target. */
export function useSites(
  server: Server<Program | 'node'>,
  host: HostName,
  plans: readonly Plan[],
): (plan: Plan) => Target {
  const targets = new Map<Plan, Target>();
  let folder = '';
  let running: Running | undefined;
  beforeAll(async () => {
    folder = makeFolder();
    // Servers started by root read files as another user.
    fs.chmodSync(folder, 0o755);
    writeFiles(join(folder, 'public'), publicFiles);
    const ports = await freePorts(plans.length);
    const sites: Site[] = [];
    for (const [at, plan] of plans.entries()) {
      const { target, ...site } = await built(join(folder, String(at)), host, plan, ports[at] ?? 0);
      sites.push(site);
      targets.set(plan, target);
    }
    const scratch = join(folder, 'scratch');
    fs.mkdirSync(scratch);
    running = await start(server, sites, scratch);
  });
  afterAll(async () => {
    await running?.stop();
    removeFolder(folder);
  });
  return (plan) => {
    const target = targets.get(plan);
    if (!target) throw new Error('this plan is not served');
    return target;
  };
}

async function built(
  folder: string,
  host: HostName,
  { prefix: encoded = '', data = catalogFiles, chosen = {} }: Plan,
  port: number,
): Promise<Site & { readonly target: Target }> {
  const prefix = decodeURIComponent(encoded);
  const root = join(folder, 'root');
  const dist = `${root}${prefix}`;
  const baseUrl = `http://127.0.0.1:${port}${encoded}`;
  fs.mkdirSync(root, { recursive: true });
  await buildSiteFor({
    host,
    out: dist,
    baseUrl,
    data,
    chosen: { public: join(folder, '../public'), ...chosen },
  });
  const { indexFile = hosts[host].indexFile } = chosen;
  return { root, prefix, port, target: { baseUrl, dist, indexFile, capabilities: hosts[host].capabilities } };
}
