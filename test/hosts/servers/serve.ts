// Serving: a build for a host, with its generated files as they are, on a real server for as long as a test needs it.
import { join } from 'node:path';
import fs from 'fs-extra';
import { hosts, type HostName } from '../../../src/site/hosts/hosts.ts';
import type { Chosen } from '../../build/run.ts';
import { inFolder, writeFiles } from '../../folders.ts';
import { buildSiteFor } from '../build-for.ts';
import type { Target } from '../probes.ts';
import { publicFiles } from './own.ts';
import { freePort, start, type Server } from './server.ts';

export interface Serving {
  readonly server: Server;
  readonly host: HostName;
  /** The path of the base URL, percent-encoded: empty, or `/catalog`. */
  readonly prefix?: string;
  /** The sample catalog unless named. */
  readonly data?: string;
  readonly chosen?: Partial<Chosen>;
}

/** Builds, serves and stops; `public` holds a few files. */
export async function serving<T>(
  { server, host, prefix: encoded = '', data = 'data', chosen = {} }: Serving,
  use: (target: Target) => Promise<T>,
): Promise<T> {
  return inFolder(async (folder) => {
    // Servers that root starts read files as another user.
    fs.chmodSync(folder, 0o755);
    const prefix = decodeURIComponent(encoded);
    const root = join(folder, 'root');
    const scratch = join(folder, 'scratch');
    for (const path of [root, scratch]) fs.mkdirSync(path);
    writeFiles(join(folder, 'public'), publicFiles);
    const port = await freePort();
    const dist = `${root}${prefix}`;
    const baseUrl = `http://127.0.0.1:${port}${encoded}`;
    await buildSiteFor({ host, out: dist, baseUrl, data, chosen: { public: join(folder, 'public'), ...chosen } });
    const running = await start(server, { root, prefix, port, scratch });
    try {
      const { indexFile = hosts[host].indexFile } = chosen;
      return await use({ baseUrl, dist, indexFile, can: hosts[host].can });
    } finally {
      await running.stop();
    }
  });
}
