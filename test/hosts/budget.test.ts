// The budget of a host: what a build counts, warnings and errors near and past the limits, which hosts accept it, and what makes it smaller.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { generateCatalog } from '../../scripts/generate-catalog.ts';
import { budgetProblems, type BuildSize } from '../../src/hosts/budget.ts';
import type { Host } from '../../src/hosts/host.ts';
import { hostNames, hosts, type HostName } from '../../src/hosts/hosts.ts';
import { allPublishedPaths } from '../../src/outputs/declarations.ts';
import type { Problem } from '../../src/text/problems.ts';
import { siteForEach } from '../build/each-site.ts';
import { beside, problemsOf as problemsOfBuild, runBuild, type Chosen } from '../build/run.ts';
import { removeFolder, writeFiles } from '../helpers/folders.ts';

const courses = 'api/v1/courses/view/';
const pages = 'api/v1/languages/English/courses/page';
const small: BuildSize = {
  paths: allPublishedPaths,
  files: 100,
  folders: 100,
  bytes: 1e6,
  largest: { path: 'api/v1/providers/index.json', bytes: 1000 },
  largestFolder: { path: courses, entries: 50 },
  rules: 10,
};

const problemsOf = (host: HostName, measured: Partial<BuildSize>) =>
  budgetProblems(host, { ...small, ...measured }, 'dist');

/** The remedies for a build, by the limits that it exceeds. */
const remediesOf = (...build: Parameters<typeof problemsOf>) =>
  problemsOf(...build)
    .filter(({ finding }) => !finding.endsWith('near'))
    .map(({ remedy }) => remedy);

describe('the hosts that a build is advised to be published on', () => {
  it('exclude the one that it is too large for, and the preview', () => {
    const past = { files: 1e6, folders: 1e6, bytes: 2e10, largest: { path: 'x', bytes: 3e9 } };
    const advised = hostNames.flatMap((host) => remediesOf(host, past).map((remedy) => ({ host, remedy })));
    expect(advised.length).toBeGreaterThan(8);
    for (const { host, remedy } of advised) {
      const names = remedy.slice(0, remedy.indexOf(')')).split(/[^\w-]+/u);
      expect(names, remedy).toContain('nginx');
      expect(names, remedy).not.toContain('preview');
      expect(names, remedy).not.toContain(host);
    }
  });

  it('are those that accept it on every plan, followed by those that accept it on a paid one', () => {
    for (const build of [{ files: 30_000, folders: 100 }, { bytes: 600e6 }]) {
      const [remedy = ''] = remediesOf('azure', build);
      const [, free = '', paid = ''] = /\(--host ([^;)]+)(?:; on a paid plan ([^)]+))?\)/u.exec(remedy) ?? [];
      const levelsOf = (names: string) =>
        hostNames
          .filter((name) => names.split(', ').includes(name))
          .map((name) => problemsOf(name, build).filter(({ finding }) => !finding.endsWith('near')))
          .map((problems) => problems.map(({ level }) => level));
      expect(levelsOf(free).length).toBeGreaterThan(3);
      expect(levelsOf(free).flat()).toEqual([]);
      expect(levelsOf(paid).length).toBeGreaterThan(0);
      for (const levels of levelsOf(paid)) expect(new Set(levels)).toEqual(new Set(['warning']));
    }
  });

  it('are those that accept the whole build, not only what is too large here', () => {
    const [remedy] = remediesOf('azure', { files: 30_000, largest: { path: 'x', bytes: 3e9 } });
    expect(remedy).not.toMatch(/cloudflare|firebase/u);
  });
});

