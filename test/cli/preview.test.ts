// The command `preview` as a real process and on a terminal: what it prints, what it waits for, and how it exits.
import { EventEmitter } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { generateCatalog } from '../../scripts/generate-catalog.ts';
import { run } from '../../src/cli/cli.ts';
import { siteForEach } from '../build/each-site.ts';
import { runBuild } from '../build/run.ts';
import { removeFolder, snapshot, writeFiles } from '../helpers/folders.ts';
import { freePort } from '../helpers/ports.ts';
import { ask, askJson } from '../preview/ask.ts';
import { processes, type Process } from '../preview/process.ts';
import { oddCatalog } from '../preview/site.ts';
import { until } from '../preview/until.ts';
import { Sink } from './command.ts';

const all = processes();
const address = /http:\/\/127\.0\.0\.1:\d+(?=\/api\/v1\/)/u;
/** This many courses take about a second to build. */
const many = 5000;

/** A folder made by a build, with a foreign file in it. */
const foreign = { 'dist/.nojekyll': 'static-course-catalog\n', 'dist/mine.txt': 'mine', 'public/mine.txt': 'new' };

let [home, data, out] = ['', '', ''];
siteForEach((site) => void ({ folder: home, data, out } = site));
afterEach(async () => all.endAll());

describe('preview --watch with problems in the source', () => {
  it('waits if there is no build, and serves the first good one', async () => {
    writeFiles(data, { ...oddCatalog(), 'providers.json': '[{"id": 1}]' });
    const preview = await start(['--watch']);
    await preview.waitFor(/providers\.json[^]+1 error; waiting for the source to change\n/u);
    expect(preview.text()).not.toMatch(address);
    writeFileSync(join(data, 'courses.json'), '[}');
    await preview.waitFor(/courses\.json[^]+errors?; waiting for the source to change\n/u);
    writeFiles(data, oddCatalog());
    const [url] = await preview.waitFor(address);
    expect(await askJson<object[]>(url, '/api/v1/providers/')).toHaveLength(1);
    expect(preview.text().match(address)).toHaveLength(1);
    writeFileSync(join(data, 'courses.json'), '[}');
    await preview.waitFor(/error; still serving the last good build\n/u);
    writeFiles(data, oddCatalog());
    await preview.waitFor(/error; still serving the last good build\nBuilt .* \(nothing changed\)/u);
    expect(await preview.end('SIGINT')).toBe(0);
  });

  it('waits if the source folder does not exist', async () => {
    const preview = await start(['--watch']);
    await preview.waitFor(/waiting for the source to change\n/u);
    writeFiles(data, oddCatalog());
    await preview.waitFor(address);
    expect(await preview.end('SIGTERM')).toBe(0);
  });

  it('serves the previous build', async () => {
    writeFiles(data, oddCatalog());
    await runBuild({ data, out });
    writeFileSync(join(data, 'providers.json'), '[}');
    const preview = await start(['--watch']);
    const [url] = await preview.waitFor(address);
    expect(preview.text()).toContain('; serving the previous build\n');
    expect((await ask(url, '/api/v1/providers/')).status).toBe(200);
    expect(await preview.end('SIGINT')).toBe(0);
  });

  it.each([
    ['the output folder has foreign files', { 'dist/mine.txt': 'mine' }, 'output-folder'],
    ['the output folder has a foreign build', { 'dist/api/v1/index.json': '{}' }, 'output-folder'],
    ['a foreign file is where the build writes', foreign, 'output-file'],
  ])('exits with 1 if %s, which no edit of the source can fix', async (_, files, rule) => {
    writeFiles(home, files);
    writeFiles(data, oddCatalog());
    const preview = await start(['--watch']);
    expect(await preview.ended).toBe(1);
    expect(preview.text()).toContain(`${rule}: `);
    expect(preview.text()).not.toContain('waiting');
  });
});

