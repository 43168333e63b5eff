// The browser: every way in which starting it can fail is reported, and none is thrown.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { openBrowser } from '../../src/preview/browser.ts';
import { until } from './until.ts';

const script = (code: string, url: string) => spawn(process.execPath, ['--eval', code, url]);

describe('a browser', () => {
  it.each<[string, (url: string) => Promise<ChildProcess>, RegExp]>([
    ['cannot be started without a launcher', () => started(spawn('/nowhere/xdg-open')), /ENOENT/u],
    ['fails before it runs', async () => spawn('/nowhere/xdg-open'), /ENOENT/u],
    ['is not found by its launcher', async (url) => script('process.exit(3)', url), /^its launcher exited with 3$/u],
    ['exits while it is waited for', (url) => ended(script('process.exit(4)', url)), /^its launcher exited with 4$/u],
    ['is not supported on this system', () => Promise.reject(new Error('no such system')), /^no such system$/u],
  ])('that %s is reported once', async (_, start, reason) => {
    const reasons: string[] = [];
    await openBrowser('http://127.0.0.1:1', (one) => reasons.push(one), start);
    await until(() => reasons.length > 0);
    expect(reasons).toEqual([expect.stringMatching(reason)]);
  });

  it('that starts is not reported', async () => {
    const reasons: string[] = [];
    const children: ChildProcess[] = [];
    await openBrowser(
      'http://127.0.0.1:1',
      (one) => reasons.push(one),
      async (url) => {
        const child = script('if (process.argv[1] !== "http://127.0.0.1:1") process.exit(1)', url);
        children.push(child);
        return child;
      },
    );
    await Promise.all(children.map((child) => once(child, 'close')));
    expect(children.map(({ exitCode }) => exitCode)).toEqual([0]);
    expect(reasons).toEqual([]);
  });
});

/** As `open` returns it: a promise of a running process. */
async function started(child: ChildProcess): Promise<ChildProcess> {
  await once(child, 'spawn');
  return child;
}

/** As `open` returns it on Windows. */
async function ended(child: ChildProcess): Promise<ChildProcess> {
  await once(child, 'close');
  return child;
}
