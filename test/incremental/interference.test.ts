// Interference with a running build: no permission to publish, the output removed, the source edited, another build of the same output.
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { FileChanges } from '../../src/build/build-options.ts';
import { siteForEach } from '../build/each-site.ts';
import { oneFileEach, plainFile, writeCatalog } from '../build/layout.ts';
import { beside, faultsOf, problemsOf, runBuild, type Chosen } from '../build/run.ts';
import { smallCatalog, writeSmallCatalog } from '../build/small-catalog.ts';
import { asAnyone } from '../helpers/folders.ts';
import { words } from '../helpers/words.ts';
import { buildInProcess, type Ended, buildWithInterference, cleanTree } from './command.ts';
import { brokenLinksIn, unexpectedIn } from './scenario.ts';
import { differenceOf, sorted, touched, treeOf, unlike, type Difference, type Tree } from './tree.ts';

const nothing: Tree = new Map();

let [folder, around, data, out] = ['', '', '', ''];
siteForEach((site) => {
  ({ folder } = site);
  around = join(folder, 'around');
  [data, out] = [join(folder, 'data'), join(around, 'dist')];
  mkdirSync(around);
  for (const one of [folder, around]) chmodSync(one, 0o777);
  writeSmallCatalog(data, 40);
});

describe('without permission', () => {
  it('to write beside the output, the previous build stays as it was', async () => {
    await asAnyone(() => runBuild({ data, out }));
    const before = treeOf(out);
    replaceSource();
    chmodSync(around, 0o555);
    const problems = await asAnyone(() => problemsOf({ data, out }));
    chmodSync(around, 0o777);
    expect(problems).toMatchObject([{ rule: 'output-write', file: out, finding: expect.stringContaining('EACCES') }]);
    expect(touched(before, treeOf(out))).toEqual([]);
  });

  it('to reach the stage, the build fails with one error, whatever fails first in it', async () => {
    await asAnyone(() => runBuild({ data, out }));
    replaceSource();
    const unheard: unknown[] = [];
    const hear = (reason: unknown) => void unheard.push(reason);
    process.on('unhandledRejection', hear);
    const problems = await asAnyone(() => buildWithInterference({ data, out }, 'courses', () => closeStages(0)));
    await setImmediate();
    process.off('unhandledRejection', hear);
    closeStages(0o755);
    expect(unheard).toEqual([]);
    expect(problems).toMatchObject([{ rule: 'output-write', file: out, finding: expect.stringContaining('EACCES') }]);
    await asAnyone(() => runBuild({ data, out }));
    expect(faultsOf(out, data)).toEqual([]);
    expect(beside(out)).toEqual([]);
  });

  // A folder that is written first, one in the middle, and the last.
  it.each(words`. api/v1/courses/view api/v1/languages api/v1/courses/latest`)(
    'to write to %s, the build says how far it came, and the next one completes it and lists everything',
    async (path) => {
      const chosen: Partial<Chosen> = { pageSize: 3, baseUrl: 'https://example.org', host: 'netlify' };
      const listed: Difference[] = [];
      const report = async (changes: FileChanges) => {
        listed.push(sorted(changes));
        return true;
      };
      await asAnyone(() => runBuild({ data, out, chosen: { pageSize: 2 } }));
      const before = treeOf(out);
      replaceSource();
      const wanted = await cleanTree(folder, chosen);
      chmodSync(join(out, path), 0o555);
      const [problem, ...others] = await asAnyone(() => problemsOf({ data, out, chosen, report }));
      chmodSync(join(out, path), 0o755);
      expect([problem, others]).toMatchObject([{ rule: 'output-write', file: out }, []]);
      expect(problem?.finding).toMatch(
        /EACCES.*; \d+ changes? of \d+ had been published by then, the others were not$/u,
      );
      expect(problem?.remedy).toContain('the next build completes it');
      const half = treeOf(out);
      expect([...unexpectedIn(half, before, wanted), ...brokenLinksIn(out, half)]).toEqual([]);
      expect(listed).toEqual([]);
      expect(beside(out)).toEqual(['.dist.changes']);
      await asAnyone(() => runBuild({ data, out, chosen, report }));
      expect(unlike(treeOf(out), wanted)).toEqual([]);
      expect(listed).toEqual([sorted(differenceOf(before, treeOf(out)))]);
      expect(beside(out)).toEqual([]);
    },
  );
});

describe.each(['courses', 'tasks'] as const)('while %s are written', (phase) => {
  it.each(['taken away', 'moved away', 'replaced by an empty folder'])(
    'the output folder is %s: the build is complete, or there is none',
    async (how) => {
      await runBuild({ data, out });
      replaceSource();
      const problems = await buildWithInterference({ data, out }, phase, () => {
        if (how === 'moved away') renameSync(out, join(folder, 'moved'));
        else rmSync(out, { recursive: true });
        if (how === 'replaced by an empty folder') mkdirSync(out);
      });
      const [found, wanted] = [treeOf(out), problems.length > 0 ? nothing : await cleanTree(folder)];
      expect(problems.filter(({ rule }) => rule !== 'output-write')).toEqual([]);
      expect(unlike(found, wanted)).toEqual([]);
      await runBuild({ data, out });
      expect(faultsOf(out, data)).toEqual([]);
      expect(beside(out)).toEqual([]);
    },
  );
});

