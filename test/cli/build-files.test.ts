// How `build` reports its changes: on the terminal, in files beside the output, and in the step summary.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { generateCatalog } from '../../scripts/generate-catalog.ts';
import { renderStepSummary } from '../../src/cli/step-summary.ts';
import type { BuildResult } from '../../src/build/build-options.ts';
import { ownHolder } from '../../src/storage/lock-holder.ts';
import { problemAt, type Problem } from '../../src/text/problems.ts';
import { siteForEach } from '../build/each-site.ts';
import { anyCharacter } from '../helpers/characters.ts';
import { snapshot } from '../helpers/folders.ts';
import { forAll } from '../helpers/for-all.ts';
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
    expect((await build()).stderr).toMatch(/: [\d,]+ files, [\d.]+ [kM]B/u);
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

  it('gives only their numbers as JSON where the list goes to a file', async () => {
    const changes = join(folder, 'lists/changes.json');
    const first = await build(` --json --changes ${changes}`);
    const { files, changes: numbers } = JSON.parse(first.stdout);
    expect(numbers).toEqual({ added: files, changed: 0, removed: 0 });
    expect(JSON.parse(readFileSync(changes, 'utf8')).added).toHaveLength(files);
    expect(first.stdout.length).toBeLessThan(2000);
    const view = edit('Another');
    const later = JSON.parse((await build(` --json --changes ${changes}`)).stdout);
    const listed = JSON.parse(readFileSync(changes, 'utf8'));
    expect(later.changes).toEqual({ added: 0, changed: listed.changed.length, removed: 0 });
    expect(listed.changed).toContain(view);
    expect(listed.purge).toContain(`https://a.example/${view.replace('index.json', '')}`);
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

  it('cannot watch', async () => {
    const { exitCode, stderr } = await build(' --dry-run --watch');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('See npx --no static-course-catalog help build.');
  });

  it('removes what killed dry runs left, and nothing else', async () => {
    const temporary = join(folder, 'temporary');
    const { pid } = spawnSync('true');
    for (const [name, holder] of Object.entries({ dead: { ...ownHolder(), pid }, alive: ownHolder() })) {
      mkdirSync(join(temporary, `course-catalog-dry-run-${name}`), { recursive: true });
      writeFileSync(join(temporary, `course-catalog-dry-run-${name}`, 'holder.json'), JSON.stringify(holder));
    }
    mkdirSync(join(temporary, 'course-catalog-dry-run-unknown'));
    vi.stubEnv('TMPDIR', temporary);
    await build(' --dry-run');
    vi.unstubAllEnvs();
    expect(readdirSync(temporary)).toEqual(['course-catalog-dry-run-alive', 'course-catalog-dry-run-unknown']);
  });

  it('leaves nothing in the folder for temporary files if the source is refused', async () => {
    const temporary = join(folder, 'temporary');
    mkdirSync(temporary);
    writeFileSync(join(data, 'courses.json'), '[{}]');
    vi.stubEnv('TMPDIR', temporary);
    const { exitCode } = await build(' --dry-run');
    vi.unstubAllEnvs();
    expect([exitCode, readdirSync(temporary)]).toEqual([1, []]);
  });

  it('names the folder for temporary files if that cannot be used', async () => {
    vi.stubEnv('TMPDIR', join(folder, 'gone'));
    const { exitCode, stderr } = await build(' --dry-run');
    vi.unstubAllEnvs();
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`${join(folder, 'gone')}: cannot be written: ENOENT`);
    expect(stderr).toContain('set TMPDIR to another one');
  });
});

