// The budget of a host: what a build counts, and the limits that it warns about or refuses.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { generateCatalog } from '../../scripts/generate-catalog.ts';
import type { Problem } from '../../src/problems.ts';
import { budgetProblems, type Measured } from '../../src/hosts/budget.ts';
import type { Host } from '../../src/hosts/host.ts';
import { hostNames, hosts } from '../../src/hosts/hosts.ts';
import { removeFolder, writeFiles } from '../folders.ts';
import { siteForEach } from './each-site.ts';
import { beside, problemsOf, runBuild, type Chosen } from './run.ts';
import { formats } from '../../src/outputs/rows.ts';

let folder = '';
let data = '';
let out = '';
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
      { coursePages: true },
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

  const small: Measured = {
    formats,
    files: 10,
    folders: 10,
    bytes: 10,
    largest: { path: 'x', bytes: 10 },
    largestFolder: { path: 'x', entries: 10 },
    rules: 1,
  };
  const limits = hostNames.flatMap((name) => (hosts[name] satisfies Host).budget.map((limit) => ({ name, limit })));
  const reaching = (measure: string, amount: number): Measured => ({
    ...small,
    ...(measure === 'files' && { files: amount }),
    ...(measure === 'entries' && { folders: amount - small.files }),
    ...(measure === 'bytes' && { bytes: amount }),
    ...(measure === 'file' && { largest: { path: 'x', bytes: amount } }),
    ...(measure === 'folder' && { largestFolder: { path: 'x', entries: amount } }),
    ...(measure === 'rules' && { rules: amount }),
  });

  it.each(limits)('of $name: $limit.measure, $limit.most', ({ name, limit: { measure, most, plan } }) => {
    const levels = (amount: number) =>
      budgetProblems(name, reaching(measure, amount), out)
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
    const levelsOf = (problems: readonly Problem[]) =>
      problems.flatMap(({ rule, level }) => (rule === 'host-budget' ? [level] : []));
    for (const chosen of [{ coursePages: true }, { dumps: ['ndjson', 'csv', 'parquet'] as const }]) {
      expect(levelsOf(await problemsOf({ data, out, chosen: { host: 'azure', ...chosen } }))).toEqual(['error']);
    }
    const { warnings } = await runBuild({ data, out, chosen: { host: 'azure' } });
    expect(levelsOf(warnings)).toEqual(['warning']);
  });

  it('is enforced before deployment: an error that names hosts with larger budgets, and nothing is written', async () => {
    removeFolder(data);
    generateCatalog({ courses: 100, directory: data });
    const [limit] = hosts.netlify.budget;
    expect(limit).toMatchObject({ measure: 'folder', most: 54_000 });
    Reflect.set(hosts.netlify.budget, 0, { ...limit, most: 99 });
    onTestFinished(() => void Reflect.set(hosts.netlify.budget, 0, limit));
    const [problem, ...others] = await problemsOf({ data, out, chosen: { host: 'netlify' } });
    expect(others).toEqual([]);
    expect(problem).toMatchObject({ level: 'error', rule: 'host-budget' });
    expect(problem?.finding).toBe('100 entries in api/v1/courses/view; Netlify allows 99 entries in one folder');
    expect(problem?.remedy).toContain('nginx');
    expect(problem?.remedy).not.toContain('netlify');
    expect(existsSync(out)).toBe(false);
    expect(beside(out, 'data')).toEqual([]);
  });
});
