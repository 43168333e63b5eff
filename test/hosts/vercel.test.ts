// Vercel's own compiler reads a build for Vercel, and its routes are followed.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rulesWith, verified } from '../verify/verified.ts';
import { servedBy } from './engines/hosted.ts';
import { vercelHost } from './engines/vercel.ts';
import { ask } from './servers/ask.ts';

const served = servedBy('vercel', vercelHost);

describe.each(['', '/catalog'])('a build for Vercel below "%s", its routes followed', (prefix) => {
  it('conforms', async () => {
    const report = await served(async ({ baseUrl }) => verified(baseUrl), { prefix });
    expect(rulesWith(report, 'broken')).toEqual([]);
    expect(rulesWith(report, 'unsupported')).toEqual([]);
  });
});

describe('the routes for Vercel', () => {
  it('send page 1 for a page without a number, and nothing for one that is not a number', async () => {
    await served(async ({ baseUrl, dist }) => {
      const list = '/api/v1/languages/English/courses/';
      const first = readFileSync(join(dist, list, 'index.json'));
      for (const query of ['?page', '?page=', '?page=&x=2', '?Page=2']) {
        expect((await ask(baseUrl, { path: `${list}${query}` })).body, query).toEqual(first);
      }
      for (const query of ['?page=0', '?page=02', '?page=abc', '?page=../x', '?page=2%0A']) {
        expect((await ask(baseUrl, { path: `${list}${query}` })).status, query).toBe(404);
      }
    });
  });

  it('map the query even if there is an index.html, which otherwise would be sent for its folder', async () => {
    await served(
      async ({ baseUrl, dist }) => {
        const { body, headers } = await ask(baseUrl, { path: '/api/v1/languages/English/courses/?page=2' });
        expect(body).toEqual(readFileSync(join(dist, 'api/v1/languages/English/courses/page/2/index.html')));
        expect(headers.get('content-type')).toBe('application/json');
      },
      { chosen: { indexFile: 'index.html' } },
    );
  });
});
