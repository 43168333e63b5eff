// Base URLs: with any that the options accept, the real servers load the configuration, serve the API there and redirect to its trailing slash.
import { join } from 'node:path';
import fc from 'fast-check';
import fs from 'fs-extra';
import { describe, expect, it } from 'vitest';
import { contentType } from '../../src/api/http.ts';
import { hosts } from '../../src/hosts/hosts.ts';
import { UsageError } from '../../src/text/errors.ts';
import { siteAddress } from '../../src/options/value-kinds.ts';
import { inFolder, writeFiles } from '../helpers/folders.ts';
import { forAll } from '../helpers/for-all.ts';
import { isMissing, neededFor } from '../helpers/programs.ts';
import { prefixOf } from './probes.ts';
import { ask } from './servers/ask.ts';
import { caddyServer, apacheServer, nginxServer, start } from './servers/server.ts';
import { freePorts } from '../helpers/ports.ts';
import { filesOn } from './build-for.ts';

const servers = { nginx: nginxServer, apache: apacheServer, caddy: caddyServer } as const;
/** Sites per server process. */
const batch = 40;

const printable = fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCodePoint(code));
const label = fc.stringMatching(/^[a-z0-9_](?:[a-zA-Z0-9_-]{0,8}[a-z0-9_])?$/u);
const name = fc.array(label, { minLength: 1, maxLength: 4 }).map((labels) => labels.join('.'));
const host = fc.oneof(
  name,
  fc.tuple(name, printable, name).map((parts) => parts.join('')),
  fc.ipV4Extended(),
  fc.ipV6().map((address) => `[${address}]`),
  fc.constantFrom('bücher.example', '中文.example', 'Example.ORG.'),
);
const port = fc.option(
  fc.nat(70_000).map((number) => `:${number}`),
  { nil: '' },
);
const character = fc.oneof(
  { weight: 3, arbitrary: fc.stringMatching(/^[. _~!'()+,;=@aZ0-]$/u) },
  { weight: 1, arbitrary: fc.constantFrom('é', 'e\u0301', '中', '²', '𝒳', '%41', '%20', '%C3%A9') },
  { weight: 1, arbitrary: printable },
);
const segment = fc.string({ unit: character, minLength: 1, maxLength: 6 });
const path = fc.array(segment, { maxLength: 3 }).map((segments) => segments.map((one) => `/${one}`).join(''));
const taken = fc
  .tuple(fc.constantFrom('http', 'https'), host, port, path)
  .map(([scheme, ...rest]) => readIfTaken(`${scheme}://${rest.join('')}`))
  .filter((address) => address !== undefined);

const batches = fc.array(taken, { minLength: batch, maxLength: batch });

/** The normalized base URL of a text; undefined if the options refuse it. */
function readIfTaken(text: string): string | undefined {
  try {
    return siteAddress.read(text);
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}

describe.each(['nginx', 'apache', 'caddy'] as const)('the configuration for %s', (kind) => {
  const server = servers[kind];

  it.skipIf(isMissing(server.program))(
    `serves the API at every base URL that the options accept${neededFor(server.program)}`,
    () =>
      forAll({ numRuns: 1, endOnFailure: true }, [batches], async (baseUrls) => {
        await inFolder(async (folder) => {
          fs.chmodSync(folder, 0o755);
          const ports = await freePorts(batch);
          const sites = baseUrls.map((baseUrl, at) => {
            const site = { root: join(folder, String(at)), prefix: decodedPath(baseUrl), port: ports[at] ?? 0 };
            writeFiles(`${site.root}${site.prefix}`, siteFiles(kind, baseUrl));
            return site;
          });
          const scratch = join(folder, 'scratch');
          fs.mkdirSync(scratch);
          const running = await start(server, sites, scratch);
          try {
            const faults: string[] = [];
            for (const [at, baseUrl] of baseUrls.entries()) faults.push(...(await faultsAt(baseUrl, ports[at] ?? 0)));
            expect(faults).toEqual([]);
          } finally {
            await running.stop();
          }
        });
      }),
  );
});

/** The smallest site with the host's own files. */
function siteFiles(kind: keyof typeof servers, baseUrl: string): Record<string, string> {
  const { indexFile } = hosts[kind];
  const prefix = prefixOf(baseUrl);
  return {
    ...Object.fromEntries(filesOn(kind, prefix, { baseUrl }).map((file) => [file.path, `${file.text}\n`])),
    [`api/v1/providers/${indexFile}`]: '[]\n',
    '404.json': '{}\n',
    '405.json': '{}\n',
  };
}

/** The faults in the responses to the address of a list, with and without its trailing slash. */
async function faultsAt(baseUrl: string, listening: number): Promise<string[]> {
  const at = `http://127.0.0.1:${listening}`;
  const address = `${baseUrl}/api/v1/providers`.slice(new URL(baseUrl).origin.length);
  const { status, body, headers } = await ask(at, { path: `${address}/` });
  const isServed = status === 200 && body.toString() === '[]\n' && headers.get('content-type') === contentType;
  const moved = await ask(at, { path: address });
  const location = moved.headers.get('location') ?? '';
  // As a client reads it: how much of a name is encoded is up to the server.
  const { origin, pathname } = new URL(location, baseUrl);
  const leads =
    origin === new URL(baseUrl).origin && decodeURIComponent(pathname) === `${decodeURIComponent(address)}/`;
  return [
    ...(isServed ? [] : [`${baseUrl}: ${status} ${body.toString()}`]),
    ...([301, 308].includes(moved.status) && leads ? [] : [`${baseUrl}: ${moved.status} to ${location}`]),
  ];
}

function decodedPath(baseUrl: string): string {
  return decodeURIComponent(prefixOf(baseUrl));
}
