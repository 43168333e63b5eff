// Hosts on this machine for `links`: every name leads to one server, but for those that do not exist; no test waits for a clock.
import type { RequestListener } from 'node:http';
import { createServer } from 'node:http';
import type { LookupFunction } from 'node:net';
import { onTestFinished } from 'vitest';
import { guardedConnect } from '../../src/http/private-networks.ts';
import type { Clock } from '../../src/http/rate-limiter.ts';
import type { Connect } from '../../src/http/client.ts';
import { checkLinks, type LinksOptions, type LinksReport } from '../../src/upkeep/links/links.ts';
import { pageFields } from '../../src/catalog/fields.ts';
import { writeFiles } from '../helpers/folders.ts';
import { answerLimit } from '../helpers/limits.ts';
import { listen } from '../helpers/ports.ts';

/** Leads every name to this machine, `six.example` by IPv6; there is no `.invalid`, and nobody knows of `.unreachable`. */
const lookup: LookupFunction = (hostname, options, callback) => {
  const code = hostname.endsWith('.invalid')
    ? 'ENOTFOUND'
    : hostname.endsWith('.unreachable')
      ? 'EAI_AGAIN'
      : undefined;
  if (code !== undefined) {
    callback(Object.assign(new Error(`getaddrinfo ${code} ${hostname}`), { code }), '');
    return;
  }
  const found = hostname === 'six.example' ? { address: '::1', family: 6 } : { address: '127.0.0.1', family: 4 };
  if (options.all === true) callback(null, [found]);
  else callback(null, found.address, found.family);
};

export const connectHere: Connect = guardedConnect(undefined, lookup);

/** A clock on which nobody waits. */
export function fakeClock(): Clock {
  let now = 0;
  return {
    now: () => now,
    pause: async (milliseconds) => {
      now += milliseconds;
    },
  };
}

/** A clock on which waits end one after another, the earliest first, whenever nothing else begins to wait. */
export function steppedClock(): Clock {
  let now = 0;
  let next: NodeJS.Timeout | undefined;
  let waits: { readonly due: number; readonly end: () => void }[] = [];
  const step = () => {
    const [first, ...rest] = waits.toSorted((a, b) => a.due - b.due);
    waits = rest;
    now = Math.max(now, first?.due ?? 0);
    first?.end();
    if (waits.length > 0) next = setTimeout(step, 20);
  };
  return {
    now: () => now,
    pause: async (milliseconds) =>
      new Promise((end) => {
        waits.push({ due: now + milliseconds, end });
        clearTimeout(next);
        next = setTimeout(step, 20);
      }),
  };
}

/** A server until the end of the test; `:PORT` in an address is its port. */
export async function hosting(
  answer: RequestListener,
): Promise<{ readonly at: (url: string) => string; readonly port: number }> {
  const { port, close } = await listen(createServer(answer));
  onTestFinished(close);
  return { port, at: (url) => url.replace(/^(https?:\/\/[^/]+)/u, `$1:${port}`) };
}

/** A catalog with a course for each of these addresses, in one file. */
export function writeCatalog(folder: string, addresses: readonly string[], title = 'Baking bread'): string {
  const courses = addresses.map((linkurl, index) =>
    JSON.stringify({ id: index + 1, title, linkurl, provider: 1, language: 'English', date_published: '2026-01-01' }),
  );
  const data = `${folder}/data`;
  writeFiles(data, {
    'providers.json': '[{"id":1,"name":"Baker"}]',
    'categories.json': '[]',
    'courses.ndjson': `${courses.join('\n')}\n`,
  });
  return data;
}

/** Runs `links` on a day of May 2026. */
export async function runLinks(
  data: string,
  day: number,
  chosen: Partial<LinksOptions> = {},
  signal = new AbortController().signal,
): Promise<LinksReport> {
  const at = `2026-05-${String(day).padStart(2, '0')}T09:00:00Z`;
  const options = {
    data,
    fields: pageFields,
    at,
    limit: undefined,
    timeout: answerLimit,
    retries: 0,
    userAgent: 'test',
    only: undefined,
  };
  const io = { onProgress: () => {}, signal };
  return checkLinks({ ...options, connect: connectHere, clock: fakeClock(), ...chosen }, io);
}
