// A source that is written while it is read: the build is of one of the two sources, or reports why it is of neither.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { siteForEach } from '../build/each-site.ts';
import { oneFileEach, writeCatalog } from '../build/layout.ts';
import { beside, problemsOf, runBuild } from '../build/run.ts';
import { smallCatalog } from '../build/small-catalog.ts';
import { buildWithInterference, cleanTree } from './interference.ts';
import { touched, treeOf, unlike, type Tree } from './tree.ts';

const files = [1, 2, 3];

/** Most chunks of each file are still unread when the first has been read. */
const chosen = { chunkSize: 1024 } as const;

const site = siteForEach(({ data }) => {
  const [file] = oneFileEach.courses;
  writeCatalog(data, smallCatalog(60), { ...oneFileEach, courses: files.flatMap(() => file ?? []) });
});

/** The interference with the source, and the rules that may be reported. */
const interferences: Record<string, { interfere: () => void; rules?: string[] }> = {
  'all files get longer': { interfere: () => edit(files, (text) => text.replaceAll('"title":"', '$&Late: ')) },
  'all files keep their length': { interfere: () => edit(files, (text) => text.replaceAll('about', 'abuot')) },
  'lines are inserted in front': { interfere: () => edit(files, (text) => `\n\n${text}`) },
  'the first file grows': { interfere: () => edit([1], (text) => text + newCourse(text)) },
  'the last file is truncated': {
    interfere: () => edit([3], (text) => text.slice(0, text.length / 2)),
    rules: ['source-changed', 'file-syntax'],
  },
  'the last file is removed': {
    interfere: () => rmSync(fileOf(3)),
    rules: ['source-changed', 'file-readable'],
  },
  'the source is removed': {
    interfere: () => rmSync(site.data, { recursive: true }),
    rules: ['source-changed', 'file-readable', 'source-folder'],
  },
  'a file is added': { interfere: () => writeFileSync(fileOf(4), newCourse(readFileSync(fileOf(1), 'utf8'))) },
  'the providers are renamed': {
    interfere() {
      const file = join(site.data, 'providers.ndjson');
      writeFileSync(file, readFileSync(file, 'utf8').replaceAll('"name":"', '$&Late '));
    },
  },
};

describe.each(['cold', 'incremental'])('while a %s build reads', (kind) => {
  let before: Tree = new Map();
  beforeEach(async () => {
    if (kind === 'cold') return;
    await runBuild({ ...site, chosen });
    // Gives the build work to do: every chunk is changed.
    edit(files, (text) => text.replaceAll('"title":"', '$&New: '));
    before = treeOf(site.out);
  });

  it.each(Object.keys(interferences))('%s', async (what) => {
    const { interfere, rules = ['source-changed'] } = interferences[what] ?? { interfere() {} };
    const old = await cleanTree(site.folder);
    const problems = await buildWithInterference({ ...site, chosen }, 'courses', interfere);
    expect(problems.filter(({ rule }) => !rules.includes(rule))).toEqual([]);
    const after = treeOf(site.out);
    expect(problems.length > 0 ? touched(before, after) : await unlikeBoth(after, old)).toEqual([]);
    expect(beside(site.out, 'data')).toEqual([]);
  });
});

/** How the build differs from both the old source and the new one. */
async function unlikeBoth(tree: Tree, old: Tree): Promise<string[]> {
  const unlikeOld = unlike(tree, old);
  if (unlikeOld.length === 0) return [];
  const isSound = (await problemsOf({ data: site.data, out: join(site.folder, 'clean/dist') })).length === 0;
  return isSound ? unlike(tree, treeOf(join(site.folder, 'clean/dist'))) : unlikeOld;
}

function fileOf(number: number): string {
  return join(site.data, `courses/${number - 1}.ndjson`);
}

function edit(numbers: readonly number[], change: (text: string) => string): void {
  for (const number of numbers) writeFileSync(fileOf(number), change(readFileSync(fileOf(number), 'utf8')));
}

/** A line with a new course. */
function newCourse(text: string): string {
  const [line = ''] = text.split('\n');
  return `${line.replace(/"id":\d+/u, '"id":999999').replace(/"linkurl":"/u, '$&https://example.org/new/')}\n`;
}
