// Catalogs of many chunks: edits anywhere in files that are read chunk by chunk, compared with clean builds.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Progress } from '../../src/pipeline/options.ts';
import { oneFileEach, writeCatalog } from '../build/layout.ts';
import { runBuild } from '../build/run.ts';
import { smallCatalog } from '../build/small-catalog.ts';
import { inFolder } from '../folders.ts';
import { differenceOf, notKept, sorted, treeOf, unlike } from './tree.ts';
import { filesIn, mirror, writing, type Writing } from './scenario.ts';

/** About twenty kilobytes of courses in chunks of two. */
const catalog = smallCatalog(60);
const chosen = { chunkSize: 2048, pageSize: 3 } as const;
const times = Number(process.env['FC_RUNS'] ?? 1);
/** Shrinking is off, since smaller cases fail for other reasons. */
const runs = { numRuns: 6 * times, endOnFailure: true };
const timeoutMs = 120_000 * times;

/** Ids of added courses start here. */
const firstId = 1_000_000;

/** The edit of one line; its position is given in thousandths of the lines. */
const change = fc.record({
  where: fc.nat(999),
  what: fc.constantFrom('retitle', 'lengthen', 'shorten', 'delete', 'double', 'move', 'blank'),
  number: fc.nat(999),
});
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

const steps = fc.array(fc.record({ changes: fc.array(change, { maxLength: 4 }), writing }), {
  minLength: 4,
  maxLength: 4,
});

/** The course files, from their lines in order. */
const forms: Record<string, (lines: readonly string[]) => [string, string][]> = {
  'one NDJSON file': (lines) => [['courses.ndjson', lines.join('\n')]],
  'one NDJSON file with Windows line endings': (lines) => [
    ['courses.ndjson', lines.map((line) => `${line}\r\n`).join('')],
  ],
  'one JSON file': (lines) => [['courses.json', `[${lines.filter((line) => line !== '').join(',\n')}]\n`]],
  'thirty NDJSON files': (lines) =>
    Array.from({ length: 30 }, (_, file) => [
      `courses/${file}.ndjson`,
      lines.filter((line) => Number(/"id":(\d+)/u.exec(line)?.[1] ?? 0) % 30 === file).join('\n'),
    ]),
};

describe.each(Object.keys(forms))('a catalog of many chunks in %s', (form) => {
  it(
    'equals a clean build after edits anywhere in it',
    async () => {
      await fc.assert(
        fc.asyncProperty(steps, async (then) => {
          expect(await inFolder((folder) => wrongAfter(folder, forms[form] ?? (() => []), then))).toEqual([]);
        }),
        runs,
      );
    },
    timeoutMs,
  );
});

async function wrongAfter(
  folder: string,
  filesOf: (lines: readonly string[]) => [string, string][],
  then: readonly { changes: readonly Change[]; writing: Writing }[],
): Promise<string[]> {
  const [data, out, clean] = [join(folder, 'data'), join(folder, 'dist'), join(folder, 'clean/dist')];
  writeCatalog(data, { ...catalog, courses: [] }, oneFileEach);
  const others = filesIn(data);
  others.delete('courses.ndjson');
  let lines = catalog.courses.map((course) => JSON.stringify(course));
  for (const [index, step] of [{ changes: [], writing: 'in place' as const }, ...then].entries()) {
    lines = step.changes.reduce(changed, lines);
    const files = filesOf(lines).map(([path, text]) => [path, Buffer.from(text)] as const);
    mirror(new Map([...others, ...files]), data, step.writing);
    const before = treeOf(out);
    const { changes, chunks } = await built({ data, out });
    const after = treeOf(out);
    await built({ data, out: clean });
    const wrong = [...unlike(after, treeOf(clean)), ...notKept(before, after)];
    rmSync(join(folder, 'clean'), { recursive: true });
    const isReportedRight = JSON.stringify(sorted(changes)) === JSON.stringify(sorted(differenceOf(before, after)));
    if (!isReportedRight) wrong.push('the reported changes are wrong');
    if (chunks < 5) wrong.push(`there are ${chunks} chunks`);
    if (wrong.length > 0) return [`after step ${index}:`, ...wrong];
  }
  return [];
}

/** Builds, and counts the chunks of the courses, including those that an earlier build has read. */
async function built(folders: { readonly data: string; readonly out: string }) {
  let chunks = 0;
  const onProgress = ({ phase }: Progress) => {
    if (phase === 'courses') chunks += 1;
  };
  const { changes } = await runBuild({ ...folders, chosen, onProgress });
  return { changes, chunks };
}

function changed(lines: readonly string[], { where, what, number }: Change): string[] {
  const index = Math.floor((where / 1000) * lines.length);
  const line = lines[index];
  if (line === undefined || line === '') return [...lines];
  return lines.toSpliced(index, 1, ...replaced(line, what, freshNumber(lines, number)));
}

/** The requested number, or the next that no added course has as its id. */
function freshNumber(lines: readonly string[], wish: number): number {
  const taken = new Set(lines.map((line) => Number(/"id":(\d+)/u.exec(line)?.[1]) - firstId));
  let fresh = wish;
  while (taken.has(fresh)) fresh += 1;
  return fresh;
}

/** The lines that replace one. */
function replaced(line: string, what: Change['what'], number: number): string[] {
  const withTitle = (title: string) => [line.replace(/"title":"(?:[^"\\]|\\.)*"/u, `"title":"${title}"`)];
  const withAddress = (path: string) => line.replace(/"linkurl":"/u, `$&https://example.org/${path}/`);
  const id = firstId + number;
  const made = {
    retitle: () => withTitle(`Title ${number}`),
    lengthen: () => withTitle(`x${'long '.repeat(number)}`),
    shorten: () => withTitle('x'),
    delete: () => [],
    move: () => [withAddress(`moved/${id}`)],
    double: () => [line, withAddress(`new/${id}`).replace(/"id":\d+/u, `"id":${id}`)],
    blank: () => [line, ''],
  } as const satisfies Record<Change['what'], () => string[]>;
  return made[what]();
}