describe('preview', () => {
  it('warns that options of a build need --watch', async () => {
    writeFiles(data, oddCatalog());
    await runBuild({ data, out });
    writeFileSync(join(home, 'course-catalog.config.json'), '{"pageSize": 7}');
    const notWatching = await start(['--page-links', 'path', '--base-url=https://example.org', '--out', 'dist']);
    await notWatching.waitFor(address);
    const warning = 'warning: no effect without --watch: --base-url, --page-links\n';
    expect(notWatching.text().slice(0, warning.length)).toBe(warning);
    const watching = await start(['--watch', '--page-links', 'path']);
    await watching.waitFor(address);
    const plainPreview = await start([]);
    await plainPreview.waitFor(address);
    expect(watching.text() + plainPreview.text()).not.toContain('warning');
    expect(await Promise.all([notWatching, watching, plainPreview].map((one) => one.end('SIGINT')))).toEqual([0, 0, 0]);
  });

  it('prints only its address with --quiet', async () => {
    writeFiles(data, oddCatalog());
    const preview = await start(['--watch', '--quiet']);
    const [url] = await preview.waitFor(/http:\S+(?=\/api\/v1\/; press Ctrl-C to stop\n)/u);
    await ask(url, '/api/v1/');
    writeFiles(data, oddCatalog(13));
    await until(() => readFileSync(join(out, 'api/v1/categories/1/index.json'), 'utf8').startsWith('{"count":13'));
    expect(await preview.end('SIGINT')).toBe(0);
    expect(preview.text()).toBe(`dist is served at ${url}/, its API at ${url}/api/v1/; press Ctrl-C to stop\n`);
  });

  it('warns that its configuration changed, and keeps the one it has', async () => {
    writeFiles(data, oddCatalog());
    const preview = await start(['--watch']);
    const [url] = await preview.waitFor(address);
    writeFileSync(join(home, 'course-catalog.config.json'), '{"pageSize": 7}');
    await preview.waitFor(/warning: course-catalog\.config\.json changed: restart the preview to use it\n/u);
    expect((await askJson<{ results: object[] }>(url, '/api/v1/categories/1/')).results).toHaveLength(12);
    expect(await preview.end('SIGINT')).toBe(0);
  });
});

describe('preview --open', () => {
  beforeEach(async () => {
    writeFiles(data, oddCatalog());
    await runBuild({ data, out });
  });

  it.skipIf(process.platform !== 'linux')(
    'prints the address if the browser cannot be started, and keeps running',
    async () => {
      const preview = await start(['--open'], { BROWSER: '/nowhere/browser', DISPLAY: '' });
      const [, url = ''] = await preview.waitFor(/no browser could be opened \(.+\); go to (\S+)\/api\/v1\/\n/u);
      expect((await ask(url, '/api/v1/')).status).toBe(200);
      expect(await preview.end('SIGINT')).toBe(0);
    },
  );

  it.skipIf(process.platform !== 'linux')('opens the address in the browser', async () => {
    const [browser, called] = [join(home, 'browser'), join(home, 'called')];
    writeFileSync(browser, `#!/bin/sh\nprintf %s "$1" > ${called}.tmp && mv ${called}.tmp ${called}\n`);
    chmodSync(browser, 0o755);
    const preview = await start(['--open'], { BROWSER: browser, DISPLAY: '' });
    const [url] = await preview.waitFor(address);
    await until(() => readdirSync(home).includes('called'));
    expect(readFileSync(called, 'utf8')).toBe(`${url}/api/v1/`);
    expect(await preview.end('SIGINT')).toBe(0);
    expect(preview.text()).not.toContain('no browser');
  });
});

