// Cloudflare Pages in a test: wrangler serves a build as Cloudflare's own runtime and asset server would.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import fs from 'fs-extra';
import type { HostName } from '../../../src/site/hosts/hosts.ts';
import type { Chosen } from '../../build/run.ts';
import { inFolder } from '../../folders.ts';
import { buildSiteFor } from '../build-for.ts';
import { freePort } from '../../ports.ts';
import type { Hosted } from './hosted.ts';

export interface PagesPlan {
  readonly host: Extract<HostName, `cloudflare${string}`>;
  /** The path of the base URL, without a last slash. */
  readonly prefix: string;
  /** The sample catalog unless named. */
  readonly data?: string;
  readonly chosen?: Partial<Chosen>;
}

/** Builds a catalog for Cloudflare Pages, serves it, and ends every process of wrangler's after `use`. */
export async function withPages<T>(plan: PagesPlan, use: (hosted: Hosted) => Promise<T>): Promise<T> {
  return inFolder(async (folder) => {
    const { stop, ...hosted } = await serve(plan, folder, 3);
    try {
      return await use(hosted);
    } finally {
      await stop();
    }
  });
}

interface Served extends Hosted {
  readonly stop: () => Promise<void>;
}

/** The links of the build need the port before wrangler listens, seconds later: whoever takes it meanwhile, wins. */
async function serve(plan: PagesPlan, folder: string, tries: number): Promise<Served> {
  const dist = join(folder, 'dist');
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}${plan.prefix}`;
  await buildSiteFor({ ...plan, out: dist, baseUrl });
  try {
    return { baseUrl, dist, stop: await start(dist, port, join(folder, 'scratch')) };
  } catch (error) {
    if (tries === 1) throw error;
    return serve(plan, folder, tries - 1);
  }
}

const require = createRequire(import.meta.url);

async function start(dist: string, port: number, scratch: string): Promise<() => Promise<void>> {
  fs.ensureDirSync(scratch);
  const wrangler = join(dirname(require.resolve('wrangler/package.json')), 'bin', 'wrangler.js');
  const listening = ['--ip', '127.0.0.1', '--port', String(port), '--inspector-port', '0'];
  const child = spawn(
    process.execPath,
    [wrangler, 'pages', 'dev', dist, ...listening, '--compatibility-date', '2025-06-01', '--log-level', 'info'],
    { cwd: scratch, env: environment(scratch), stdio: ['ignore', 'pipe', 'pipe'], detached: true },
  );
  const failed = text(child.stderr);
  const ended = once(child, 'exit');
  const stop = async () => {
    // Wrangler's runtimes are children of its child: the whole group has to go.
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
    await ended;
  };
  // Its own word for it, for at the port another may answer.
  let said = '';
  const ready = new Promise<boolean>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      said = `${said}${chunk}`.slice(-1000);
      if (said.includes(`Ready on http://127.0.0.1:${port}`)) resolve(true);
    });
  });
  if (await Promise.race([ready, ended.then(() => false)])) return stop;
  throw new Error(`wrangler did not start: ${said}${await failed}`);
}

/** Nothing of the person's is read or written, nothing is asked of the network. */
function environment(scratch: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'],
    HOME: scratch,
    TMPDIR: scratch,
    CI: '1',
    WRANGLER_SEND_METRICS: 'false',
    WRANGLER_HIDE_BANNER: 'true',
    CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  };
}
