// Anything in place of one response of a source: the catalog is as it was, or it is imported and valid.
import { readdirSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { check } from '../../src/build/check.ts';
import { ProblemsError } from '../../src/text/problems.ts';
import { runBuild } from '../build/run.ts';
import { writeSmallCatalog } from '../build/small-catalog.ts';
import { makeFolder, removeFolder, snapshot, writeFiles } from '../helpers/folders.ts';
import { runImport } from './imported.ts';
import { serving, type Meddle, type Served } from './served.ts';
import { pageFields } from '../../src/catalog/fields.ts';

let folder = '';
beforeAll(async () => {
  folder = makeFolder();
  writeSmallCatalog(join(folder, 'source'), 5);
  await runBuild({ data: join(folder, 'source'), out: join(folder, 'dist'), chosen: { pageSize: 2 } });
});
afterAll(() => removeFolder(folder));

const status = fc.constantFrom(200, 200, 204, 301, 304, 400, 404, 418, 500);
const body = fc.oneof(
  fc.json({ maxDepth: 3 }),
  fc.string(),
  fc.constantFrom(
    '[{"id":1}]',
    '[{"id":9,"name":"A"}]',
    '[{"id":1,"name":"A"},{"id":1,"name":"B"}]',
    '{"count":-1,"next":7,"results":{}}',
    '['.repeat(20_000),
  ),
  fc.constantFrom(
    '{"linkurl":"x","title":"T","language":[7],"provider":{},"id":"x","categories":[null],"categories_ids":"1"}',
  ),
);
const answer = fc.oneof(
  fc.record({
    status,
    body,
    headers: fc.constantFrom({}, { 'content-encoding': 'br' }, { location: '/api/v1/' }, { location: 'ftp://x' }),
  }),
  fc.constant('drop'),
  fc.constant('half'),
);

function send(response: ServerResponse, given: typeof answer extends fc.Arbitrary<infer T> ? T : never): void {
  if (given === 'drop') response.destroy();
  else if (typeof given === 'string') {
    response.writeHead(200, { 'content-length': 100 }).write('{"count": 1');
    response.destroy();
  } else
    response
      .writeHead(given.status, given.headers)
      .end(given.status === 204 || given.status === 304 ? undefined : given.body);
}

/** Sources in several responses, as files; BASE stands for the address of the host. */
const sites: Record<string, Record<string, string>> = {
  moochub: {
    one: '{"links":{"next":"/two"},"data":[{"id":"a","attributes":{"name":"A","url":"https://a.example/a"}}]}',
    two: '{"links":{},"data":[{"id":"b","attributes":{"name":"B","url":"https://a.example/b"}}]}',
  },
  openedx: {
    one: '{"pagination":{"next":"/two"},"results":[{"course_id":"a","name":"A","org":"E"}]}',
    two: '{"pagination":{"next":null},"results":[{"course_id":"b","name":"B","org":"E"}]}',
  },
  feed: {
    one: '<rss><channel><title>U</title><link rel="next" href="/two"/><item><title>A</title><link>https://a.example/a</link></item></channel></rss>',
    two: '<rss><channel><title>U</title><item><title>B</title><link>https://a.example/b</link></item></channel></rss>',
  },
  'schema-org': {
    one: '<urlset><url><loc>BASE/a</loc></url><url><loc>BASE/b</loc></url></urlset>',
    a: '<script type="application/ld+json">{"@type":"Course","name":"A"}</script>',
    b: '<script type="application/ld+json">{"@type":"Course","name":"B"}</script>',
  },
};

interface SourceOfMany {
  /** Writes the folder to serve, once the address of the host is known. */
  readonly write: (base: string) => void;
  readonly path: string;
  readonly requests: number;
  readonly runs: number;
}

const sources: Record<string, SourceOfMany> = {
  dist: { write: () => {}, path: 'api/v1/', requests: 14, runs: 20 },
  ...Object.fromEntries(
    Object.entries(sites).map(([name, files]) => [
      name,
      {
        write: (base: string) => {
          const texts = Object.entries(files).map(([file, text]) => [file, text.replaceAll('BASE', base)]);
          writeFiles(join(folder, name), Object.fromEntries(texts));
        },
        path: 'one',
        requests: 3,
        runs: 10,
      },
    ]),
  ),
};

it.each(Object.entries(sources))(
  'a source of which one response is anything leaves the catalog as it was, or is imported into one that check accepts, and is imported once its host is well: %s',
  async (name, { write, path, requests, runs }) => {
    const data = join(folder, `data-${name}`);
    const signal = new AbortController().signal;
    let meddle: Meddle = () => false;
    const importing = async ({ base }: Served) => {
      write(base);
      const given = { provider: 'P', language: 'English' };
      const run = (retries = 0) => runImport(`${base}/${path}`, data, { ...given, retries });
      await run();
      let failures = 0;
      const property = fc.asyncProperty(fc.nat({ max: requests }), answer, async (at, sent) => {
        rmSync(join(folder, `.data-${name}.import`), { recursive: true, force: true });
        const before = snapshot(data);
        let asked = 0;
        meddle = (_, response) => {
          if (asked++ !== at) return false;
          send(response, sent);
          return true;
        };
        const error: unknown = await run().then(
          () => undefined,
          (reason: unknown) => reason,
        );
        expect(error === undefined || error instanceof ProblemsError, String(error)).toBe(true);
        expect(error === undefined || isDeepStrictEqual(snapshot(data), before)).toBe(true);
        await check({ data, pageSize: 25, fields: pageFields, threads: 1 }, { onProgress: () => {}, signal });
        if (error === undefined) return;
        failures += 1;
        // What the host sent before lies in the store, and a connection that it dropped may be used once more.
        meddle = () => false;
        expect((await run(2)).isComplete).toBe(true);
      });
      const numRuns = runs * Number(process.env['FC_RUNS'] ?? 1);
      await fc.assert(property, {
        numRuns,
        examples: [
          [1, 'drop'],
          [1, 'half'],
          [2, { status: 200, body: '{}', headers: {} }],
        ],
      });
      expect(failures).toBeGreaterThan(runs / 8);
    };
    await serving(join(folder, name), importing, (...asked) => meddle(...asked));
  },
);

it.each(Object.entries(sources))(
  'an import that is interrupted while its host answers ends there, and leaves the catalog as it was: %s',
  async (name, { write, path, requests }) => {
    const data = join(folder, `interrupted-${name}`);
    const interrupt = new Error('interrupted');
    let [controller, last, asked] = [new AbortController(), Infinity, 0];
    const meddle: Meddle = () => {
      asked += 1;
      if (asked === last) controller.abort(interrupt);
      return false;
    };
    const importing = async ({ base }: Served) => {
      write(base);
      const given = { provider: 'P', language: 'English' };
      await runImport(`${base}/${path}`, data, given);
      const before = snapshot(data);
      for (last = 1; last <= requests; last += 1) {
        rmSync(join(folder, `.interrupted-${name}.import`), { recursive: true, force: true });
        [controller, asked] = [new AbortController(), 0];
        await expect(runImport(`${base}/${path}`, data, given, controller.signal)).rejects.toBe(interrupt);
        // Those that were under way at the same time may still arrive.
        expect(asked - last).toBeLessThan(8);
        expect(snapshot(data)).toEqual(before);
      }
    };
    await serving(join(folder, name), importing, meddle);
  },
);

it('a value that is nested deep is read in an answer of one page, and refused in one of several, which are kept in a file', async () => {
  const nested = '['.repeat(9000) + ']'.repeat(9000);
  const course = `"title":"Optics","url":"https://example.org/optics","date":"2024-05-28"`;
  const courses = `"courses":[{${course},"notes":${nested}}]`;
  const given = { provider: 'P', language: 'English' };
  const data = join(folder, 'data-nested');
  await serving(join(folder, 'nested'), async ({ base }) => {
    const next = JSON.stringify(`${base}/rest.json`);
    writeFiles(join(folder, 'nested'), {
      'whole.json': `{${courses}}`,
      'first.json': `{${courses},"next":${next}}`,
      'rest.json': '{"courses":[]}',
    });
    expect((await runImport(`${base}/whole.json`, data, given)).isComplete).toBe(true);
    expect(readdirSync(join(data, 'courses'))).toHaveLength(1);
    const before = snapshot(data);
    const finding = expect.stringContaining('nested too deep') as unknown;
    await expect(runImport(`${base}/first.json`, data, given)).rejects.toMatchObject({ problems: [{ finding }] });
    expect(snapshot(data)).toEqual(before);
  });
});
