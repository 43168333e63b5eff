// Rebuilds: a client that reads continuously sees the old build or the new one, and nothing in between.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runBuild } from '../build/run.ts';
import { writeFiles } from '../folders.ts';
import { words } from '../words.ts';
import { ask } from './ask.ts';
import { baseUrl, oddCatalog, siteInTest } from './site.ts';

/** The last of forty courses, absent from the build with twelve. */
const linkhash = createHash('md5').update(`${baseUrl}/api/v1/courses/latest/?course=39`).digest('hex');
const paths = words`/api/v1/categories/1/ /api/v1/categories/ /api/v1/languages/C%2B%2B/courses/?page=2
  /api/v1/languages/C%2B%2B/courses/?page=8 /api/v1/courses/view/${linkhash}/ /404.json`;

describe('a preview during rebuilds', () => {
  it('answers every request from one build or the other', async () => {
    const site = await siteInTest();
    const data = join(site.folder, 'data');
    const answer = async (path: string) => {
      const { status, text } = await ask(site.url, path);
      return `${path} ${status} ${text}`;
    };
    const rebuild = async (courses: number) => {
      writeFiles(data, oddCatalog(courses));
      await runBuild({ data, out: site.out, chosen: { baseUrl, pageSize: 5 } });
    };
    const few = await Promise.all(paths.map(answer));
    await rebuild(40);
    const many = await Promise.all(paths.map(answer));
    expect(paths.filter((_, at) => few[at] === many[at])).toEqual(['/404.json']);

    const building = new AbortController();
    const seen = new Set<string>();
    const read = async (path: string) => {
      while (!building.signal.aborted) seen.add(await answer(path));
    };
    const readers = paths.map(read);
    const both = new Set([...few, ...many]);
    for (let round = 0; round < 12; round += 1) {
      const [courses, expected] = round % 2 === 0 ? [12, few] : [40, many];
      await rebuild(courses);
      expect(await Promise.all(paths.map(answer))).toEqual(expected);
    }
    building.abort();
    await Promise.all(readers);
    expect([...seen].filter((one) => !both.has(one))).toEqual([]);
    // Clients that read throughout have seen both builds.
    expect(seen.size).toBeGreaterThan(paths.length);
  });
});
