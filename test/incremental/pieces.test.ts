// Catalogs of many pieces: edits anywhere in files that are read piece by piece, held against clean builds.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { generateCatalog } from '../../scripts/generate-catalog.ts';
import { runBuild } from '../build/run.ts';
import { inFolder } from '../folders.ts';
import { differenceOf, notKept, sorted, treeOf, unlike } from './tree.ts';
import { filesIn, mirror, writing, type Writing } from './worlds.ts';

/** Some 2.5 MB: five pieces in one file, several files in a piece where there are many. */
const courses = 2000;
const times = Number(process.env['FC_RUNS'] ?? 1);
/** A failure is told as it was found: smaller ones are other ones. */
const runs = { numRuns: times, endOnFailure: true };
const patience = 120_000 * times;

/** Ids of added courses are no smaller. */
const firstId = 1_000_000;

/** What is done to one line; where it is done is told in thousandths of the lines. */
const change = fc.record({
  where: fc.nat(999),
  what: fc.constantFrom('retitle', 'lengthen', 'shorten', 'delete', 'double', 'move', 'blank'),
  number: fc.nat(99_999),
});
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

const steps = fc.array(fc.record({ changes: fc.array(change, { maxLength: 4 }), writing }), {
  minLength: 4,
  maxLength: 4,
});

/** The files of the courses, from their lines in order. */
const forms: Record<string, (lines: readonly string[]) => [string, string][]> = {
  'one NDJSON file': (lines) => [['courses.ndjson', lines.join('\n')]],
  'one NDJSON file with Windows line ends': (lines) => [
    ['courses.ndjson', lines.map((line) => `${line}\r\n`).join('')],
  ],
  'one JSON file': (lines) => [['courses.json', `[${lines.filter((line) => line !== '').join(',\n')}]\n`]],
  'a hundred NDJSON files': (lines) =>
    Array.from({ length: 100 }, (_, file) => [
      `courses/${file}.ndjson`,
      lines.filter((line) => Number(/"id":(\d+)/u.exec(line)?.[1] ?? 0) % 100 === file).join('\n'),
    ]),
};

describe.each(Object.keys(forms))('a catalog of some thousands of courses in %s', (form) => {
  it(
    'is after edits anywhere in it what a clean build is',
    async () => {
      await fc.assert(
        fc.asyncProperty(steps, async (then) => {
          expect(await inFolder((folder) => wrongAfter(folder, forms[form] ?? (() => []), then))).toEqual([]);
        }),
        runs,
      );
    },
    patience,
  );
});

async function wrongAfter(
  folder: string,
  filesOf: (lines: readonly string[]) => [string, string][],
  then: readonly { changes: readonly Change[]; writing: Writing }[],
): Promise<string[]> {
  const [data, out] = [join(folder, 'data'), join(folder, 'dist')];
  generateCatalog({ courses, directory: data, seed: 7 });
  const others = filesIn(data);
  others.delete('courses.ndjson');
  let lines = readFileSync(join(data, 'courses.ndjson'), 'utf8').trimEnd().split('\n');
  for (const [index, step] of [{ changes: [], writing: 'in place' as const }, ...then].entries()) {
    lines = step.changes.reduce(changed, lines);
    const files = filesOf(lines).map(([path, text]) => [path, Buffer.from(text)] as const);
    mirror(new Map([...others, ...files]), data, step.writing);
    const before = treeOf(out);
    const changes = sorted((await runBuild({ data, out })).changes);
    const after = treeOf(out);
    const clean = join(folder, 'clean', 'dist');
    await runBuild({ data, out: clean });
    const wrong = [...unlike(after, treeOf(clean)), ...notKept(before, after)];
    rmSync(join(folder, 'clean'), { recursive: true });
    const said = JSON.stringify(changes) === JSON.stringify(sorted(differenceOf(before, after)));
    if (!said) wrong.push('the changes are told wrong');
    if (wrong.length > 0) return [`after step ${index}:`, ...wrong];
  }
  return [];
}

function changed(lines: readonly string[], { where, what, number }: Change): string[] {
  const index = Math.floor((where / 1000) * lines.length);
  const line = lines[index];
  if (line === undefined || line === '') return [...lines];
  return lines.toSpliced(index, 1, ...replaced(line, what, freshNumber(lines, number)));
}

/** The wished number, or the next that no added course has for its id. */
function freshNumber(lines: readonly string[], wish: number): number {
  const taken = new Set(lines.map((line) => Number(/"id":(\d+)/u.exec(line)?.[1]) - firstId));
  let fresh = wish;
  while (taken.has(fresh)) fresh += 1;
  return fresh;
}

/** The lines that take the place of one. */
function replaced(line: string, what: Change['what'], number: number): string[] {
  const titled = (title: string) => [line.replace(/"title":"(?:[^"\\]|\\.)*"/u, `"title":"${title}"`)];
  const addressed = (path: string) => line.replace(/"linkurl":"/u, `$&https://example.org/${path}/`);
  const id = firstId + number;
  const made = {
    retitle: () => titled(`Title ${number}`),
    lengthen: () => titled(`x${'long '.repeat(number)}`),
    shorten: () => titled('x'),
    delete: () => [],
    move: () => [addressed(`moved/${id}`)],
    double: () => [line, addressed(`new/${id}`).replace(/"id":\d+/u, `"id":${id}`)],
    blank: () => [line, ''],
  } as const satisfies Record<Change['what'], () => string[]>;
  return made[what]();
}
