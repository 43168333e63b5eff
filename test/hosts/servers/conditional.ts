// Probes of what depends on the headers of a request: compressed files, and what the client has already.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheControl, contentType, type Encoding } from '../../../src/api/http.ts';
import { pagesFolder } from '../../../src/api/routes.ts';
import { brokenAnswers, type Answer, type Probe, type Target } from '../probes.ts';
import { ask } from './ask.ts';
import { encodePath, listsOf } from './lists.ts';

const extensions = { gzip: 'gz', brotli: 'br' } as const;
const codings = { gzip: 'gzip', brotli: 'br' } as const;

/** What a server has to answer that sends the compressed files of a build, about a list that has one for each of its pages: the longest. */
export function compressionProbes(
  { baseUrl, dist, indexFile }: Target,
  encodings: readonly Encoding[],
  longest = listsOf(dist)[0],
): Probe[] {
  const { pathname } = new URL(baseUrl);
  if (longest === undefined) throw new Error(`${dist} has no lists`);
  const list = `${pathname.replace(/\/$/u, '')}${encodePath(longest.path)}`;
  return [1, 2].flatMap((page) => {
    const file = join(dist, longest.path, pagesFolder, String(page), indexFile);
    const path = page === 1 ? list : `${list}?page=${page}`;
    const answer = (coding: string): Answer => ({
      status: [200],
      bodies: [readFileSync(file, 'utf8')],
      headers: {
        'content-type': contentType,
        'content-encoding': coding,
        'cache-control': cacheControl.lists,
        vary: /^(?=.*\bAccept(?!-))(?=.*\bAccept-Encoding\b)/u,
      },
    });
    const asked = (accepted: string, coding: string) => ({
      method: 'GET',
      path,
      headers: { 'accept-encoding': accepted },
      answers: [answer(coding)],
    });
    return [
      ...encodings.flatMap((encoding) => {
        if (!existsSync(`${file}.${extensions[encoding]}`)) throw new Error(`${file} has no ${encoding} file`);
        return [
          asked(codings[encoding], codings[encoding]),
          asked(`deflate, ${codings[encoding]};q=0.5`, codings[encoding]),
        ];
      }),
      ...['identity', 'gzip;q=0, br;q=0', 'x-unknown'].map((accepted) => asked(accepted, '')),
      asked('gzip, deflate, br', encodings.includes('brotli') ? 'br' : 'gzip'),
    ];
  });
}

/** Says what is wrong about a second request for what the client has already. */
export async function brokenRevalidation({ baseUrl, dist }: Target): Promise<string[]> {
  const { pathname } = new URL(baseUrl);
  const [longest] = listsOf(dist);
  const path = `${pathname.replace(/\/$/u, '')}${encodePath(longest?.path ?? '')}?page=2`;
  const { headers } = await ask(baseUrl, { path });
  const tag = headers.get('etag');
  if (tag === undefined) return ['there is no ETag'];
  return brokenAnswers(baseUrl, [
    {
      method: 'GET',
      path,
      headers: { 'if-none-match': tag },
      answers: [
        {
          status: [304],
          bodies: [''],
          headers: { vary: /\bAccept(?!-)/u, 'access-control-allow-origin': '*', 'cache-control': cacheControl.lists },
        },
      ],
    },
  ]);
}
