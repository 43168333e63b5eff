// The search index over an earlier build: it equals that of a clean build byte by byte, and few of its files change for a few courses.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { siteForEach } from '../build/each-site.ts';
import { generateCatalog } from '../../scripts/generate-catalog.ts';
import { runBuild } from '../build/run.ts';
import { inFolder } from '../folders.ts';
import { treeOf, unlike } from './tree.ts';

/** Several chunks, and a search index of dozens of files. */
const [files, inAFile] = [12, 20];
const chosen = { site: true, chunkSize: 32 * 1024 } as const;

const site = siteForEach(({ data }) => generateCatalog({ courses: files * inAFile, directory: data, files }));

const fileOf = (number: number) => join(site.data, `courses/part-${String(number + 1).padStart(5, '0')}.ndjson`);
const linesOf = (number: number) => readFileSync(fileOf(number), 'utf8').trimEnd().split('\n');
const write = (number: number, lines: readonly string[]) => writeFileSync(fileOf(number), `${lines.join('\n')}\n`);
const entitled = (line: string, title: string) => JSON.stringify({ ...JSON.parse(line), title });
const isSearch = (path: string) => path.startsWith('search/');

async function unlikeClean(): Promise<string[]> {
  return inFolder(async (folder) => {
    const out = join(folder, 'dist');
    await runBuild({ data: site.data, out, chosen });
    return unlike(treeOf(site.out), treeOf(out));
  });
}

type Edit = (lines: readonly string[]) => readonly string[];
const word = fc.oneof(
  fc.constantFrom('physics', 'Kvantmehaanika', '机器学习', 'الفيزياء', 'Ôńè', 'zzz', 'a'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }),
);
const title = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' ').trim() || 'x');
const at = fc.nat(inAFile - 1);
const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.tuple(at, title).map(
    ([place, text]) =>
      (lines: readonly string[]) =>
        lines.map((line, index) => (index === place ? entitled(line, text) : line)),
  ),
  at.map((place) => (lines: readonly string[]) => lines.filter((_, index) => index !== place)),
  fc
    .tuple(at, title, fc.integer({ min: 1, max: 2 ** 50 }))
    .map(([place, text, number]) => (lines: readonly string[]) => {
      const like: object = JSON.parse(lines[place % lines.length] ?? '{}');
      const id = 10_000 + number;
      return [...lines, JSON.stringify({ ...like, id, linkurl: `https://example.org/${id}`, title: text })];
    }),
);

describe('the search index over an earlier build', () => {
  it('equals that of a clean build after any edits', async () => {
    await runBuild({ ...site, chosen });
    const edits = fc.array(fc.tuple(fc.nat(files - 1), edit), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(edits, async (all) => {
        for (const [file, change] of all) write(file, change(linesOf(file)));
        const lines = Array.from({ length: files }, (_, number) => linesOf(number)).flat();
        fc.pre(new Set(lines.map((line) => JSON.parse(line).id)).size === lines.length);
        await runBuild({ ...site, chosen });
        expect(await unlikeClean()).toEqual([]);
      }),
      { numRuns: 15, endOnFailure: true },
    );
  });

  it('changes in few files if one title changes', async () => {
    await runBuild({ ...site, chosen });
    const all = [...treeOf(site.out).keys()].filter(isSearch);
    write(
      7,
      linesOf(7).map((line, index) => (index === 5 ? entitled(line, 'One word, another word') : line)),
    );
    const { changes } = await runBuild({ ...site, chosen });
    const changed = [...changes.added, ...changes.changed, ...changes.removed].filter(isSearch);
    expect(changed.length).toBeGreaterThan(0);
    expect(changed.length).toBeLessThan(all.length / 4);
    expect(await unlikeClean()).toEqual([]);
  });

  it('is repaired if one of its files was damaged', async () => {
    await runBuild({ ...site, chosen });
    const damaged = [...treeOf(site.out).keys()].find((path) => path.startsWith('search/terms/')) ?? '';
    writeFileSync(join(site.out, damaged), '[]');
    write(3, linesOf(3).slice(1));
    await runBuild({ ...site, chosen });
    expect(await unlikeClean()).toEqual([]);
  });

  it('is removed with the HTML pages, and comes back with them', async () => {
    await runBuild({ ...site, chosen });
    await runBuild(site);
    expect([...treeOf(site.out).keys()].filter(isSearch)).toEqual([]);
    await runBuild({ ...site, chosen });
    expect(await unlikeClean()).toEqual([]);
  });
});
