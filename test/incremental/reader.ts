// Readers: they continuously fetch files of a site while it is built, and check what they see.
import { open, readFile } from 'node:fs/promises';
import { Agent, createServer, get, type IncomingMessage, type Server } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { errorCode } from '../../src/errors.ts';
import { isManifest } from './invariants.ts';
import { digestOf, isFile, type Tree } from './tree.ts';

/** What a reader may see: at each path the content of one of these builds, or nothing if one of them has nothing. */
export interface Expectation {
  readonly builds: readonly Tree[];
  /** Whether the site appears at once: after seeing one of its files, a reader must see all. */
  readonly isCold: boolean;
}

export interface Reader {
  /** Sets the expectation from now on, once no read is in progress; `onNew` is called once for bytes that only the last build has. */
  expect(expectation: Expectation, onNew?: () => void): Promise<void>;
  /** Stops, and returns what was seen. */
  end(): Promise<Seen>;
}

export interface Seen {
  reads: number;
  missing: number;
  readonly faults: string[];
}

/** The pause between two reads, in milliseconds: without one the reader would take the processor that the build needs. */
const pauseMs = 8;

type Fetch = (path: string) => Promise<Uint8Array | undefined>;

/** Reads files of `out` one after another, straight from the disk and from a server, until it is stopped. */
export async function openReader(out: string): Promise<Reader> {
  const server = await serve(out);
  const seen: Seen = { reads: 0, missing: 0, faults: [] };
  const over = new AbortController();
  let task = new Task({ builds: [], isCold: false });
  const looking = new Map<Fetch, Promise<void>>();
  const read = async (fetch: Fetch) => {
    while (!over.signal.aborted) {
      const look = task.look(fetch, seen);
      looking.set(fetch, look);
      await look;
      await pause(pauseMs);
    }
  };
  const reading = [read((path) => found(readFile(join(out, path)))), read(server.fetch)];
  return {
    async expect(expectation, onNew) {
      task = new Task(expectation, onNew);
      await Promise.all(looking.values());
    },
    async end() {
      over.abort();
      await Promise.all(reading);
      server.close();
      return seen;
    },
  };
}

class Task {
  /** The paths that a client requests, pages as often as single courses. */
  private readonly paths: string[];
  /** Those that differ between the builds: only they can be seen incomplete. */
  private readonly turning: string[];
  private hasSeen = false;

  constructor(
    private readonly expectation: Expectation,
    private onNew?: () => void,
  ) {
    const files = expectation.builds.flatMap((build) => [...build].filter(([, entry]) => isFile(entry)));
    const paths = [...new Set(files.map(([path]) => path))].filter((path) => !isManifest(path));
    this.paths = inBalance(paths);
    this.turning = inBalance(paths.filter((path) => !isSettled(path, expectation.builds)));
  }

  /** Fetches one file, and records its faults. */
  async look(fetch: Fetch, seen: Seen): Promise<void> {
    const from = this.turning.length > 0 && Math.random() < 0.5 ? this.turning : this.paths;
    const path = from[Math.floor(Math.random() * from.length)];
    if (path === undefined) return;
    const wasThere = this.hasSeen;
    seen.reads += 1;
    try {
      const bytes = await fetch(path);
      if (bytes) {
        this.hasSeen = true;
        this.hold(path, bytes, seen);
      } else {
        seen.missing += 1;
        this.miss(path, wasThere, seen);
      }
    } catch (error) {
      seen.faults.push(`${path}: ${String(error)}`);
    }
  }

  private hold(path: string, bytes: Uint8Array, seen: Seen): void {
    const digest = digestOf(bytes);
    const { builds } = this.expectation;
    const isIn = builds.map((build) => build.get(path)?.content === digest);
    if (!isIn.includes(true)) seen.faults.push(`torn, or of no build: ${path}, ${bytes.length} bytes`);
    if (isIn.indexOf(true) !== builds.length - 1) return;
    this.onNew?.();
    this.onNew = undefined;
  }

  private miss(path: string, wasThere: boolean, seen: Seen): void {
    const { builds, isCold } = this.expectation;
    if (builds.every((build) => build.has(path))) seen.faults.push(`not found, and in every build: ${path}`);
    else if (isCold && wasThere && builds.at(-1)?.has(path) === true)
      seen.faults.push(`a part of a build, without ${path}`);
  }
}

/** Repeats lists so that they are as many as single courses. */
function inBalance(paths: readonly string[]): string[] {
  const lists = paths.filter((path) => !path.startsWith('api/v1/courses/view/'));
  const times = Math.max(1, Math.floor((paths.length - lists.length) / Math.max(1, lists.length)));
  return [...paths, ...Array.from({ length: times - 1 }, () => lists).flat()];
}

/** Whether all builds have the same at a path. */
function isSettled(path: string, builds: readonly Tree[]): boolean {
  return new Set(builds.map((build) => build.get(path)?.content)).size === 1;
}

/** A server like those of hosts: it opens the file, takes its length, and sends that many bytes of it. */
async function serve(out: string): Promise<{ fetch: Fetch; close: () => void }> {
  const server = createServer((request, response) => {
    void found(open(join(out, decodeURIComponent(request.url ?? '')))).then(
      async (file) => {
        if (!file) return response.writeHead(404).end();
        const { size } = await file.stat();
        response.writeHead(200, { 'Content-Length': size });
        return file.createReadStream({ highWaterMark: 8192 }).pipe(response);
      },
      () => response.writeHead(500).end(),
    );
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const port = await listen(server);
  return {
    fetch: (path) => fetchFrom({ agent, port, path: `/${encodeURIComponent(path)}` }),
    close() {
      agent.destroy();
      server.close();
    },
  };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve());
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}

/** The body of a 200, undefined for a 404; any other or aborted response is an error. */
async function fetchFrom(options: { agent: Agent; port: number; path: string }): Promise<Uint8Array | undefined> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ ...options, host: '127.0.0.1' }, resolve).on('error', reject);
  });
  const body: Buffer[] = await response.toArray();
  if (response.statusCode === 404) return undefined;
  if (response.statusCode !== 200) throw new Error(`status ${response.statusCode}`);
  return Buffer.concat(body);
}

/** Undefined if there is no such file. */
async function found<T>(promise: Promise<T>): Promise<T | undefined> {
  try {
    return await promise;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
