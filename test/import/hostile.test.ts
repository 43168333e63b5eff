// Anything in place of one response of a service: the catalog is as it was, or it is imported and valid.
import { rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { check } from '../../src/pipeline/check.ts';
import { ProblemsError } from '../../src/problems.ts';
import { runBuild } from '../build/run.ts';
import { writeSmallCatalog } from '../build/small-catalog.ts';
import { makeFolder, removeFolder, snapshot } from '../folders.ts';
import { runImport } from './imported.ts';
import { serving } from './served.ts';

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

describe('a service of which one response is anything', () => {
  it('leaves the catalog as it was, or is imported into one that check accepts', async () => {
    const data = join(folder, 'data');
    const signal = new AbortController().signal;
    await serving(join(folder, 'dist'), ({ base }) => runImport(base, data));
    let failures = 0;
    const property = fc.asyncProperty(fc.nat({ max: 14 }), answer, async (at, given) => {
      rmSync(join(folder, '.data.import'), { recursive: true, force: true });
      const before = snapshot(data);
      let asked = 0;
      const importing = serving(
        join(folder, 'dist'),
        ({ base }) => runImport(`${base}/api/v1/`, data, { overwrite: true }),
        (_, response) => {
          if (asked++ !== at) return false;
          send(response, given);
          return true;
        },
      );
      const error: unknown = await importing.then(
        () => undefined,
        (reason: unknown) => reason,
      );
      expect(error === undefined || error instanceof ProblemsError, String(error)).toBe(true);
      failures += error === undefined ? 0 : 1;
      expect(error === undefined || isDeepStrictEqual(snapshot(data), before)).toBe(true);
      await check({ data, pageSize: 25, threads: 1 }, { onProgress: () => {}, signal });
    });
    await fc.assert(property, { numRuns: 40 * Number(process.env['FC_RUNS'] ?? 1) });
    expect(failures).toBeGreaterThan(5);
  });
});
