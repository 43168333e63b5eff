// Walking: a client that knows only the specification reads a build over HTTP, from a host that ignores the query.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer as createProbe } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { runBuild } from './build/run.ts';

const folder = mkdtempSync(join(tmpdir(), 'course-catalog-'));
const out = join(folder, 'dist');
let host: ChildProcess;
let base = '';

beforeAll(async () => {
  const port = await freePort();
  base = `http://127.0.0.1:${port}`;
  await runBuild({ data: 'data', out, chosen: { baseUrl: base, pageLinks: 'path', pageSize: 10 } });
  host = spawn('npx', ['http-server', out, '-e', 'json', '-a', '127.0.0.1', '-p', String(port)], { detached: true });
  await untilAnswered(`${base}/api/v1/`);
});
afterAll(() => {
  // npx is the parent of the server: the whole group has to go.
  if (host.pid) process.kill(-host.pid);
  rmSync(folder, { recursive: true, force: true });
});

const counted = z.object({ course_count: z.number() });
const category = counted.extend({ category_id: z.string() });
const tree = z.array(category.extend({ children: z.array(category) }));
const course = z.object({ id: z.number(), linkhash: z.string() });
const page = z.object({
  count: z.number(),
  next: z.string().nullable(),
  previous: z.string().nullable(),
  results: z.array(course),
});

describe('a build with path links on http-server', () => {
  it('can be walked from the index to every course of every list, and back', async () => {
    const index = await get(`${base}/api/v1/`, z.record(z.string(), z.string()));
    const categories = await get(String(index['categories']), tree);
    const languages = await get(String(index['languages']), z.array(counted.extend({ name: z.string() })));
    const providers = await get(String(index['providers']), z.array(counted.extend({ id: z.number() })));
    const lists = [
      ...categories
        .flatMap((top) => [top, ...top.children])
        .map(({ category_id, course_count }) => ({
          address: String(index['category_courses']).replace('{category_id}', category_id),
          course_count,
        })),
      ...languages.map(({ name, course_count }) => ({
        address: String(index['language_courses']).replace('{language}', encodeURIComponent(name)),
        course_count,
      })),
      ...providers.map(({ id, course_count }) => ({
        address: String(index['provider_courses']).replace('{provider_id}', String(id)),
        course_count,
      })),
    ];
    const hashes = new Set<string>();
    for (const { address, course_count } of lists) {
      const courses = await walk(address, course_count);
      for (const { linkhash } of courses) hashes.add(linkhash);
      expect(new Set(courses.map(({ id }) => id)).size, address).toBe(course_count);
    }
    expect(hashes.size).toBe(201);
    for (const linkhash of hashes) {
      const found = await get(String(index['course']).replace('{linkhash}', linkhash), course);
      expect(found.linkhash).toBe(linkhash);
    }
  });

  it('answers 404 as JSON for what is not there', async () => {
    for (const path of ['courses/view/0/', 'categories/999/', 'categories/10/page/99/', 'languages/Klingon/courses/']) {
      const response = await fetch(`${base}/api/v1/${path}`);
      expect(response.status, path).toBe(404);
      expect(await response.json()).toEqual({ detail: 'Not found.' });
    }
  });
});

/** Follows `next` to the end of a list, for no more pages than its count allows, and holds `previous` against the way taken. */
async function walk(address: string, count: number): Promise<z.infer<typeof course>[]> {
  const courses = [];
  const way: (string | null)[] = [null];
  for (let at: string | null = address; at !== null && way.length <= count + 2;) {
    const { count: told, next, previous, results }: z.infer<typeof page> = await get(at, page);
    expect(told, at).toBe(count);
    expect(previous, at).toBe(way.at(-1));
    courses.push(...results);
    way.push(at);
    at = next;
  }
  return courses;
}

async function get<T>(address: string, schema: z.ZodType<T>): Promise<T> {
  const response = await fetch(address);
  expect(response.status, address).toBe(200);
  expect(response.headers.get('content-type')).toMatch(/^application\/json/u);
  return schema.parse(await response.json());
}

async function untilAnswered(address: string): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const answered = await fetch(address).then(
      () => true,
      () => false,
    );
    if (answered) return;
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
  }
  throw new Error(`no answer from ${address}`);
}

async function freePort(): Promise<number> {
  const probe = createProbe().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('the probe has no port');
  return address.port;
}
