// A host in a test: a build for it, and a server in this process that responds as the host would.
import { readFileSync, renameSync } from 'node:fs';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { extname, join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import superstatic from 'superstatic';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { hosts, type HostName } from '../../../src/hosts/hosts.ts';
import type { Chosen } from '../../build/run.ts';
import { filesIn, makeFolder, removeFolder } from '../../helpers/folders.ts';
import { listen } from '../../helpers/ports.ts';
import { buildSiteFor, type BuildFor } from '../build-for.ts';
import type { Target } from '../probes.ts';

export interface Deployment {
  /** The folder that is deployed to the host. */
  readonly deployed: string;
  /** The build: the folder itself, or one in it for a host that knows no prefix. */
  readonly dist: string;
  /** The path of the base URL, without a trailing slash. */
  readonly prefix: string;
}

/** Makes the server of a host. */
type Serve = (deployment: Deployment) => Promise<RequestListener>;

export interface Plan {
  readonly host: HostName;
  readonly prefix: string;
  readonly serve: Serve;
  /** Whether the host expects the build in a folder named like the prefix, and has no rules for it. */
  readonly inPrefix?: boolean;
  readonly data?: BuildFor['data'];
  readonly chosen?: Pick<Partial<Chosen>, 'indexFile'>;
}

/** Builds a catalog for a host, by default the sample, and serves it until the end of the test. */
export async function hostedBy({ host, prefix, serve, inPrefix = false, data, chosen = {} }: Plan): Promise<Target> {
  const folder = makeFolder();
  const deployed = join(folder, 'site');
  const dist = inPrefix ? join(deployed, decodeURIComponent(prefix)) : deployed;
  let answer: RequestListener = () => {};
  const { url, close } = await listen(createServer((request, response) => answer(request, response)));
  onTestFinished(async () => {
    await close();
    // superstatic still opens the files of requests that were given up, and ends the process if they are gone.
    if (host === 'firebase') await setTimeout(300);
    removeFolder(folder);
  });
  const baseUrl = `${url}${prefix}`;
  await buildSiteFor({ host, out: dist, baseUrl, data, chosen });
  answer = await serve({ deployed, dist, prefix });
  const { indexFile, capabilities } = hosts[host];
  return { baseUrl, dist, indexFile, capabilities, ...chosen };
}

/** The deployed files by path: a host knows no others, however a request encodes a path. */
export function filesBelow(folder: string): ReadonlyMap<string, string> {
  return new Map(filesIn(folder).map((path) => [`/${path}`, join(folder, path)]));
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

const configuration = z.object({ hosting: z.looseObject({ public: z.string() }) });

/** Deploys a build; one below a path prefix as the preset advises, with two files moved to the root of the deployment. */
export async function firebaseHost({ deployed, dist }: Deployment): Promise<RequestListener> {
  if (dist !== deployed) {
    for (const name of ['firebase.json', '404.html']) renameSync(join(dist, name), join(deployed, name));
  }
  const { hosting } = configuration.parse(JSON.parse(readFileSync(join(deployed, 'firebase.json'), 'utf8')));
  const answer = superstatic({ cwd: resolve(deployed), config: hosting, fallthrough: false });
  return (request, response) => {
    answer(request, response, (error) => {
      response.writeHead(500).end(String(error));
    });
  };
}
