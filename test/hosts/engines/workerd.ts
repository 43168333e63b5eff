// Cloudflare Pages in a test: wrangler serves builds as Cloudflare's own runtime and asset server would.
import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll } from 'vitest';
import { hosts, type HostName } from '../../../src/hosts/hosts.ts';
import { makeFolder, removeFolder } from '../../helpers/folders.ts';
import { freePort } from '../../helpers/ports.ts';
import { buildSiteFor, type BuildFor } from '../build-for.ts';
import { prefixOf, type Target } from '../probes.ts';
import { ask } from '../servers/ask.ts';
import { start, type Running, type Server } from '../servers/server.ts';

const require = createRequire(import.meta.url);

/** `wrangler pages dev` for a folder. It neither reads nor writes the user's files, and does not use the network. */
const wrangler: Server<'node'> = {
  program: 'node',
  listening: /Ready on http:/u,
  // Its runtimes are grandchildren.
  isGroup: true,
  prepare: ([site]) => {
    const program = join(dirname(require.resolve('wrangler/package.json')), 'bin', 'wrangler.js');
    const listening = ['--ip', '127.0.0.1', '--port', String(site?.port), '--inspector-port', '0'];
    const options = [...listening, '--compatibility-date', '2025-06-01', '--log-level', 'info'];
    return [program, 'pages', 'dev', site?.root ?? '', ...options];
  },
  environment: (scratch) => ({
    PATH: process.env['PATH'],
    HOME: scratch,
    TMPDIR: scratch,
    CI: '1',
    WRANGLER_SEND_METRICS: 'false',
    WRANGLER_HIDE_BANNER: 'true',
    CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  }),
};

export interface PagesPlan extends Pick<BuildFor, 'data' | 'chosen'> {
  /** The path of the base URL, without a trailing slash. */
  readonly prefix: string;
}

/**
 * A project on Cloudflare Pages, while the tests around it run: the function builds a plan, and resolves when wrangler serves it. Plans without a
 * worker are deployed over one another, so that all share one wrangler, which takes seconds to start; it does not always notice a new worker.
 */
export function useProject(host: Extract<HostName, `cloudflare${string}`>): (plan: PagesPlan) => Promise<Target> {
  let folder = '';
  let started: { readonly wrangler: Running; readonly port: number } | undefined;
  const build = async (port: number, { prefix, ...plan }: PagesPlan): Promise<Target> => {
    const { indexFile, can } = { ...hosts[host], ...plan.chosen };
    const target = { baseUrl: `http://127.0.0.1:${port}${prefix}`, dist: join(folder, 'dist'), indexFile, can };
    await buildSiteFor({ ...plan, host, out: target.dist, baseUrl: target.baseUrl });
    return target;
  };
  // The links of the build need the port seconds before wrangler listens, so another process might take it meanwhile.
  const begin = async (plan: PagesPlan, tries: number): Promise<Target> => {
    const port = await freePort();
    const hosted = await build(port, plan);
    try {
      started = { port, wrangler: await start(wrangler, [{ root: hosted.dist, prefix: '', port }], scratch()) };
      return hosted;
    } catch (error) {
      if (tries === 1) throw error;
      return begin(plan, tries - 1);
    }
  };
  const scratch = () => join(folder, 'scratch');
  beforeAll(() => {
    folder = makeFolder();
    mkdirSync(scratch());
  });
  afterAll(async () => {
    await started?.wrangler.stop();
    removeFolder(folder);
  });
  return async (plan) => {
    if (started !== undefined && host === 'cloudflare') {
      await started.wrangler.stop();
      started = undefined;
    }
    if (started === undefined) return begin(plan, 3);
    const hosted = await build(started.port, plan);
    // New rules take effect a moment after they are written.
    while (!(await isServed(hosted))) await setTimeout(50);
    return hosted;
  };
}

/** Whether this deployment's own rules are in effect: those of the previous one, below another path, match no file and no header. */
async function isServed({ baseUrl }: Target): Promise<boolean> {
  const path = `${prefixOf(baseUrl)}/api/v1/providers/`;
  const { status, headers } = await ask(baseUrl, { path });
  return status === 200 && headers.has('allow');
}
