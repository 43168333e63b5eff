// ResourceSync: whoever follows the standard has the very catalog after each build, with few requests; and the documents are valid.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect } from 'vitest';
import { it } from '../helpers/fixture.ts';
import { serving } from '../import/served.ts';
import { isMissing, neededFor, pathOf } from '../helpers/programs.ts';
import { Destination, parse } from './destination.ts';
import { builtOnce, Kept, minute, viewsIn, digestOf } from './kept.ts';

/** Numbers that look random and are the same each time. */
function* numbers(seed: number): Generator<number> {
  for (let last = seed; ; yield last) last = (last * 48_271) % 2_147_483_647;
}

it('follows 30 builds, and has the catalog after each', async ({ folder }) => {
  const random = numbers(7);
  const next = (limit: number) => (random.next().value ?? 0) % limit;
  const titles = new Map(Array.from({ length: 30 }, (_, at) => [at + 1, 'First']));
  await serving(join(folder, 'dist'), async ({ base }) => {
    const destination = new Destination(base);
    const ways: string[] = [];
    for (let step = 1; step <= 30; step += 1) {
      const edits = step % 10 === 0 ? 60 : next(4);
      for (let edit = 0; edit < edits; edit += 1) {
        const id = 1 + next(40);
        if (next(3) === 0) titles.delete(id);
        else titles.set(id, `Title ${next(3)}`);
      }
      // Sometimes the lists are divided, and the changes of one build are more than fit.
      const kept = new Kept(folder, { baseUrl: base, sitemapSize: step < 15 ? 12 : 50_000 });
      kept.write(titles);
      await kept.build(minute(step));
      const way = await destination.synchronize();
      ways.push(way);
      const has = Array.from(destination.resources, ([address, text]) => [
        address.slice(`${base}/api/v1/courses/view/`.length, -1),
        digestOf(Buffer.from(text)),
      ]);
      expect(new Map(has.map(([hash = '', digest = '']) => [hash, digest]))).toEqual(viewsIn(kept.out));
      expect(way === 'baseline' || destination.requests <= 3 + edits).toBe(true);
    }
    expect(new Set(ways.slice(1))).toEqual(new Set(['baseline', 'incremental']));
  });
});

const xsd = resolve('test/course-pages/sitemap.xsd');
const baseUrl = new URL("https://example.org/it's (a);b=1,@c").href;

it('is well-formed and leads to what is there, whatever the address has in it', async ({ folder }) => {
  const kept = await builtOnce(folder, new Map(Array.from({ length: 9 }, (_, at) => [at + 1, `<&">'`])), {
    baseUrl,
    sitemapSize: 4,
  });
  for (const path of [...documentsIn(kept.out), '.well-known/resourcesync']) {
    for (const { address } of parse(readFileSync(join(kept.out, path), 'utf8')).entries) {
      expect(address.startsWith(`${baseUrl}/`), address).toBe(true);
      const below = decodeURIComponent(address.slice(baseUrl.length));
      expect(existsSync(join(kept.out, below)), below).toBe(true);
    }
  }
});

it.skipIf(isMissing('xmllint'))(`is valid under the schema of sitemaps${neededFor('xmllint')}`, async ({ folder }) => {
  const kept = await builtOnce(folder, new Map(Array.from({ length: 9 }, (_, at) => [at + 1, 'A title'])), {
    baseUrl,
  });
  kept.write(new Map([[1, 'Another title']]));
  await kept.build(minute(2));
  const ours = resolve('test/journal/resource-sync.xsd');
  const both = join(folder, 'both.xsd');
  writeFileSync(
    both,
    `<schema xmlns="http://www.w3.org/2001/XMLSchema"><import namespace="http://www.sitemaps.org/schemas/sitemap/0.9" schemaLocation="${xsd}"/><import namespace="http://www.openarchives.org/rs/terms/" schemaLocation="${ours}"/></schema>`,
  );
  const paths = [...documentsIn(kept.out), '.well-known/resourcesync'].map((path) => join(kept.out, path));
  expect(paths).toHaveLength(4);
  const report = () => execFileSync(pathOf('xmllint'), ['--noout', '--schema', both, ...paths], { stdio: 'pipe' });
  expect(report).not.toThrow();
});

function documentsIn(out: string): string[] {
  return readdirSync(out).filter((name) => name.endsWith('.xml'));
}
