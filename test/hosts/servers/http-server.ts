// http-server's own command: it knows folders and a name for index files, and nothing of the query.
import { join } from 'node:path';
import type { Server } from './server.ts';

export const httpServerCommand: Server = {
  program: process.execPath,
  install: 'npm ci',
  prepare: ({ root, port }) => [
    join(import.meta.dirname, '../../../node_modules/http-server/bin/http-server'),
    root,
    '--silent',
    '--ext=json',
    '--a=127.0.0.1',
    `--port=${port}`,
  ],
};