describe('Ctrl-C stops a preview with exit code 0 and leaves nothing behind', () => {
  it('during the first build', async () => {
    generateCatalog({ courses: many, directory: data, seed: 1, files: 1 });
    const preview = await start(['--watch']);
    await until(() => isBuilding());
    expect(await preview.end('SIGINT')).toBe(0);
    expect(readdirSync(home)).toEqual(['data']);
    expect(preview.text()).toBe('stopping: removing what was written; Ctrl-C again leaves that to the next build\n');
  });

  it('during a rebuild, and the previous build is unchanged', async () => {
    mkdirSync(data);
    writeFiles(data, oddCatalog());
    const preview = await start(['--watch']);
    const [url] = await preview.waitFor(address);
    const before = snapshot(out);
    generateCatalog({ courses: many, directory: join(home, 'large'), seed: 1, files: 1 });
    for (const name of readdirSync(join(home, 'large'))) {
      const kind = name.replace(/\..*/u, '');
      for (const old of readdirSync(data).filter((one) => one.startsWith(`${kind}.`))) removeFolder(join(data, old));
      writeFileSync(join(data, name), readFileSync(join(home, 'large', name)));
    }
    await until(() => isBuilding());
    expect((await ask(url, '/api/v1/')).status).toBe(200);
    expect(await preview.end('SIGINT')).toBe(0);
    expect(readdirSync(home)).toEqual(['data', 'dist', 'large']);
    expect(snapshot(out)).toEqual(before);
  });
});

/** Starts a preview of `home` at a free port. */
async function start(args: readonly string[], env: Record<string, string> = {}): Promise<Process> {
  return all.start(['preview', '--port', String(await freePort()), ...args], { cwd: home, env });
}

function isBuilding(): boolean {
  return readdirSync(home).some((name) => name.startsWith('.dist.building-'));
}

const site = siteForEach();

describe('a preview on a terminal', () => {
  it('shows a progress bar during the first build, and none among the requests', async () => {
    writeFiles(site.data, oddCatalog());
    const { io, stderr, interrupt } = terminal();
    const ended = run({ ...io, argv: [...io.argv, '--port', String(await freePort())] });
    await until(() => address.test(stderr.text));
    expect(stderr.text).toContain('100%');
    const before = stderr.text.length;
    const [url = ''] = address.exec(stderr.text) ?? [];
    await ask(url, '/api/v1/categories/1/?page=9');
    writeFiles(site.data, oddCatalog(13));
    await until(() => stderr.text.slice(before).includes('Built 13 courses'));
    interrupt();
    expect(await ended).toBe(0);
    const lines = stderr.text.slice(before).split('\n');
    expect(lines[0]).toMatch(/^404 GET \/api\/v1\/categories\/1\/\?page=9 24 B \d+ ms$/u);
    expect(lines[1]).toMatch(/^Built 13 courses into /u);
    expect(lines.slice(2)).toEqual(['']);
  });

  it('exits with 70 and a stack trace if a rebuild fails by a bug', async () => {
    writeFiles(site.data, oddCatalog());
    let reads = 0;
    const { io, stderr } = terminal({
      get GITHUB_ACTIONS() {
        reads += 1;
        if (reads === 2) throw new TypeError('a bug in the second build');
        return undefined;
      },
    });
    const ended = run({ ...io, argv: [...io.argv, '--port', String(await freePort())] });
    await until(() => address.test(stderr.text));
    writeFiles(site.data, oddCatalog(13));
    expect(await ended).toBe(70);
    expect(stderr.text).toMatch(
      /This is a bug in static-course-catalog [^]+TypeError: a bug in the second build\n +at /u,
    );
  });
});

/** A fake terminal in this process, with `preview --watch` as its arguments. */
function terminal(env: Readonly<Record<string, string | undefined>> = {}) {
  const signals = new EventEmitter();
  const stderr = new Sink(true);
  const io = {
    argv: ['node', 'static-course-catalog', 'preview', '--watch', '--data', site.data, '--out', site.out],
    env: Object.defineProperties({ NO_COLOR: '1' }, Object.getOwnPropertyDescriptors(env)),
    stdin: Readable.from([]),
    stdout: new Sink(false),
    stderr,
    cwd: () => site.folder,
    on: (signal: string, listener: () => void) => signals.on(signal, listener),
    off: (signal: string, listener: () => void) => signals.off(signal, listener),
  };
  return { io, stderr, interrupt: () => signals.emit('SIGINT') };
}
