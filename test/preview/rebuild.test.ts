// Rebuilds: a client that reads all the while sees the old build or the new one, and nothing between.
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { runBuild } from '../build/run.ts';
import { writeFiles } from '../folders.ts';
import { ask } from './ask.ts';
import { oddCatalog, openSite } from './site.ts';

describe('a preview during rebuilds', () => {
  it('waits while another process puts a build in the place of the one before', async () => {
    const site = await openSite(oddCatalog());
    const [api, aside] = [join(site.out, 'api/v1'), join(site.folder, 'aside')];
    for (const path of ['/api/v1/', '/api/v1/categories/1/?page=2']) {
      renameSync(api, aside);
      const answer = ask(site.preview.url, path);
      await pause(50);
      renameSync(aside, api);
      expect((await answer).status).toBe(200);
    }
    await site.close();
  });

  it('answers every request from one build or the other', async () => {
    const site = await openSite(oddCatalog(12));
    const { url } = site.preview;
    const sizes = [12, 40];
    const building = new AbortController();
    const seen = new Set<string>();
    const read = async (path: string) => {
      while (!building.signal.aborted) {
        const { status, text } = await ask(url, path);
        const { count = 0, next = '' } = JSON.parse(text);
        seen.add(`${path} ${status} ${count} ${String(next).startsWith(url)}`);
      }
    };
    const readers = ['/api/v1/categories/1/', '/api/v1/languages/C%2B%2B/courses/?page=2', '/404.json'].map(read);
    for (let round = 0; round < 12; round += 1) {
      writeFiles(join(site.folder, 'data'), oddCatalog(sizes[round % 2 === 0 ? 1 : 0]));
      await runBuild({ data: join(site.folder, 'data'), out: site.out, chosen: { pageSize: 5 } });
    }
    building.abort();
    await Promise.all(readers);
    expect([...seen].toSorted()).toEqual([
      '/404.json 200 0 false',
      '/api/v1/categories/1/ 200 12 true',
      '/api/v1/categories/1/ 200 40 true',
      '/api/v1/languages/C%2B%2B/courses/?page=2 200 12 true',
      '/api/v1/languages/C%2B%2B/courses/?page=2 200 40 true',
    ]);
    await site.close();
  });
});