describe('the advice to make a build smaller', () => {
  it.each<[string, HostName, Partial<BuildSize>]>([
    ['files', 'azure', { files: 15_001 }],
    [
      'files and folders',
      'gitlab-pages',
      { files: 100_001, folders: 100_001, largestFolder: { path: courses, entries: 90_000 } },
    ],
    ['the folder of pages', 'netlify', { largestFolder: { path: pages, entries: 54_001 } }],
  ])('is a larger page size for %s', (_, host, measured) => {
    expect(remediesOf(host, measured)).toEqual([expect.stringContaining('a larger --page-size')]);
  });

  it.each<[string, HostName, Partial<BuildSize>]>([
    ['courses alone are too many', 'azure', { files: 15_100, largestFolder: { path: courses, entries: 15_001 } }],
    [
      'files and folders of courses are too many',
      'gitlab-pages',
      { files: 100_001, folders: 100_001, largestFolder: { path: courses, entries: 100_001 } },
    ],
    ['folder of courses is too large', 'netlify', { largestFolder: { path: courses, entries: 54_001 } }],
    ['folder of languages is too large', 'netlify', { largestFolder: { path: 'api/v1/languages', entries: 54_001 } }],
  ])('is no larger page size if the %s', (_, host, measured) => {
    expect(remediesOf(host, measured)).toEqual([expect.not.stringContaining('--page-size')]);
  });

  it('names the file for a large file, and is a smaller page size for a file of a page', () => {
    const ofFile = (path: string) => remediesOf('cloudflare', { largest: { path, bytes: 3e7 } });
    expect(ofFile('api/v1/providers/index.json')).toEqual([
      expect.stringMatching(/, or make api\/v1\/providers\/index\.json smaller$/u),
    ]);
    for (const path of [`${pages}/12/index.json`, 'api/v1/categories/7/index.json.gz']) {
      expect(ofFile(path)).toEqual([expect.stringContaining(`make ${path} smaller with a smaller --page-size`)]);
    }
  });

  it.each<[string, HostName, Partial<BuildSize>, RegExp]>([
    [
      'to omit the format of a large dump',
      'cloudflare',
      { largest: { path: 'dumps/courses.ndjson.gz', bytes: 3e7 } },
      /, or omit its format from --dumps$/u,
    ],
    ['only another host for bytes', 'github-pages', { bytes: 2e9 }, /^publish on another host \(.*\)$/u],
  ])('is %s', (_, host, measured, remedy) => {
    expect(remediesOf(host, measured)).toEqual([expect.stringMatching(remedy)]);
  });

  describe.each(['cloudflare', 'cloudflare-static'] as const)('for too many files on %s', (host) => {
    const withPages = { largestFolder: { path: courses, entries: 9000 } };
    const [bucket, fewer] = [
      'serve the files from R2 behind your domain',
      'write fewer files with a larger --page-size',
    ];
    const noPages = 'add --no-course-pages: titles then lead to the courses themselves';
    const waysOut = (files: number, build: Partial<BuildSize> = withPages) =>
      problemsOf(host, { files, ...build })
        .filter(({ finding }) => !finding.endsWith('near'))
        .map(({ level, remedy }) => [level, ...remedy.replace(/ \(docs[^)]*\)/u, '').split(', or ')]);

    it('names a paid plan, R2, no course pages and another host', () => {
      const another = expect.stringContaining('publish on another host (--host ');
      expect(waysOut(20_001)).toEqual([['warning', another, 'use a paid plan', bucket, noPages, fewer]]);
    });

    it('names no plan where none takes them, and is an error then', () => {
      const another = expect.stringContaining('publish on another host (');
      const expected = [another, bucket, noPages, fewer];
      expect(waysOut(100_001)).toEqual([
        ['warning', ...expected],
        ['error', ...expected],
      ]);
    });

    it('leaves course pages out if the build has none, and fewer files if the courses alone are too many', () => {
      const without = allPublishedPaths.filter(({ path }) => path !== 'courses/*');
      const another = expect.stringContaining('publish on another host (');
      expect(waysOut(20_001, { paths: without })).toEqual([['warning', another, 'use a paid plan', bucket, fewer]]);
      const tooMany = { largestFolder: { path: courses, entries: 20_001 } };
      expect(waysOut(20_100, tooMany)).toEqual([['warning', another, 'use a paid plan', bucket]]);
    });
  });

  it('is given before a limit is reached as well', () => {
    const remedy = expect.stringMatching(/^before it grows .*--page-size$/u);
    expect(problemsOf('azure', { files: 14_000 })).toMatchObject([{ level: 'warning', remedy }]);
  });
});

let [folder, data, out] = ['', '', ''];
siteForEach((site) => {
  ({ folder, data, out } = site);
  generateCatalog({ courses: 40, directory: data });
});

