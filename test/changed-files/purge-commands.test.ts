// Purging: the documented commands send every address of the list to each service, in batches of the size it allows.
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished } from 'vitest';
import { z } from 'zod';
import { purgeAddresses } from '../../src/build/changed-files/purge-addresses.ts';
import { writeChangedFiles } from '../../src/build/changed-files/changed-files.ts';
import { functionText } from '../../src/hosts/cloudfront-function.ts';
import { siteOn } from '../hosts/build-for.ts';
import { functionIn } from '../hosts/engines/cloudfront.ts';
import { it } from '../helpers/fixture.ts';
import { inFolder } from '../helpers/folders.ts';
import { listen } from '../helpers/ports.ts';
import { isMissing, neededFor } from '../helpers/programs.ts';
import { documentedCommands, documentedLists, runCommands } from './between.ts';

const isSkipped = isMissing('curl') || isMissing('jq');
const needed = neededFor('curl') + neededFor('jq');

const odd = ["l'Español (América)", '中文 日本語', 'A [x]', '{path} $1 ^', 'C++ & co; `it`', '!~'];
const changed = [
  ...odd.map((name) => `api/v1/languages/${name}/courses/index.json`),
  ...Array.from({ length: 120 }, (_, at) => `api/v1/categories/5/page/${at + 1}/index.json`),
  '404.json',
  'docs/$HOME "x".txt',
];

describe('the documented commands to purge', () => {
  it.skipIf(isSkipped)(`send Cloudflare every address, a hundred per call${needed}`, async () => {
    const requests = await purged('purge_cache', (commands, service) =>
      commands.replace('https://api.cloudflare.com', service).replace('ZONE', 'zone-1'),
    );
    const bodies = requests.map(({ body }) => filesOf(body));
    expect(bodies.map((files) => files.length)).toEqual([100, 100, 48]);
    expect(bodies.flat()).toEqual(addresses('https://a.example'));
    for (const { method, url, headers } of requests) {
      expect([method, url]).toEqual(['POST', '/client/v4/zones/zone-1/purge_cache']);
      expect(headers).toMatchObject({ authorization: 'Bearer token-1', 'content-type': 'application/json' });
    }
  });

  it.skipIf(isSkipped)(`send Fastly each address in its own call${needed}`, async () => {
    let site = '';
    const requests = await purged('Fastly-Key', (commands, service) => {
      site = service;
      return commands;
    });
    expect(requests.map(({ url }) => `${site}${url}`).toSorted()).toEqual(addresses(site).toSorted());
    for (const { method, headers } of requests) {
      expect(method).toBe('PURGE');
      expect(headers).toMatchObject({ 'fastly-key': 'token-2' });
    }
  });

  it.skipIf(isMissing('jq')).for(['https://a.example', 'https://a.example/catalog'])(
    'send CloudFront, for %s, what viewers request and what the function requests from the bucket',
    async (baseUrl, { folder }) => {
      const commands = documentedCommands('create-invalidation').replace('SITE', baseUrl).replace('ID', 'E1');
      await runCommands(commands, await listsIn(folder, baseUrl), {
        PATH: `${programIn(folder)}:${process.env['PATH']}`,
      });
      const calls = readFileSync(join(folder, 'calls'), 'utf8').split('\0\0').slice(0, -1);
      const [first = '', ...others] = calls;
      expect(others).toEqual([]);
      const args = first.split('\0');
      expect(args.slice(0, 5)).toEqual(['cloudfront', 'create-invalidation', '--distribution-id', 'E1', '--paths']);
      const paths = new Set(args.slice(5));
      expect(paths.size).toBe(args.length - 5);

      const prefix = new URL(`${baseUrl}/`).pathname.slice(0, -1);
      const run = functionIn(functionText(siteOn('s3-cloudfront', prefix, { coursePages: false })));
      for (const address of addresses(baseUrl)) {
        const url = address.slice(new URL(address).origin.length);
        const request = z.object({ uri: z.string() }).parse(run({ method: 'GET', url }));
        expect(paths, address).toContain(request.uri);
      }
      expect(paths).toContain(`${new URL(`${baseUrl}/`).pathname}api/v1/categories/5/page/7/`);
    },
  );

  it.skipIf(isMissing('jq')).for(['purge_cache', 'Fastly-Key', 'create-invalidation'])(
    'send nothing if nothing changed (%s)',
    async (name, { folder }) => {
      await listsIn(folder, 'https://a.example', []);
      const programs = programIn(folder);
      await runCommands(documentedCommands(name), folder, { PATH: `${programs}:${process.env['PATH']}` });
      expect(existsSync(join(folder, 'calls'))).toBe(false);
    },
  );
});

const addresses = (baseUrl: string) => [
  ...purgeAddresses(changed, { baseUrl, pageLinks: 'query', indexFile: 'index.json' }),
];

/** Makes the lists of a build in a folder, and returns the folder. */
async function listsIn(folder: string, baseUrl: string, paths: readonly string[] = changed): Promise<string> {
  const site = { baseUrl, pageLinks: 'query', indexFile: 'index.json' } as const;
  const changes = { added: [], changed: paths, removed: [] };
  expect(writeChangedFiles(changes, join(folder, 'changes.json'), site)).toEqual([]);
  await runCommands(documentedLists(), folder);
  return folder;
}

/** A folder of programs that record their arguments: a NUL after each argument, and another after the last. */
function programIn(folder: string): string {
  for (const name of ['aws', 'curl']) {
    writeFileSync(join(folder, name), `#!/bin/sh\nprintf '%s\\0' "$@" >> calls && printf '\\0' >> calls\n`);
    chmodSync(join(folder, name), 0o755);
  }
  return folder;
}

interface Received extends Pick<IncomingMessage, 'method' | 'url' | 'headers'> {
  readonly body: string;
}

/** What a service receives if the block of commands with this text is run, redirected to it. */
async function purged(block: string, lead: (commands: string, service: string) => string): Promise<Received[]> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request;
    received.push({ method, url, headers, body: await text(request) });
    response.end('{"success":true}');
  });
  const { url: service, close } = await listen(server);
  onTestFinished(close);
  await inFolder(async (folder) => {
    const commands = lead(documentedCommands(block), service);
    await listsIn(folder, commands.includes(service) ? 'https://a.example' : service);
    await runCommands(commands, folder, { CLOUDFLARE_API_TOKEN: 'token-1', FASTLY_API_TOKEN: 'token-2' });
  });
  return received;
}

function filesOf(body: string): string[] {
  const { files }: { files: string[] } = JSON.parse(body);
  return files;
}
