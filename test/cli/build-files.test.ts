// How `build` reports its changes: on the terminal, in files beside the output, and in the step summary.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generateCatalog } from '../../scripts/generate-catalog.ts';
import { siteForEach } from '../build/each-site.ts';
import { snapshot } from '../folders.ts';
import { courseCatalog } from './command.ts';

let [folder, data, out] = ['', '', ''];
siteForEach((site) => {
  ({ folder, data, out } = site);
  generateCatalog({ courses: 40, directory: data });
});

const build = (flags = '', env: Record<string, string> = {}) =>
  courseCatalog(`build --data ${data} --out ${out} --base-url https://a.example${flags}`, { env });

/** Changes the title of the first course; returns the path of its view. */
function edit(title: string): string {
  const file = join(data, 'courses.ndjson');
  const text = readFileSync(file, 'utf8').replace(/"title":"[^"]*"/u, `"title":"${title}"`);
  writeFileSync(file, text);
  const views = readdirSync(join(out, 'api/v1/courses/view'));
  const { linkurl }: { linkurl: string } = JSON.parse(text.split('\n')[0] ?? '');
  const isViewOfCourse = (hash: string) =>
    readFileSync(join(out, 'api/v1/courses/view', hash, 'index.json'), 'utf8').includes(JSON.stringify(linkurl));
  return `api/v1/courses/view/${views.find(isViewOfCourse)}/index.json`;
}

describe('a build over an earlier one', () => {
  it('prints how many files it added, changed and removed, or that nothing changed', async () => {
    expect((await build()).stderr).toMatch(/: [\d,]+ files, [\d.]+ MB/u);
    expect((await build()).stderr).toContain(' files (nothing changed), ');
    edit('Another');
    expect((await build()).stderr).toMatch(/ files \(0 added, \d+ changed, 0 removed\), /u);
  });

  it('gives the same as JSON, with the addresses to purge', async () => {
    await build();
    const view = edit('Another');
    const { changes, dryRun } = JSON.parse((await build(' --json')).stdout);
    expect(dryRun).toBe(false);
    expect(changes).toMatchObject({ added: [], changed: expect.arrayContaining([view]), removed: [] });
    expect(changes.purge).toContain(`https://a.example/${view.replace('index.json', '')}`);
  });

  it('writes the requested lists of changes', async () => {
    await build();
    const view = edit('Another');
    const changes = join(folder, 'lists/changes.txt');
    const { exitCode } = await build(` --changes ${changes} --changes-format rclone`);
    expect(exitCode).toBe(0);
    expect(readFileSync(changes, 'utf8').split('\n')).toContain(view);
    expect(readFileSync(`${changes}.removed`, 'utf8')).toBe('');
    expect(readFileSync(`${changes}.purge`, 'utf8')).toContain('https://a.example/api/v1/courses/view/');
  });

  it('appends a table to the step summary of GitHub Actions, and warns if it cannot be written', async () => {
    const summary = join(folder, 'summary.md');
    writeFileSync(summary, 'Before\n');
    await build('', { GITHUB_STEP_SUMMARY: summary });
    expect(readFileSync(summary, 'utf8')).toMatch(/^Before\n### Course catalog\n[^]*\| Courses \| 40 \|/u);
    const rowOf = (text: string) => /\| List pages .*/u.exec(text)?.[0];
    const row = rowOf(readFileSync(summary, 'utf8'));
    expect(row).toMatch(/ most: (?:provider|category|language) .+, \d+ \|$/u);
    writeFileSync(summary, '');
    await build('', { GITHUB_STEP_SUMMARY: summary });
    expect(readFileSync(summary, 'utf8')).toContain('| Files added | 0 |');
    expect(rowOf(readFileSync(summary, 'utf8'))).toBe(row);
    const { exitCode, stderr } = await build('', { GITHUB_STEP_SUMMARY: folder });
    expect(exitCode).toBe(0);
    expect(stderr).toContain('warning: the step summary could not be written: EISDIR');
  });
});

describe('a dry run', () => {
  it('prints what would change, and changes nothing', async () => {
    await build();
    const view = edit('Another');
    const before = snapshot(folder);
    const { exitCode, stderr } = await build(' --dry-run');
    expect(exitCode).toBe(0);
    expect(stderr).toContain(`~ ${view}\n`);
    expect(stderr).toMatch(/Would change .*dist: 0 added, \d+ changed, 0 removed; left as it is\n$/u);
    expect(snapshot(folder)).toEqual(before);
    expect(JSON.parse((await build(' --dry-run --json')).stdout)).toMatchObject({ dryRun: true });
    await build();
    expect((await build(' --dry-run')).stderr).toBe(`Nothing would change in ${out}\n`);
  });

  it('of a first build lists all of it', async () => {
    const { stderr } = await build(' --dry-run');
    expect(stderr).toMatch(/… and [\d,]+ more files; --changes FILE lists them all\n/u);
    expect(existsSync(out)).toBe(false);
    expect(readdirSync(folder)).toEqual(['data']);
  });
});

describe('a file beside the output', () => {
  it('is reported before anything is built if it cannot be written', async () => {
    for (const file of [join(data, 'changes.txt'), join(out, 'changes.txt'), join(folder, '.dist.state/changes.txt')]) {
      // Sequential, since nothing may exist after each.
      const { exitCode, stderr } = await build(` --changes ${file}`);
      expect(exitCode).toBe(1);
      expect(stderr).toMatch(/changes-write: .*\n1 error; nothing was written\n$/u);
      expect(readdirSync(folder)).toEqual(['data']);
    }
  });

  it('does not replace the configuration', async () => {
    const config = join(folder, 'course-catalog.config.json');
    writeFileSync(config, '{}');
    const args = `build --data ${data} --out ${out} --changes ${config}`;
    const { exitCode, stderr } = await courseCatalog(args, { cwd: () => folder });
    expect([exitCode, readFileSync(config, 'utf8'), existsSync(out)]).toEqual([1, '{}', false]);
    expect(stderr).toContain('is a file that this command reads');
  });

  it('is reported if writing it fails after the build, which stays published', async () => {
    await build();
    edit('Another');
    // The name is valid, but too long with the suffix of its temporary file.
    const { exitCode, stderr } = await build(` --changes ${join(folder, 'c'.repeat(255))}`);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('1 error; the build is published, but its list of changes could not be written\n');
    rmSync(join(folder, '.dist.state'), { recursive: true });
    expect((await build()).stderr).toContain('nothing changed');
  });

  it.each([' --dry-run --watch', ' --changes-format json'])('is a usage error with the options%s', async (flags) => {
    const { exitCode, stderr } = await build(flags);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('See course-catalog --help.');
  });
});
