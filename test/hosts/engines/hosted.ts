// A host in a test: a build for it, and a server in this process that responds as the host would.
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import type { HostName } from '../../../src/hosts/hosts.ts';
import type { Chosen } from '../../build/run.ts';
import { inFolder } from '../../folders.ts';
import { buildSiteFor } from '../build-for.ts';

export interface Deployment {
  /** The folder that is deployed to the host. */
  readonly deployed: string;
  /** The build: the folder itself, or one in it for a host that knows no prefix. */
  readonly dist: string;
  /** The path of the base URL, without a trailing slash. */
  readonly prefix: string;
}

/** Makes the server of a host. */
export type Serve = (deployment: Deployment) => Promise<RequestListener>;

export interface Plan {
  readonly host: HostName;
  readonly prefix: string;
  readonly serve: Serve;
  /** Whether the host expects the build in a folder named like the prefix, and has no rules for it. */
  readonly inPrefix?: boolean;
  readonly chosen?: Partial<Chosen>;
}

export interface Hosted {
  /** Including the prefix, without a trailing slash. */
  readonly baseUrl: string;
  readonly dist: string;
}

/** Builds the sample catalog for a host, serves it, and stops after `use`. */
export async function withHost<T>(plan: Plan, use: (hosted: Hosted) => Promise<T>): Promise<T> {
  const { host, prefix, serve, inPrefix = false, chosen = {} } = plan;
  return inFolder(async (folder) => {
    const deployed = join(folder, 'site');
    const dist = inPrefix ? join(deployed, decodeURIComponent(prefix)) : deployed;
    let answer: RequestListener = () => {};
    const server = createServer((request, response) => answer(request, response)).listen(0, '127.0.0.1');
    try {
      await once(server, 'listening');
      const address = server.address();
      if (address === null || typeof address === 'string') throw new Error('the server has no port');
      const baseUrl = `http://127.0.0.1:${address.port}${prefix}`;
      await buildSiteFor({ host, out: dist, baseUrl, chosen });
      answer = await serve({ deployed, dist, prefix });
      return await use({ baseUrl, dist });
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
}

/** The same for one host, by default at the root of its domain. */
export function servedBy(
  host: HostName,
  serve: Serve,
): <T>(use: (hosted: Hosted) => Promise<T>, plan?: Partial<Plan>) => Promise<T> {
  return async (use, plan = {}) => withHost({ host, prefix: '', serve, ...plan }, use);
}

/** The deployed files by path: a host knows no others, however a request encodes a path. */
export function filesBelow(folder: string): ReadonlyMap<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = entries.map((entry) => join(entry.parentPath, entry.name));
  return new Map(files.map((file) => [file.slice(folder.length), file]));
}

/** A percent-encoded path as a file name; empty if it is malformed, or hides a slash in a name. */
export function decodedPath(path: string): string {
  try {
    const segments = path.split('/').map((segment) => decodeURIComponent(segment));
    return segments.some((segment) => segment.includes('/')) ? '' : segments.join('/');
  } catch {
    return '';
  }
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.xml': 'application/xml',
};

export function typeOf(file: string): string {
  return types[extname(file)] ?? 'application/octet-stream';
}

/** Sends a file, typed by its extension unless the headers set a type; no body in response to HEAD. */
export function send(
  response: ServerResponse,
  status: number,
  file: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'Content-Type': typeOf(file), ...headers });
  response.end(response.req.method === 'HEAD' ? undefined : readFileSync(file));
}
