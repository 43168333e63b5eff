// http-server's own command: it serves folders with a given index file, and ignores the query.
import { join } from 'node:path';
import type { Server } from './server.ts';

/** It serves one folder, so all sites must be in that of the first. */
export const httpServerCommand: Server<'node'> = {
  program: 'node',
  listening: /Available on/u,
  prepare: ([site]) => {
    if (site === undefined) throw new Error('there is no site to serve');
    const command = join(import.meta.dirname, '../../../node_modules/http-server/bin/http-server');
    return [command, site.root, '--ext=json', '--a=127.0.0.1', `--port=${site.port}`, '--cors'];
  },
};
