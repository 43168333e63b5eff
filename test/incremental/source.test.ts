// A source that is written to while it is read: the build is of one of the two sources, or says why it is of neither.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { generateCatalog } from '../../scripts/generate-catalog.ts';
import { beside, problemsOf, runBuild } from '../build/run.ts';
import { makeFolder, removeFolder } from '../folders.ts';
import { cleanTree, disturbed } from './disturbed.ts';
import { touched, treeOf, unlike, type Tree } from './tree.ts';

const files = [1, 2, 3];

let folder = '';
let data = '';
let out = '';
beforeEach(() => {
  folder = makeFolder();
  [data, out] = [join(folder, 'data'), join(folder, 'place/dist')];
  mkdirSync(join(folder, 'place'));
  // Files of more than a piece: several are still to be read when the first has been.
  generateCatalog({ courses: 1500, directory: data, files: files.length });
});
afterEach(() => removeFolder(folder));

/** What is done to the source, and what may be said of it. */
const disturbances: Record<string, { disturb: () => void; rules?: string[] }> = {
  'all files get longer': { disturb: () => edit(files, (text) => text.replaceAll('"title":"', '$&Late: ')) },
  'all files stay as long': { disturb: () => edit(files, (text) => text.replaceAll('the', 'teh')) },
  'lines are put in front': { disturb: () => edit(files, (text) => `\n\n${text}`) },
  'the first file grows': { disturb: () => edit([1], (text) => text + newCourse(text)) },
  'the last file is cut': {
    disturb: () => edit([3], (text) => text.slice(0, text.length / 2)),
    rules: ['source-changed', 'file-syntax'],
  },
  'the last file is taken away': {
    disturb: () => rmSync(fileOf(3)),
    rules: ['source-changed', 'file-readable'],
  },
  'the source is taken away': {
    disturb: () => rmSync(data, { recursive: true }),
    rules: ['source-changed', 'file-readable', 'source-folder'],
  },
  'a file is added': { disturb: () => writeFileSync(fileOf(4), newCourse(readFileSync(fileOf(1), 'utf8'))) },
  'the providers are renamed': {
    disturb() {
      const file = join(data, 'providers.json');
      writeFileSync(file, readFileSync(file, 'utf8').replaceAll('"name": "', '$&Late '));
    },
  },
};

describe.each(['cold', 'incremental'])('while a %s build reads', (kind) => {
  let before: Tree = new Map();
  beforeEach(async () => {
    if (kind === 'cold') return;
    await runBuild({ data, out });
    // Something to do for the build: every piece is another.
    edit(files, (text) => text.replaceAll('"title":"', '$&New: '));
    before = treeOf(out);
  });

  it.each(Object.keys(disturbances))('%s', async (what) => {
    const { disturb, rules = ['source-changed'] } = disturbances[what] ?? { disturb() {} };
    const old = await cleanTree(folder);
    const problems = await disturbed({ data, out }, 'courses', disturb);
    expect(problems.filter(({ rule }) => !rules.includes(rule))).toEqual([]);
    const after = treeOf(out);
    expect(problems.length > 0 ? touched(before, after) : await unlikeBoth(after, old)).toEqual([]);
    expect(beside(out, '.dist.state')).toEqual([]);
  });
});

/** What the build is neither of: the source as it was, the source as it is. */
async function unlikeBoth(tree: Tree, old: Tree): Promise<string[]> {
  const unlikeOld = unlike(tree, old);
  if (unlikeOld.length === 0) return [];
  const isSound = (await problemsOf({ data, out: join(folder, 'clean') })).length === 0;
  return isSound ? unlike(tree, treeOf(join(folder, 'clean'))) : unlikeOld;
}

function fileOf(number: number): string {
  return join(data, `courses/part-0000${number}.ndjson`);
}

function edit(numbers: readonly number[], change: (text: string) => string): void {
  for (const number of numbers) writeFileSync(fileOf(number), change(readFileSync(fileOf(number), 'utf8')));
}

/** A line with a course that the catalog lacks. */
function newCourse(text: string): string {
  const [line = ''] = text.split('\n');
  return `${line.replace(/"id":\d+/u, '"id":999999').replace(/"linkurl":"/u, '$&https://example.org/new/')}\n`;
}
