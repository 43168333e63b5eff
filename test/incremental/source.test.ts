// A source that is written to while it is read: the build is of one of the two sources, or says why it is of neither.
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

/** Of each file most chunks are still to be read when the first has been. */
const chosen = { chunkSize: 1024 } as const;

const site = siteForEach(({ data }) => {
  const [file] = oneFileEach.courses;
  writeCatalog(data, smallCatalog(60), { ...oneFileEach, courses: files.flatMap(() => file ?? []) });
});

/** What is done to the source, and what may be said of it. */
const interferences: Record<string, { interfere: () => void; rules?: string[] }> = {
  'all files get longer': { interfere: () => edit(files, (text) => text.replaceAll('"title":"', '$&Late: ')) },
  'all files stay as long': { interfere: () => edit(files, (text) => text.replaceAll('about', 'abuot')) },
  'lines are put in front': { interfere: () => edit(files, (text) => `\n\n${text}`) },
  'the first file grows': { interfere: () => edit([1], (text) => text + newCourse(text)) },
  'the last file is cut': {
    interfere: () => edit([3], (text) => text.slice(0, text.length / 2)),
    rules: ['source-changed', 'file-syntax'],
  },
  'the last file is taken away': {
    interfere: () => rmSync(fileOf(3)),
    rules: ['source-changed', 'file-readable'],
  },
  'the source is taken away': {
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
    // Something to do for the build: every chunk is another.
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

/** What the build is neither of: the source as it was, the source as it is. */
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

/** A line with a course that the catalog lacks. */
function newCourse(text: string): string {
  const [line = ''] = text.split('\n');
  return `${line.replace(/"id":\d+/u, '"id":999999').replace(/"linkurl":"/u, '$&https://example.org/new/')}\n`;
}
