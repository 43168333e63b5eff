// Probes of the site around the API on servers that compress it on the way.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { siteFilesIn } from './build-for.ts';
import { brokenAnswers, type Probe, type Target } from './probes.ts';
import { ask } from './servers/ask.ts';
import { encodePath } from './servers/lists.ts';
import { found, keptFor } from './site-probes.ts';

/** Says what is wrong about the files that are worth compressing, for those who take gzip and for those who do not. */
export async function brokenCompression(target: Target): Promise<string[]> {
  const files = siteFilesIn(target.dist).filter((file) => sizeOf(target, file) >= 1024);
  if (files.length < 6) throw new Error(`${target.dist} has too few files that are worth compressing`);
  const broken: string[] = [];
  for (const file of files) broken.push(...(await brokenAnswers(target.baseUrl, await probesOf(target, file))));
  return broken;
}

async function probesOf(target: Target, file: string): Promise<Probe[]> {
  const { baseUrl, dist } = target;
  const { headers: usual, ...answer } = found(dist, file, keptFor(file));
  const prefix = new URL(baseUrl).pathname.replace(/\/$/u, '');
  const path = `${prefix}/${encodePath(file).replace(/index\.html$/u, '')}`;
  const headers = { 'accept-encoding': 'gzip' };
  const first = await ask(baseUrl, { path, headers });
  const tag = first.headers.get('etag') ?? 'none';
  const compressed = { vary: /^(?=.*\bAccept(?!-))(?=.*\bAccept-Encoding\b)/u, 'content-encoding': 'gzip' };
  const plain = { vary: /\bAccept(?!-)/u, 'content-encoding': '' };
  // Of HEAD a server tells none, or that of one of the two.
  const lengths = ['', String(first.body.length), String(sizeOf(target, file))];
  return [
    { method: 'GET', path, headers, answers: [{ ...answer, headers: { ...usual, ...compressed } }] },
    {
      method: 'GET',
      path,
      headers: { 'accept-encoding': 'identity' },
      answers: [{ ...answer, headers: { ...usual, ...plain } }],
    },
    { method: 'GET', path, headers: { ...headers, 'if-none-match': tag }, answers: [{ status: [304], bodies: [''] }] },
    {
      method: 'HEAD',
      path,
      headers,
      answers: lengths.map((length) => ({ status: [200], headers: { ...usual, 'content-length': length } })),
    },
  ];
}

function sizeOf({ dist }: Target, file: string): number {
  return statSync(join(dist, file)).size;
}