describe('a file beside the output', () => {
  it('is reported before anything is built if it cannot be written', async () => {
    for (const file of [join(data, 'changes.txt'), join(out, 'changes.txt')]) {
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
});

const options = { baseUrl: 'https://example.org/catalog', host: 'nginx', out: 'dist', dryRun: false } as const;

/** The result of an ordinary build, with overrides. */
function resultOf(overrides: Partial<BuildResult> = {}): BuildResult {
  return {
    courses: 4497,
    providers: 413,
    categories: 335,
    languages: 41,
    pages: 2311,
    files: 8120,
    folders: 7900,
    bytes: 14_321_234,
    changes: { added: ['a'], changed: Array.from({ length: 23 }, (_, at) => `b${at}`), removed: [] },
    warnings: [warning('near the limit of files')],
    notes: [],
    timings: [
      { name: 'read', seconds: 0.5 },
      { name: 'write', seconds: 1.5 },
    ],
    largestList: { kind: 'provider', name: 'MIT', pages: 129 },
    ...overrides,
  };
}

function warning(finding: string): Problem {
  return problemAt('data', undefined, '', { rule: 'host-budget', level: 'warning', finding });
}

const usual = renderStepSummary(resultOf(), options);

/** The summary of a build in which every text that a user or a catalog can choose is the given one. */
function summaryWith(text: string): string {
  const timings = resultOf().timings.map((timing) => ({ ...timing, name: text }));
  const largestList = { kind: 'provider', name: text, pages: 129 } as const;
  const result = resultOf({ warnings: [warning(text)], timings, largestList });
  return renderStepSummary(result, { ...options, baseUrl: text, out: text });
}

describe('the step summary', () => {
  it('shows counts, changes and times', () => {
    expect(usual.split('\n')).toEqual([
      '### Course catalog',
      '',
      'https://example.org/catalog, built for nginx in dist',
      '',
      '| | Number | |',
      '| --- | ---: | --- |',
      '| Courses | 4,497 |  |',
      '| Providers | 413 |  |',
      '| Categories | 335 |  |',
      '| Languages | 41 |  |',
      '| List pages | 2,311 | most: provider MIT, 129 |',
      '| Files | 8,120 | 14.3 MB in 7,900 folders |',
      '| Files added | 1 |  |',
      '| Files changed | 23 |  |',
      '| Files removed | 0 |  |',
      '| Warnings | 1 | data: near the limit of files |',
      '| Time | 2.00 s | read 0.50 s, write 1.50 s |',
      '',
    ]);
  });

  it('has as many lines and cells with malicious names, and none of their markup', () => {
    const attack = `</script></title><img src=x onerror=alert(1)>"'\`|\n[a](javascript:alert(1))&lt;`;
    const summary = summaryWith(attack);
    expect(shapeOf(summary)).toEqual(shapeOf(usual));
    expect(summary).not.toMatch(/[<>`[\]]/u);
  });

  it('has as many lines and cells with any names', async () => {
    const text = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.string({ unit: fc.constantFrom(...Array.from('|\\\n\r\u{2028}`<a')) }),
    );
    await forAll(100, [text], (given) => {
      expect(shapeOf(summaryWith(given))).toEqual(shapeOf(usual));
    });
  });

  it('has empty cells for what a catalog without lists lacks', () => {
    const summary = renderStepSummary(resultOf({ largestList: undefined, timings: [], warnings: [] }), options);
    expect(summary).toContain('| List pages | 2,311 |  |\n');
    expect(summary).toContain('| Warnings | 0 |  |\n| Time | 0.00 s |  |\n');
  });

  it('has long times in whole seconds', () => {
    const timings = resultOf().timings.map((timing) => ({ ...timing, seconds: 1204.3 }));
    expect(renderStepSummary(resultOf({ timings }), options)).toContain('| 2,409 s | read 1,204 s, write 1,204 s |');
  });

  it('says in its heading that a dry run shows what a build would change', () => {
    const summary = renderStepSummary(resultOf(), { ...options, dryRun: true });
    expect(summary).toMatch(/^### Course catalog: what a build would change\n/u);
  });
});

/** The number of cell separators in each line: bars that no backslash escapes. */
function shapeOf(summary: string): number[] {
  return summary.split(/[\n\r\u{85}\u{2028}\u{2029}]/u).map((line) => line.split(/(?<!\\)\|/u).length - 1);
}
