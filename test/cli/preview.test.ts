// The command `preview` as a real process: what it says, what it waits for, and how it ends.
import { EventEmitter, once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { Agent, get, IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { generateCatalog } from '../../scripts/generate-catalog.ts';
import { run } from '../../src/cli.ts';
import { makeFolder, removeFolder, snapshot, writeFiles } from '../folders.ts';
import { freePort } from '../ports.ts';
import { ask, askJson } from '../preview/ask.ts';
import { processes, type Process } from '../preview/process.ts';
import { oddCatalog } from '../preview/site.ts';
import { until } from '../preview/until.ts';
import { runBuild } from '../build/run.ts';
import { Sink } from './command.ts';

const all = processes();
const address = /http:\/\/127\.0\.0\.1:\d+(?=\/api\/v1\/)/u;
/** Courses that take a second to build. */
const many = 5000;

/** A folder that a build made, with a file of somebody else in it. */
const foreign = { 'dist/.nojekyll': 'static-course-catalog\n', 'dist/mine.txt': 'mine', 'public/mine.txt': 'new' };

let home = '';
let data = '';
let out = '';
beforeEach(() => {
  home = makeFolder();
  [data, out] = [join(home, 'data'), join(home, 'dist')];
});
afterEach(async () => {
  await all.endAll();
  removeFolder(home);
});

describe('preview --watch on a source with problems', () => {
  it('waits without a build, and serves the first good one', async () => {
    writeFiles(data, { ...oddCatalog(), 'providers.json': '[{"id": 1}]' });
    const preview = await start(['--watch']);
    await preview.said(/providers\.json[^]+1 error; waiting for the source to change\n/u);
    expect(preview.text()).not.toMatch(address);
    writeFileSync(join(data, 'courses.json'), '[}');
    await preview.said(/courses\.json[^]+errors?; waiting for the source to change\n/u);
    writeFiles(data, oddCatalog());
    const [url] = await preview.said(address);
    expect(await askJson<object[]>(url, '/api/v1/providers/')).toHaveLength(1);
    expect(preview.text().match(address)).toHaveLength(1);
    writeFileSync(join(data, 'courses.json'), '[}');
    await preview.said(/error; still serving the last good build\n/u);
    expect(await preview.end('SIGINT')).toBe(0);
  });

  it('waits for a source folder that is not there', async () => {
    const preview = await start(['--watch']);
    await preview.said(/waiting for the source to change\n/u);
    writeFiles(data, oddCatalog());
    await preview.said(address);
    expect(await preview.end('SIGTERM')).toBe(0);
  });

  it('serves the build before', async () => {
    writeFiles(data, oddCatalog());
    await runBuild({ data, out });
    writeFileSync(join(data, 'providers.json'), '[}');
    const preview = await start(['--watch']);
    const [url] = await preview.said(address);
    expect(preview.text()).toContain('; serving the previous build\n');
    expect((await ask(url, '/api/v1/providers/')).status).toBe(200);
    expect(await preview.end('SIGINT')).toBe(0);
  });

  it.each([
    ['the output folder is of somebody else', { 'dist/mine.txt': 'mine' }, 'output-folder'],
    ['the output folder is one with a build of somebody else', { 'dist/api/v1/index.json': '{}' }, 'output-folder'],
    ['a file of somebody else stands where the build writes', foreign, 'output-file'],
  ])('ends with 1 where %s, which no edit of the source mends', async (_, files, rule) => {
    writeFiles(home, files);
    writeFiles(data, oddCatalog());
    const preview = await start(['--watch']);
    expect(await preview.ended).toBe(1);
    expect(preview.text()).toContain(`${rule}: `);
    expect(preview.text()).not.toContain('waiting');
  });
});

describe('preview', () => {
  it('says of what a build is told that it needs --watch', async () => {
    writeFiles(data, oddCatalog());
    await runBuild({ data, out });
    writeFileSync(join(home, 'course-catalog.config.json'), '{"pageSize": 7}');
    const without = await start(['--page-links', 'path', '--base-url=https://example.org', '--out', 'dist']);
    await without.said(address);
    const warning = 'warning: --base-url, --page-links have an effect only with --watch\n';
    expect(without.text().slice(0, warning.length)).toBe(warning);
    const within = await start(['--watch', '--page-links', 'path']);
    await within.said(address);
    const bare = await start([]);
    await bare.said(address);
    expect(within.text() + bare.text()).not.toContain('warning');
    expect(await Promise.all([without, within, bare].map((one) => one.end('SIGINT')))).toEqual([0, 0, 0]);
  });

  it('says with --quiet where it serves, and nothing else', async () => {
    writeFiles(data, oddCatalog());
    const preview = await start(['--watch', '--quiet']);
    const [url] = await preview.said(/http:\S+(?=\/api\/v1\/; press Ctrl-C to stop\n)/u);
    await ask(url, '/api/v1/');
    writeFiles(data, oddCatalog(13));
    await until(() => readFileSync(join(out, 'api/v1/categories/1/index.json'), 'utf8').startsWith('{"count":13'));
    expect(await preview.end('SIGINT')).toBe(0);
    expect(preview.text()).toBe(`dist is served at ${url}/, its API at ${url}/api/v1/; press Ctrl-C to stop\n`);
  });

  it('says that its configuration changed, and goes on with what it has', async () => {
    writeFiles(data, oddCatalog());
    const preview = await start(['--watch']);
    const [url] = await preview.said(address);
    writeFileSync(join(home, 'course-catalog.config.json'), '{"pageSize": 7}');
    await preview.said(/warning: course-catalog\.config\.json changed: restart the preview to use it\n/u);
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
    'says the address where the browser cannot be started, and stays',
    async () => {
      const preview = await start(['--open'], { BROWSER: '/nowhere/browser', DISPLAY: '' });
      const [, url = ''] = await preview.said(/no browser could be opened \(.+\); go to (\S+)\/api\/v1\/\n/u);
      expect((await ask(url, '/api/v1/')).status).toBe(200);
      expect(await preview.end('SIGINT')).toBe(0);
    },
  );

  it.skipIf(process.platform !== 'linux')('opens the address in the browser', async () => {
    const [browser, called] = [join(home, 'browser'), join(home, 'called')];
    writeFileSync(browser, `#!/bin/sh\nprintf %s "$1" > ${called}.tmp && mv ${called}.tmp ${called}\n`);
    chmodSync(browser, 0o755);
    const preview = await start(['--open'], { BROWSER: browser, DISPLAY: '' });
    const [url] = await preview.said(address);
    await until(() => readdirSync(home).includes('called'));
    expect(readFileSync(called, 'utf8')).toBe(`${url}/api/v1/`);
    expect(await preview.end('SIGINT')).toBe(0);
    expect(preview.text()).not.toContain('no browser');
  });
});

describe('Ctrl-C ends a preview with 0 and leaves nothing behind', () => {
  it('in the first build', async () => {
    generateCatalog({ courses: many, directory: data, seed: 1, files: 1 });
    const preview = await start(['--watch']);
    await until(() => isBuilding());
    expect(await preview.end('SIGINT')).toBe(0);
    expect(readdirSync(home)).toEqual(['data']);
    expect(preview.text()).toBe('');
  });

  it('in a rebuild, and the build before stays as it was', async () => {
    mkdirSync(data);
    writeFiles(data, oddCatalog());
    const preview = await start(['--watch']);
    const [url] = await preview.said(address);
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
    expect(readdirSync(home)).toEqual(['.dist.state', 'data', 'dist', 'large']);
    expect(snapshot(out)).toEqual(before);
  });

  it('with a connection kept open and a download that nobody reads', async () => {
    writeFiles(data, oddCatalog());
    const preview = await start(['--watch']);
    const [url] = await preview.said(address);
    writeFileSync(join(out, 'large.bin'), '');
    truncateSync(join(out, 'large.bin'), 100_000_000_000);
    const agent = new Agent({ keepAlive: true });
    await ask(url, '/api/v1/', { agent });
    expect(Object.values(agent.freeSockets).flat()).toHaveLength(1);
    const [response] = await once(get(`${url}/large.bin`, { agent: false }), 'response');
    if (!(response instanceof IncomingMessage)) throw new Error('no response');
    response.on('error', () => {});
    await once(response, 'readable');
    expect(await preview.end('SIGINT')).toBe(0);
    expect(response.complete).toBe(false);
    agent.destroy();
    response.destroy();
    expect(readdirSync(home)).toEqual(['.dist.state', 'data', 'dist']);
    expect(readdirSync(out).filter((name) => name.startsWith('.dist'))).toEqual([]);
  });
});

describe('a preview on a terminal', () => {
  it('has a bar in the first build, and none among the requests', async () => {
    writeFiles(data, oddCatalog());
    const { io, stderr, interrupt } = terminal();
    const ended = run({ ...io, argv: [...io.argv, '--port', String(await freePort())] });
    await until(() => address.test(stderr.text));
    expect(stderr.text).toContain('100%');
    const before = stderr.text.length;
    const [url = ''] = address.exec(stderr.text) ?? [];
    await ask(url, '/api/v1/categories/1/?page=9');
    writeFiles(data, oddCatalog(13));
    await until(() => stderr.text.slice(before).includes('Built 13 courses'));
    interrupt();
    expect(await ended).toBe(0);
    const lines = stderr.text.slice(before).split('\n');
    expect(lines[0]).toMatch(/^404 GET \/api\/v1\/categories\/1\/\?page=9 24 B \d+ ms$/u);
    expect(lines[1]).toMatch(/^Built 13 courses into /u);
    expect(lines.slice(2)).toEqual(['']);
  });

  it('ends with 70 and the stack where a rebuild fails by a bug', async () => {
    writeFiles(data, oddCatalog());
    let looks = 0;
    const { io, stderr } = terminal({
      get GITHUB_ACTIONS() {
        looks += 1;
        if (looks === 2) throw new TypeError('a bug in the second build');
        return undefined;
      },
    });
    const ended = run({ ...io, argv: [...io.argv, '--port', String(await freePort())] });
    await until(() => address.test(stderr.text));
    writeFiles(data, oddCatalog(13));
    expect(await ended).toBe(70);
    expect(stderr.text).toMatch(/This is a bug in course-catalog [^]+TypeError: a bug in the second build\n +at /u);
  });
});

/** Starts a preview of `home` at a free port. */
async function start(words: readonly string[], env: Record<string, string> = {}): Promise<Process> {
  return all.start(['preview', '--port', String(await freePort()), ...words], { cwd: home, env });
}

function isBuilding(): boolean {
  return readdirSync(home).some((name) => name.startsWith('.dist.building-'));
}

/** A terminal at which `preview --watch` was typed, in this process. */
function terminal(env: Readonly<Record<string, string | undefined>> = {}) {
  const signals = new EventEmitter();
  const stderr = new Sink(true);
  const io = {
    argv: ['node', 'course-catalog', 'preview', '--watch', '--data', data, '--out', out],
    env: Object.defineProperties({ NO_COLOR: '1' }, Object.getOwnPropertyDescriptors(env)),
    stdin: Readable.from([]),
    stdout: new Sink(false),
    stderr,
    cwd: () => home,
    once: (signal: string, listener: () => void) => signals.once(signal, listener),
    off: (signal: string, listener: () => void) => signals.off(signal, listener),
  };
  return { io, stderr, interrupt: () => signals.emit('SIGINT') };
}
