// wrangler, the tool of Cloudflare: a process that serves a folder, and its output.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import fs from 'fs-extra';

export interface Wrangler {
  /** Ends all its processes. */
  readonly stop: () => Promise<void>;
}

const require = createRequire(import.meta.url);

/** Starts `wrangler pages dev` for a folder, and waits until it listens. */
export async function startWrangler(dist: string, port: number, scratch: string): Promise<Wrangler> {
  fs.ensureDirSync(scratch);
  const program = join(dirname(require.resolve('wrangler/package.json')), 'bin', 'wrangler.js');
  const listening = ['--ip', '127.0.0.1', '--port', String(port), '--inspector-port', '0'];
  const child = spawn(
    process.execPath,
    [program, 'pages', 'dev', dist, ...listening, '--compatibility-date', '2025-06-01', '--log-level', 'info'],
    { cwd: scratch, env: environment(scratch), stdio: ['ignore', 'pipe', 'pipe'], detached: true },
  );
  const ended = once(child, 'close').then(() => false);
  let output = '';
  let onMore = () => {};
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
      onMore();
    });
  }
  // Waits for its own message, since another process may respond at the port.
  while (!output.includes(`Ready on http://127.0.0.1:${port}`)) {
    const moreOutput = new Promise<boolean>((resolve) => (onMore = () => resolve(true)));
    if (!(await Promise.race([moreOutput, ended]))) throw new Error(`wrangler ended before it was ready: ${output}`);
  }
  return {
    stop: async () => {
      // Its runtimes are grandchildren: the whole process group must be killed.
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
      await ended;
    },
  };
}

/** Keeps it from reading or writing the user's files, and from using the network. */
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
