// A build on a host that knows nothing of the interface: http-server's own command, which ignores the query.
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { runBuild, type Chosen } from '../build/run.ts';
import { inFolder } from '../folders.ts';
import { freePort } from '../ports.ts';

export interface Hosted {
  readonly base: string;
  readonly out: string;
}

/** Builds the sample catalog, serves it, and passes both to `use` until it is done. */
export async function onHttpServer<T>(chosen: Partial<Chosen>, use: (hosted: Hosted) => Promise<T>): Promise<T> {
  return inFolder(async (folder) => {
    const out = join(folder, 'dist');
    const base = `http://127.0.0.1:${await freePort()}`;
    await runBuild({ data: 'data', out, chosen: { baseUrl: base, pageSize: 10, ...chosen } });
    const { port } = new URL(base);
    const command = [
      'node_modules/http-server/bin/http-server',
      out,
      '-e',
      'json',
      '-a',
      '127.0.0.1',
      '-p',
      port,
      '--cors',
    ];
    const host = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'ignore'] });
    try {
      await isListening(host, port);
      return await use({ base, out });
    } finally {
      host.kill();
      if (host.exitCode === null) await once(host, 'exit');
    }
  });
}

/** It prints where it listens once it does, and logs every request afterwards. */
async function isListening(host: ChildProcessByStdio<null, Readable, null>, port: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    host.stdout.on('data', (output) => {
      if (String(output).includes(port)) resolve();
    });
    host.once('exit', () => reject(new Error('http-server did not start')));
  });
}
