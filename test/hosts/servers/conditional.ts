// Probes of conditional responses: compressed files, and files that the client has already.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheControl, contentType, type Encoding } from '../../../src/api/http.ts';
import { pagesFolder } from '../../../src/api/routes.ts';
import { brokenAnswers, type Answer, type Probe, type Target } from '../probes.ts';
import { ask } from './ask.ts';
import { encodePath, listsOf } from './lists.ts';

/** A response that varies by the type and by the encoding that a client accepts. */
export const bothVaries = /^(?=.*\bAccept(?!-))(?=.*\bAccept-Encoding\b)/u;

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
  const address = `${new URL(baseUrl).pathname.replace(/\/$/u, '')}${encodePath(list.path)}`;
  const broken: string[] = [];
  for (const page of [1, 2]) {
    const file = join(dist, list.path, pagesFolder, String(page), indexFile);
    const path = page === 1 ? address : `${address}?page=${page}`;
    broken.push(...(await brokenAnswers(baseUrl, probesOf(path, file, encodings))));
    for (const encoding of encodings) broken.push(...(await brokenFile(baseUrl, path, file, encoding)));
  }
  return broken;
}

function probesOf(path: string, file: string, encodings: readonly Encoding[]): Probe[] {
  const answer = (coding: string): Answer => ({
    status: [200],
    bodies: [readFileSync(file, 'utf8')],
    headers: {
      'content-type': contentType,
      'content-encoding': coding,
      'cache-control': cacheControl.lists,
      vary: bothVaries,
    },
  });
  const requestFor = (accepted: string, coding: string) => ({
    method: 'GET',
    path,
    headers: { 'accept-encoding': accepted },
    answers: [answer(coding)],
  });
  return [
    ...encodings.flatMap((encoding) => {
      if (!existsSync(`${file}.${extensions[encoding]}`)) throw new Error(`${file} has no ${encoding} file`);
      return [
        requestFor(codings[encoding], codings[encoding]),
        requestFor(`deflate, ${codings[encoding]};q=0.5`, codings[encoding]),
      ];
    }),
    ...['identity', 'gzip;q=0, br;q=0', 'x-unknown'].map((accepted) => requestFor(accepted, '')),
    requestFor('gzip, deflate, br', encodings.includes('brotli') ? 'br' : 'gzip'),
  ];
}

/** A compressed file is sent unchanged, and can be revalidated. */
async function brokenFile(baseUrl: string, path: string, file: string, encoding: Encoding): Promise<string[]> {
  const headers = { 'accept-encoding': codings[encoding] };
  const first = await ask(baseUrl, { path, headers });
  const isTheFile = first.body.equals(readFileSync(`${file}.${extensions[encoding]}`));
  return [
    ...(isTheFile ? [] : [`${path}: the ${encoding} file is not sent as it is`]),
    ...(await brokenAnswers(baseUrl, [notModified(path, first.headers.get('etag') ?? 'none', headers)])),
  ];
}

/** The faults of a second request for a file that the client has already. */
export async function brokenRevalidation({ baseUrl, dist }: Target): Promise<string[]> {
  const { pathname } = new URL(baseUrl);
  const [longest] = listsOf(dist);
  const path = `${pathname.replace(/\/$/u, '')}${encodePath(longest?.path ?? '')}?page=2`;
  const { headers } = await ask(baseUrl, { path });
  const tag = headers.get('etag');
  if (tag === undefined) return ['there is no ETag'];
  return brokenAnswers(baseUrl, [notModified(path, tag)]);
}

function notModified(path: string, tag: string, headers: Readonly<Record<string, string>> = {}): Probe {
  return {
    method: 'GET',
    path,
    headers: { ...headers, 'if-none-match': tag },
    answers: [
      {
        status: [304],
        bodies: [''],
        headers: { vary: bothVaries, 'access-control-allow-origin': '*', 'cache-control': cacheControl.lists },
      },
    ],
  };
}
