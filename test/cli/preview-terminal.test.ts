// The command `preview` on a terminal: what it shows while it builds and serves, and how it exits.
import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { run } from '../../src/cli.ts';
import { siteForEach } from '../build/each-site.ts';
import { writeFiles } from '../folders.ts';
import { freePort } from '../ports.ts';
import { ask } from '../preview/ask.ts';
import { oddCatalog } from '../preview/site.ts';
import { until } from '../preview/until.ts';
import { Sink } from './command.ts';

const address = /http:\/\/127\.0\.0\.1:\d+(?=\/api\/v1\/)/u;
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
    expect(stderr.text).toMatch(/This is a bug in course-catalog [^]+TypeError: a bug in the second build\n +at /u);
  });
});

/** A fake terminal in this process, with `preview --watch` as its arguments. */
function terminal(env: Readonly<Record<string, string | undefined>> = {}) {
  const signals = new EventEmitter();
  const stderr = new Sink(true);
  const io = {
    argv: ['node', 'course-catalog', 'preview', '--watch', '--data', site.data, '--out', site.out],
    env: Object.defineProperties({ NO_COLOR: '1' }, Object.getOwnPropertyDescriptors(env)),
    stdin: Readable.from([]),
    stdout: new Sink(false),
    stderr,
    cwd: () => site.folder,
    once: (signal: string, listener: () => void) => signals.once(signal, listener),
    off: (signal: string, listener: () => void) => signals.off(signal, listener),
  };
  return { io, stderr, interrupt: () => signals.emit('SIGINT') };
}
