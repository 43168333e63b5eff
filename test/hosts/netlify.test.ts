// Netlify's own engine serves a build for Netlify.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllHeaders } from 'netlify-headers-parser';
import { describe, expect, it } from 'vitest';
import { rulesWith, verified } from '../verify/verified.ts';
import { servedBy } from './engines/hosted.ts';
import { netlifyHost } from './engines/netlify.ts';
import { ask } from './servers/ask.ts';

const served = servedBy('netlify', netlifyHost);

describe.each(['', '/catalog'])('a build for Netlify below "%s", served by its engine', (prefix) => {
  it('conforms, except for methods and the trailing slash', async () => {
    const report = await served(async ({ baseUrl }) => verified(baseUrl), { prefix });
    expect(rulesWith(report, 'broken')).toEqual([]);
    expect(rulesWith(report, 'unsupported')).toEqual(['last-slash', 'allow', 'options', 'methods', 'methods-body']);
  });
});

describe('the rules for Netlify', () => {
  it('map the query even if there is an index.html, which precedes rules that are not forced', async () => {
    await served(
      async ({ baseUrl, dist }) => {
        const { body, headers } = await ask(baseUrl, { path: '/api/v1/languages/English/courses/?page=2' });
        expect(body).toEqual(readFileSync(join(dist, 'api/v1/languages/English/courses/page/2/index.html')));
        expect(headers.get('content-type')).toBe('application/json');
      },
      { chosen: { indexFile: 'index.html' } },
    );
  });

  it('ignore the odd forms of the query that the limits name', async () => {
    await served(async ({ baseUrl, dist }) => {
      const list = '/api/v1/languages/English/courses/';
      expect((await ask(baseUrl, { path: `${list}?page=` })).status).toBe(404);
      const repeated = await ask(baseUrl, { path: `${list}?page=2&page=3` });
      expect(repeated.body).toEqual(readFileSync(join(dist, list, 'page/3/index.json')));
      const encodedValue = await ask(baseUrl, { path: `${list}?page=%32` });
      expect(encodedValue.body).toEqual(readFileSync(join(dist, list, 'page/2/index.json')));
      const encodedName = await ask(baseUrl, { path: `${list}?p%61ge=2` });
      expect(encodedName.body).toEqual(readFileSync(join(dist, list, 'index.json')));
      expect((await ask(baseUrl, { path: list.slice(0, -1) })).status).toBe(200);
    });
  });

  it('set no header twice for one address, since Netlify would send either of them', async () => {
    await served(async ({ dist }) => {
      const { headers } = await parseAllHeaders({ headersFiles: [join(dist, '_headers')], minimal: false });
      const ofApi = ['', 'providers/', 'languages/Espa%C3%B1ol/courses/', 'courses/view/0/', 'categories/1/page/2/'];
      const around = ['', 'docs/', 'docs/index.html', 'docs/assets/a.js', 'assets/a.js', 'feed.xml', 'openapi.json'];
      for (const path of [...ofApi.map((one) => `/api/v1/${one}`), ...around.map((one) => `/${one}`)]) {
        const fitting = headers.filter(({ forRegExp }) => forRegExp.test(path));
        const names = fitting.flatMap(({ values }) => Object.keys(values));
        expect(names.toSorted(), path).toEqual([...new Set(names)].toSorted());
        expect(names, path).toContain('Cache-Control');
      }
    });
  });
});
