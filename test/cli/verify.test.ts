// The command `verify` as real processes: interrupted, with a closed or full output, and with an address copied from a browser.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../ports.ts';
import { bin, plainEnv } from '../preview/process.ts';
import { startService, type Defect, type Service } from '../verify/service.ts';
import { courseCatalog } from './command.ts';

async function serviceWith(defect?: Defect): Promise<Service> {
  const service = await startService(defect);
  onTestFinished(async () => service.close());
  return service;
}

/** Starts a shell command line in which `verify` stands for the command; signals reach the command. */
function start(line: string) {
  const words = ['-c', `verify() { node ${bin} verify "$@"; }; ${line}`];
  const child = spawn('bash', words, { env: plainEnv, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const outputs = Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]);
  const ended = outputs.then(([, stdout, stderr]) => ({ exitCode: child.exitCode, stdout, stderr }));
  return { child, ended };
}

const shell = async (line: string) => start(line).ended;

describe('Ctrl-C', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('as %s interrupts verify while a host does not answer; the exit code is %i', async (signal, exitCode) => {
    let onRequest: () => void = () => {};
    const requested = new Promise<void>((resolve) => (onRequest = resolve));
    const { base } = await serviceWith((reply, { path }) => {
      if (!path.startsWith('courses/view/')) return reply;
      onRequest();
      return undefined;
    });
    const { child, ended } = start(`exec node ${bin} verify ${base} --timeout 600`);
    await requested;
    child.kill(signal);
    const outcome = { exitCode, stdout: '', stderr: 'interrupted; nothing was changed\n' };
    expect(await ended).toEqual(outcome);
  });

  it('interrupts the wait that a host requested', async () => {
    let onRequest: () => void = () => {};
    const requested = new Promise<void>((resolve) => (onRequest = resolve));
    const { base } = await serviceWith((reply, { path }) => {
      if (path !== 'providers/') return reply;
      setImmediate(onRequest);
      return { ...reply, status: 429, headers: { 'Retry-After': '250' } };
    });
    const { child, ended } = start(`exec node ${bin} verify ${base}`);
    await requested;
    child.kill('SIGINT');
    expect(await ended).toMatchObject({ exitCode: 130 });
  });
});

describe('the output of verify', () => {
  it('is empty with --quiet if the API conforms, and what is wrong if not', async () => {
    const whole = await serviceWith();
    expect(await shell(`verify ${whole.base} --quiet`)).toEqual({ exitCode: 0, stdout: '', stderr: '' });
    const broken = await serviceWith((reply, { method }) => (method === 'HEAD' ? { ...reply, status: 404 } : reply));
    const outcome = await shell(`verify ${broken.base} --quiet`);
    expect(outcome).toMatchObject({ exitCode: 1, stdout: '' });
    expect(outcome.stderr).toMatch(
      /^✗ head: [^\n]*\n(?: {4}[^\n]*\n)+http:[^\n]*\nThe API does not conform: [^\n]*\n$/u,
    );
  });

  it('is one line of JSON with --json, and nothing else', async () => {
    const { base } = await serviceWith();
    const { stdout, ...rest } = await shell(`verify ${base} --json --sample 2`);
    expect(rest).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout.trimEnd().split('\n')).toHaveLength(1);
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, url: base, advice: [] });
  });

  it('states that the host could not be reached', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const { exitCode, stderr } = await shell(`verify ${url} --retries 0`);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('The API could not be reached');
    expect(stderr).not.toContain('The API does not conform');
  });

  it('may go to a closed pipe', async () => {
    const { base } = await serviceWith();
    const { stdout, stderr } = await shell(`verify ${base} --json --sample 1 | true; echo "\${PIPESTATUS[0]}"`);
    expect({ stdout, stderr }).toEqual({ stdout: '0\n', stderr: '' });
  });

  it('makes it exit with 70 and one line if it cannot be written', async () => {
    const { base } = await serviceWith();
    const outcome = await shell(`verify ${base} --json --sample 1 > /dev/full`);
    expect(outcome).toMatchObject({ exitCode: 70, stdout: '' });
    expect(outcome.stderr).toMatch(/^error: the output could not be written: ENOSPC.*\n$/u);
    expect(await shell(`verify ${base} --sample 1 2> /dev/full`)).toMatchObject({ exitCode: 70 });
  });

  it('shows on a terminal that it is waiting, and for how long', async () => {
    let isBusy = true;
    const { base } = await serviceWith((reply, { path }) => {
      if (!isBusy || !path.startsWith('courses/view/')) return reply;
      isBusy = false;
      return { ...reply, status: 429, headers: { 'Retry-After': '1' } };
    });
    const { exitCode, stderr } = await courseCatalog(`verify ${base}`, { isTTY: true, env: { NO_COLOR: '1' } });
    expect(exitCode).toBe(0);
    expect(stderr).toContain('waiting 1 s as the host requested');
  });
});

describe('an address', () => {
  it.each(['/api/v1/categories/10/?page=2', '/api/v1/', '/?x=1#top', '/'])(
    'may end with %s, as a browser shows it',
    async (end) => {
      const { base } = await serviceWith();
      const { exitCode, stdout } = await courseCatalog(`verify ${base}${end} --json --sample 1`);
      expect(exitCode).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({ url: base });
    },
  );

  it('with a user in it is refused', async () => {
    const { exitCode, stderr } = await courseCatalog('verify https://ada:secret@courses.example/api/v1/?page=2');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('<url>: takes an address without');
  });
});