describe('the budget of a host', () => {
  it('counts the actual files, folders and bytes', async () => {
    writeFiles(join(folder, 'public'), { 'a/b/c.txt': 'xyz' });
    const choices: Partial<Chosen>[] = [
      {},
      { precompress: ['gzip'] },
      { host: 'netlify', pageSize: 3 },
      { pages: true, coursePages: false },
      { dumps: ['ndjson', 'csv', 'parquet'] },
    ];
    for (const chosen of choices) {
      const { files, folders, bytes } = await runBuild({ data, out, chosen });
      const entries = readdirSync(out, { recursive: true, withFileTypes: true });
      const sizes = entries.filter((one) => one.isFile()).map((one) => statSync(join(one.parentPath, one.name)).size);
      expect({ files, folders, bytes }).toEqual({
        files: sizes.length,
        folders: entries.length - sizes.length,
        bytes: sizes.reduce((sum, size) => sum + size, 0),
      });
    }
  });

  const limits = hostNames.flatMap((name) => (hosts[name] satisfies Host).budget.map((limit) => ({ name, limit })));
  const reaching = (measure: string, amount: number): Partial<BuildSize> => ({
    ...(measure === 'files' && { files: amount }),
    ...(measure === 'entries' && { folders: amount - small.files }),
    ...(measure === 'bytes' && { bytes: amount }),
    ...(measure === 'file' && { largest: { path: 'x', bytes: amount } }),
    ...(measure === 'folder' && { largestFolder: { path: 'x', entries: amount } }),
    ...(measure === 'rules' && { rules: amount }),
  });

  it.each(limits)('of $name: $limit.measure, $limit.most', ({ name, limit: { measure, most, plan } }) => {
    const levels = (amount: number) =>
      problemsOf(name, reaching(measure, amount))
        .filter(({ finding }) => finding.includes(plan ?? `${hosts[name].title} allows `))
        .map(({ level }) => level);
    expect(levels(Math.floor(most * 0.8))).toEqual([]);
    expect(levels(most)).toContain('warning');
    expect(levels(most + 1)).toContain(plan === undefined ? 'error' : 'warning');
  });

  it('includes course pages and dumps', async () => {
    const { files } = await runBuild({ data, out });
    removeFolder(out);
    const { budget } = hosts.azure;
    const at = budget.findIndex(({ measure }) => measure === 'files');
    const limit = budget[at];
    Reflect.set(budget, at, { ...limit, most: files + 5 });
    onTestFinished(() => void Reflect.set(budget, at, limit));
    const budgetLevels = (problems: readonly Problem[]) =>
      problems.flatMap(({ rule, level }) => (rule === 'host-budget' ? [level] : []));
    for (const chosen of [{ pages: true }, { dumps: ['ndjson', 'csv', 'parquet'] as const }]) {
      expect(budgetLevels(await problemsOfBuild({ data, out, chosen: { host: 'azure', ...chosen } }))).toEqual([
        'error',
      ]);
    }
    const { warnings } = await runBuild({ data, out, chosen: { host: 'azure' } });
    expect(budgetLevels(warnings)).toEqual(['warning']);
  });

  it('is enforced before deployment: an error that names hosts with larger budgets, and nothing is written', async () => {
    removeFolder(data);
    generateCatalog({ courses: 100, directory: data });
    const [limit] = hosts.netlify.budget;
    expect(limit).toMatchObject({ measure: 'folder', most: 54_000 });
    Reflect.set(hosts.netlify.budget, 0, { ...limit, most: 99 });
    onTestFinished(() => void Reflect.set(hosts.netlify.budget, 0, limit));
    const [problem, ...others] = await problemsOfBuild({ data, out, chosen: { host: 'netlify' } });
    expect(others).toEqual([]);
    expect(problem).toMatchObject({ level: 'error', rule: 'host-budget' });
    expect(problem?.finding).toBe('100 entries in api/v1/courses/view; Netlify allows 99 entries in one folder');
    expect(problem?.remedy).toContain('nginx');
    expect(problem?.remedy).not.toContain('netlify');
    expect(existsSync(out)).toBe(false);
    expect(beside(out, 'data')).toEqual([]);
  });
});
