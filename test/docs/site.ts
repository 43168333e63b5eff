// A site with the reference: the compiled bundle, an OpenAPI document and two files of the API, below any path.
import { createServer } from 'node:http';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import fs from 'fs-extra';
import { makeFolder, removeFolder, writeFiles } from '../folders.ts';
import { contract } from './contract.ts';

export interface DocsSite {
  readonly folder: string;
  readonly origin: string;
  /** With the prefix, without a trailing slash. */
  readonly baseUrl: string;
  readonly close: () => Promise<void>;
}

export const providers = [{ id: 1, name: 'A & B', external_id: '', course_count_catalog: 0, course_count: 2 }];
const list = { count: 2, next: null, previous: null, results: [], title: 'Computing' };

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
};

export async function openDocs(prefix: string, document: object = contract): Promise<DocsSite> {
  const folder = makeFolder();
  fs.copySync('lib/published/docs', join(folder, 'docs'));
  writeFiles(folder, {
    'openapi.json': JSON.stringify(document),
    'index.html': '<!doctype html><link rel="icon" href="data:," /><title>Catalog</title>',
    'api/v1/providers/index.json': JSON.stringify(providers),
    'api/v1/categories/7/index.json': JSON.stringify(list),
  });
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    try {
      if (!pathname.startsWith(`${prefix}/`)) throw new Error('outside');
      const path = pathname.slice(prefix.length);
      const index = path.startsWith('/api/') ? 'index.json' : 'index.html';
      const file = path.endsWith('/') ? `${path}${index}` : path;
      const content = readFileSync(join(folder, decodeURIComponent(file)));
      response.writeHead(200, { 'Content-Type': types[extname(file)] ?? 'application/octet-stream' }).end(content);
    } catch {
      response.writeHead(404, { 'Content-Type': 'application/json' }).end('{"detail":"Not found."}');
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}`;
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
    removeFolder(folder);
  };
  return { folder, origin, baseUrl: `${origin}${prefix}`, close };
}
