// The commands: what is printed on which stream, and the exit code.
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { siteForEach } from '../build/each-site.ts';
import { plainCourse as course } from '../build/small-catalog.ts';
import { writeFiles } from '../helpers/folders.ts';
import { words } from '../helpers/words.ts';
import { courseCatalog, type Surroundings } from './command.ts';

const site = siteForEach();

/** Writes a catalog with these course records, and returns its folder. */
function catalog(...courses: object[]): string {
  writeFiles(site.data, {
    'providers.json': '[{"id": 1, "name": "One"}]',
    'categories.json': '[{"id": 721, "name": "Electronics"}]',
    'courses.ndjson': courses.map((record) => `${JSON.stringify(record)}\n`).join(''),
  });
  return site.data;
}

/** Builds a catalog of one course. */
async function build(flags = '', surroundings: Surroundings = {}) {
  return courseCatalog(`build --data ${catalog(course(1))} --out ${site.out}${flags}`, surroundings);
}

describe('build', () => {
  it('prints on stderr what it wrote and how to preview it, and nothing on stdout', async () => {
    const { exitCode, stdout, stderr } = await build();
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '' });
    expect(stderr).toMatch(/^Built 1 course into .*dist: \d+ files, [\d.]+ kB, \d+\.\d\d s\n/u);
    expect(stderr).toContain(`Preview it: npx --no static-course-catalog preview --out ${site.out}\n`);
    const always = words`.nojekyll .well-known 404.html 404.json 405.json api build.json dcat.jsonld openapi.json schemas`;
    const pages = words`categories charts courses docs embed filters feed.json feed.xml feeds index.html languages pages.css
      pages.js providers robots.txt search sitemap.xml`;
    expect(readdirSync(site.out).toSorted()).toEqual([...always, ...pages].toSorted());
    await build(' --no-site');
    expect(readdirSync(site.out).toSorted()).toEqual(always);
  });

  it('prints one JSON result on stdout with --json', async () => {
    const { exitCode, stdout, stderr } = await build(' --json');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, out: site.out, courses: 1, pages: 3, problems: [] });
    expect(stdout.endsWith('}\n')).toBe(true);
  });

  it('prints nothing with --quiet', async () => {
    expect(await build(' --quiet')).toEqual({ exitCode: 0, stdout: '', stderr: '' });
  });

  it('warns in CI if no base address is given', async () => {
    expect((await build('', { env: { CI: 'true' } })).stderr).toContain('warning: no --base-url');
    const given = { CI: 'true', COURSE_CATALOG_BASE_URL: 'https://example.org' };
    expect((await build('', { env: given })).stderr).not.toContain('warning');
  });

  it('shows a progress bar on a terminal only', async () => {
    const { stderr } = await build('', { isTTY: true, env: { NO_COLOR: '1' } });
    expect(stderr).toMatch(/100% [1-9]\d* tasks/u);
    // Of what is done already, a percentage that is too low would stay until the next redrawing.
    expect(stderr).not.toMatch(/ 0% [1-9]\d* task/u);
    expect((await build()).stderr).not.toContain('%');
    const dumb = await build('', { isTTY: true, env: { TERM: 'dumb' } });
    expect(dumb.stderr).toContain('(nothing changed)');
    for (const code of ['%', '\u001B']) expect(dumb.stderr).not.toContain(code);
  });

  it('ends at Ctrl-C, before what was written is removed', async () => {
    const isInterrupted = (shown: string) => shown.includes('course');
    const surroundings = { isTTY: true, env: { NO_COLOR: '1' }, isInterrupted };
    const { exitCode, stderr } = await courseCatalog(`build --data data --out ${site.out} --threads 1`, surroundings);
    const [bar = '', after] = stderr.split('stopping: ');
    expect([exitCode, after]).toEqual([
      130,
      expect.stringMatching(/^removing what was written; .*\ninterrupted; nothing was changed\n$/u),
    ]);
    // The cursor is shown again, and the line is empty.
    expect(bar.lastIndexOf('\u001B[?25h')).toBeGreaterThan(bar.lastIndexOf('\u001B[?25l'));
  });

  it('writes nothing if there is a problem, and exits with 1', async () => {
    const data = catalog(course(1, { provider: 2 }));
    const { exitCode, stdout, stderr } = await courseCatalog(`build --data ${data} --out ${site.out}`);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toContain('courses.ndjson:1:');
    expect(stderr).toContain('course 1: unknown provider 2');
    expect(stderr).toMatch(/\n1 error; nothing was written\n$/u);
    expect(readdirSync(site.folder)).toEqual(['data']);
  });
});

