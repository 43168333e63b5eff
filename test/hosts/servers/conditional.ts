// Probes of conditional responses: compressed files, and files that the client has already.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheControl, contentType, type Encoding } from '../../../src/api/http.ts';
import { pagesFolder } from '../../../src/api/routes.ts';
import { brokenAnswers, prefixOf, probeAt, type Probe, type Target } from '../probes.ts';
import { ask } from './ask.ts';
import { encodePath, listsOf } from './lists.ts';

/** A response that varies by the type and by the encoding that a client accepts. */
export const bothVaries = /^(?=.*\bAccept(?!-))(?=.*\bAccept-Encoding\b)/u;

/** A request of a client that accepts these encodings. */
export function accepting(encodings: string, headers: Readonly<Record<string, string>> = {}) {
  return { headers: { 'accept-encoding': encodings, ...headers } };
}

const extensions = { gzip: 'gz', brotli: 'br' } as const;
const codings = { gzip: 'gzip', brotli: 'br' } as const;

/** The faults of the compressed files of a build, checked for the longest list that has them for each of its pages. */
export async function brokenPrecompression(
  target: Target,
  encodings: readonly Encoding[],
  list = listsOf(target.dist)[0],
): Promise<string[]> {
  const { baseUrl, dist, indexFile } = target;
  if (list === undefined) throw new Error(`${dist} has no lists`);
  const address = encodePath(list.path);
  const broken: string[] = [];
  for (const page of [1, 2]) {
    const file = join(dist, list.path, pagesFolder, String(page), indexFile);
    const path = page === 1 ? address : `${address}?page=${page}`;
    broken.push(...(await brokenAnswers(baseUrl, probesOf(target, path, file, encodings))));
    for (const encoding of encodings) broken.push(...(await brokenFile(target, path, file, encoding)));
  }
  return broken;
}

function probesOf(target: Target, path: string, file: string, encodings: readonly Encoding[]): Probe[] {
  const bodies = [readFileSync(file, 'utf8')];
  const headers = { 'content-type': contentType, 'cache-control': cacheControl.lists, vary: bothVaries };
  const requestFor = (accepted: string, coding: string) => {
    const answer = { status: [200], bodies, headers: { ...headers, 'content-encoding': coding } };
    return probeAt(target, path, answer, accepting(accepted));
  };
  return [
    ...encodings.flatMap((encoding) => {
      if (!existsSync(`${file}.${extensions[encoding]}`)) throw new Error(`${file} has no ${encoding} file`);
      const coding = codings[encoding];
      return [coding, `deflate, ${coding};q=0.5`].map((accepted) => requestFor(accepted, coding));
    }),
    ...['identity', 'gzip;q=0, br;q=0', 'x-unknown'].map((accepted) => requestFor(accepted, '')),
    requestFor('gzip, deflate, br', encodings.includes('brotli') ? 'br' : 'gzip'),
  ];
}

/** A compressed file is sent unchanged, and can be revalidated. */
async function brokenFile(target: Target, path: string, file: string, encoding: Encoding): Promise<string[]> {
  const { headers } = accepting(codings[encoding]);
  const first = await ask(target.baseUrl, { path: `${prefixOf(target.baseUrl)}${path}`, headers });
  const isTheFile = first.body.equals(readFileSync(`${file}.${extensions[encoding]}`));
  return [
    ...(isTheFile ? [] : [`${path}: the ${encoding} file is not sent as it is`]),
    ...(await brokenRepeat(target, path, first.headers.get('etag') ?? 'none', headers)),
  ];
}

/** The faults of a second request for a file that the client has already. */
export async function brokenRevalidation(target: Target): Promise<string[]> {
  const [longest] = listsOf(target.dist);
  const path = `${encodePath(longest?.path ?? '')}?page=2`;
  const { headers } = await ask(target.baseUrl, { path: `${prefixOf(target.baseUrl)}${path}` });
  const tag = headers.get('etag');
  return tag === undefined ? ['there is no ETag'] : brokenRepeat(target, path, tag);
}

async function brokenRepeat(target: Target, path: string, tag: string, headers = {}): Promise<string[]> {
  const kept = { vary: bothVaries, 'access-control-allow-origin': '*', 'cache-control': cacheControl.lists };
  const answer = { status: [304], bodies: [''], headers: kept };
  return brokenAnswers(target.baseUrl, [
    probeAt(target, path, answer, { headers: { ...headers, 'if-none-match': tag } }),
  ]);
}