function closeStages(mode: number): void {
  for (const name of beside(out, '.dist.lock')) chmodSync(join(around, name), mode);
}

/** Half of the courses are removed, others are added. */
function replaceSource(): void {
  writeSmallCatalog(data, 30, 21);
}

const files = [1, 2, 3];
const site = siteForEach((one) =>
  writeCatalog(one.data, smallCatalog(60), { ...oneFileEach, courses: files.map(() => plainFile) }),
);

/** Most chunks of each file are still unread when the first has been read. */
const chosen = { chunkSize: 1024 } as const;

/** The interference with the source, and the rules that may be reported. */
const interferences: Record<string, { interfere: () => void; rules?: string[] }> = {
  'all files get longer': { interfere: () => rewrite(files, (text) => text.replaceAll('"title":"', '$&Late: ')) },
  'all files keep their length': { interfere: () => rewrite(files, (text) => text.replaceAll('about', 'abuot')) },
  'lines are inserted in front': { interfere: () => rewrite(files, (text) => `\n\n${text}`) },
  'the first file grows': { interfere: () => rewrite([1], (text) => text + newCourse(text)) },
  'the last file is truncated': {
    interfere: () => rewrite([3], (text) => text.slice(0, text.length / 2)),
    rules: ['source-changed', 'file-syntax'],
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

describe('while a build reads', () => {
  it.each(Object.keys(interferences))('%s: it fails and changes nothing, or is one of a whole source', async (what) => {
    await runBuild({ ...site, chosen });
    rewrite(files, (text) => text.replaceAll('"title":"', '$&New: '));
    const [before, old] = [treeOf(site.out), await cleanTree(site.folder)];
    const { interfere, rules = ['source-changed'] } = interferences[what] ?? { interfere() {} };
    const problems = await buildWithInterference({ ...site, chosen }, 'courses', interfere);
    expect(problems.filter(({ rule }) => !rules.includes(rule))).toEqual([]);
    const after = treeOf(site.out);
    expect(problems.length > 0 ? touched(before, after) : await unlikeBoth(after, old)).toEqual([]);
    expect(beside(site.out, 'data')).toEqual([]);
  });
});

/** How a build differs from both the old source and the new one. */
async function unlikeBoth(tree: Tree, old: Tree): Promise<string[]> {
  const unlikeOld = unlike(tree, old);
  return unlikeOld.length === 0 ? [] : unlike(tree, await cleanTree(site.folder));
}

function fileOf(number: number): string {
  return join(site.data, `courses/${number - 1}.ndjson`);
}

function rewrite(numbers: readonly number[], change: (text: string) => string): void {
  for (const number of numbers) writeFileSync(fileOf(number), change(readFileSync(fileOf(number), 'utf8')));
}

/** A line with a new course. */
function newCourse(text: string): string {
  const [line = ''] = text.split('\n');
  return `${line.replace(/"id":\d+/u, '"id":999999').replace(/"linkurl":"/u, '$&https://example.org/new/')}\n`;
}

describe('while a build runs', () => {
  it.each(['dist', 'around/dist'])(
    'a second process reports the holder of %s, changes nothing, and the first is undisturbed',
    async (to) => {
      await runBuild(site);
      symlinkSync(site.folder, join(site.folder, 'around'));
      let changed = ['nothing was looked at'];
      const { code, stderr } = await during(() => {
        const before = treeOf(site.folder);
        const ended = buildInProcess(site.folder, join(site.folder, to));
        changed = touched(before, treeOf(site.folder));
        return ended;
      });
      expect([code, changed]).toEqual([1, []]);
      expect(stderr).toContain('output-busy');
      expect(stderr).toContain(String(process.pid));
      expect(faultsOf(site.out, site.data)).toEqual([]);
      expect(beside(site.out, 'data', 'around')).toEqual([]);
    },
  );

  it('a second build of this process reports it, too', async () => {
    const [first, second] = await Promise.all([problemsOf(site), problemsOf(site)]);
    const rules = [first, second].map((problems) => problems.map(({ rule }) => rule).join(' '));
    expect(new Set(rules)).toEqual(new Set(['', 'output-busy']));
    expect(faultsOf(site.out, site.data)).toEqual([]);
    expect(beside(site.out, 'data')).toEqual([]);
  });
});

/** Builds in this process, and runs `action` once meanwhile. */
async function during(action: () => Ended): Promise<Ended> {
  const ended: Ended[] = [];
  await runBuild({
    ...site,
    onProgress: () => {
      if (ended.length === 0) ended.push(action());
    },
  });
  const [first] = ended;
  if (!first) throw new Error('the build ended before the action ran');
  return first;
}