describe('check', () => {
  it('counts the records of a valid catalog', async () => {
    const { exitCode, stdout, stderr } = await courseCatalog(`check --data ${catalog(course(1), course(2))}`);
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '' });
    expect(stderr).toMatch(/data is valid: 2 courses, 1 provider, 1 category, 1 language; 3 list pages to write\n$/u);
  });

  it('gives the same as JSON with --json', async () => {
    const { stdout } = await courseCatalog(`check --json --data ${catalog(course(1), course(2))}`);
    const records = { courses: 2, providers: 1, categories: 1, languages: 1 };
    expect(JSON.parse(stdout)).toEqual({ ok: true, ...records, pages: 3, problems: [] });
  });

  it('prints position, record, finding, suggestion, rule and remedy of a problem', async () => {
    const { exitCode, stderr } = await courseCatalog(['check', '--data', catalog(course(6002, { categories: [712] }))]);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(
      /^.*courses\.ndjson:1:\d+ course 6002: unknown category 712; did you mean 721 "Electronics"\?\n {4}category-known: add /u,
    );
    expect(stderr).toMatch(/\n1 error\n$/u);
  });

  it('gives every problem as JSON with --json, wherever the flag is given, and still says on stderr what is wrong', async () => {
    const records = Array.from({ length: 60 }, (_, index) => course(index + 1, { categories: [9000 + index] }));
    const data = catalog(...records);
    const printed = await courseCatalog(`check --data ${data}`);
    expect(printed.stderr.match(/unknown category/gu)).toHaveLength(50);
    expect(printed.stderr).toContain('and 10 more problems; --json prints them all');
    const { exitCode, stdout, stderr } = await courseCatalog(`check --data ${data}`, {
      env: { COURSE_CATALOG_JSON: 'true' },
    });
    // A job whose stdout goes nowhere mails what is left.
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: printed.stderr });
    const { ok, problems } = JSON.parse(stdout);
    expect(ok).toBe(false);
    expect(problems).toHaveLength(60);
    expect(problems[1]).toMatchObject({ level: 'error', rule: 'category-known', line: 2, subject: 'course 2' });
  });

  it('says once what many records have in common', async () => {
    const records = Array.from({ length: 60 }, (_, index) => course(index + 1, { title: '' }));
    const { stderr } = await courseCatalog(['check', '--data', catalog(...records)]);
    expect(stderr.match(/field-value/gu)).toHaveLength(1);
    expect(stderr).toMatch(/60 courses: .*"title" is an empty text/u);
    expect(stderr).toMatch(/\n60 errors\n$/u);
  });

  it('annotates the source in GitHub Actions', async () => {
    const data = catalog(course(1, { title: '' }));
    const { stdout, stderr } = await courseCatalog(`check --data ${data}`, { env: { GITHUB_ACTIONS: 'true' } });
    expect(stdout).toBe('');
    expect(stderr).toMatch(
      /^::error file=.*courses\.ndjson,line=1,col=\d+,title=field-value::course 1: "title" is an empty text/mu,
    );
  });

  it('annotates errors before warnings, which are more than GitHub shows', async () => {
    const doubtful = Array.from({ length: 60 }, (_, index) => course(index + 1, { title: `R&amp;D ${index}` }));
    const data = catalog(...doubtful, course(61, { title: '' }));
    const { stderr } = await courseCatalog(`check --data ${data}`, { env: { GITHUB_ACTIONS: 'true' } });
    const levels = stderr.match(/(?<=^::)(?:error|warning)/gmu);
    expect(levels).toEqual(['error', ...Array.from({ length: 49 }, () => 'warning')]);
  });

  it('warns about a catalog without courses, which is valid', async () => {
    const { exitCode, stderr } = await courseCatalog(`check --data ${catalog()}`);
    expect(exitCode).toBe(0);
    expect(stderr).toContain('warning there is no course');
    expect(stderr).toContain('is valid: 0 courses');
  });
});
