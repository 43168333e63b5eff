// The commands `preview`, `verify`, `hosts` and `init` as real processes, in the order in which a user meets them.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterEach, describe, expect, onTestFinished } from 'vitest';
import { hostNames, hosts } from '../../src/hosts/hosts.ts';
import { it } from '../helpers/fixture.ts';
import { freePort } from '../helpers/ports.ts';
import { bin, plainEnv as env, processes, plainEnv } from '../preview/process.ts';
import { startService, type Defect, type Service } from '../verify/service.ts';
import { words } from '../helpers/words.ts';
import { courseCatalog } from './command.ts';

const run = promisify(execFile);
const all = processes();
afterEach(async () => all.endAll());

describe('starting in an empty folder', () => {
  it('init, check, preview --watch and verify produce a conforming API', async ({ folder: home }) => {
    const args = words`init --host nginx --base-url https://courses.example.org`;
    const { stdout, stderr } = await run('node', [bin, ...args], { env, cwd: home });
    expect(stdout).toBe('');
    expect(stderr).toContain('wrote course-catalog.config.json\n');
    await run('node', [bin, 'check'], { env, cwd: home });

    const preview = all.start(['preview', '--watch', '--port', String(await freePort())], { cwd: home });
    const [url = ''] = await preview.waitFor(/http:\/\/127\.0\.0\.1:\d+(?=\/api\/v1\/)/u);
    const verified = await run('node', [bin, 'verify', url, '--json'], { env, cwd: home });
    expect(JSON.parse(verified.stdout)).toMatchObject({ ok: true, url });

    const name = readdirSync(join(home, 'data')).find((one) => one.startsWith('providers')) ?? '';
    const providers = join(home, 'data', name);
    const sound = readFileSync(providers, 'utf8');
    writeFileSync(providers, `${sound}\n{]`);
    await preview.waitFor(/still serving the last good build/u);
    const still = await fetch(`${url}/api/v1/providers/`);
    expect({ status: still.status, text: await still.text() }).toMatchObject({ status: 200 });
    const [firstName = ''] = /(?<=name: ).+/u.exec(sound) ?? [];
    writeFileSync(providers, sound.replace(firstName, 'A new name'));
    await preview.waitFor(/Built \d+ courses[^]+Built \d+ courses/u);
    expect(await (await fetch(`${url}/api/v1/providers/`)).text()).toContain('A new name');

    expect(await preview.end('SIGINT')).toBe(0);
  });
});

describe('verify', () => {
  it('requires an address that can be parsed', async () => {
    expect(await courseCatalog('verify')).toMatchObject({ exitCode: 2 });
    const { exitCode, stderr } = await courseCatalog('verify courses.example.org');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('did you mean https://courses.example.org?');
  });
});

it('preview prints how to build if the folder has no build', async ({ folder: home }) => {
  const { exitCode, stderr } = await courseCatalog(`preview --out ${home}`);
  expect(exitCode).toBe(1);
  expect(stderr).toContain('preview-folder: build first: npx --no static-course-catalog build');
});

describe('hosts', () => {
  it('lists every host with its capabilities, its limits and the evidence for them', async () => {
    const { exitCode, stdout, stderr } = await courseCatalog('hosts');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    for (const name of hostNames) {
      const { capabilities, pageLinks, limitsText: limits, evidence } = hosts[name];
      expect(stdout).toMatch(new RegExp(`^${[name, pageLinks, ...Object.values(capabilities)].join(' +')} `, 'mu'));
      expect(stdout).toContain(limits);
      expect(stdout).toContain(evidence.by);
    }
  });

  it('prints which hosts send compressed files, and which compress by themselves', async () => {
    const { stdout } = await courseCatalog('hosts');
    expect(stdout.split('\n').filter((line) => line.includes('compress'))).toEqual([
      '    sends gzip files of --precompress; compresses all else on the way with gzip',
      '    needs mod_rewrite, mod_headers, mod_mime and AllowOverride FileInfo; compresses with mod_deflate only',
      '    sends gzip and brotli files of --precompress; compresses all else on the way with gzip',
      '    sends gzip and brotli files of --precompress; compresses all else on the way with gzip',
      '    sends gzip and brotli files of --precompress',
    ]);
  });

  it('gives the same as JSON', async () => {
    const { stdout } = await courseCatalog('hosts --json');
    const result: { hosts: { name: string; precompressedEncodings: string[]; dynamicEncodings: string[] }[] } =
      JSON.parse(stdout);
    expect(result.hosts.map(({ name }) => name)).toEqual(hostNames);
    const compressing = result.hosts.filter(({ dynamicEncodings }) => dynamicEncodings.includes('gzip'));
    expect(compressing.map(({ name }) => name)).toEqual(['nginx', 'apache', 'caddy']);
    expect(result.hosts.find(({ name }) => name === 'nginx')?.precompressedEncodings).toEqual(['gzip']);
  });
});

async function serviceWith(defect?: Defect): Promise<Service> {
  const service = await startService(defect);
  onTestFinished(async () => service.close());
  return service;
}

/** Starts a shell command line in which `verify` stands for the command; signals reach the command. */
function begin(line: string) {
  const call = ['-c', `verify() { node ${bin} verify "$@"; }; ${line}`];
  const child = spawn('bash', call, { env: plainEnv, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const outputs = Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]);
  const ended = outputs.then(([, stdout, stderr]) => ({ exitCode: child.exitCode, stdout, stderr }));
  return { child, ended };
}

const shell = async (line: string) => begin(line).ended;

describe('Ctrl-C', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('as %s interrupts verify while a host does not answer; the exit code is %i', async (signal, exitCode) => {
    let onRequest: () => void = () => {};
    const requested = new Promise<void>((done) => (onRequest = done));
    const { base } = await serviceWith((reply, { path }) => {
      if (!path.startsWith('courses/view/')) return reply;
      onRequest();
      return undefined;
    });
    const { child, ended } = begin(`exec node ${bin} verify ${base}`);
    await requested;
    child.kill(signal);
    const outcome = { exitCode, stdout: '', stderr: 'interrupted; nothing was changed\n' };
    expect(await ended).toEqual(outcome);
  });

  it('interrupts the wait that a host requested', async () => {
    let onRequest: () => void = () => {};
    const requested = new Promise<void>((done) => (onRequest = done));
    const { base } = await serviceWith((reply, { path }) => {
      if (path !== 'providers/') return reply;
      setImmediate(onRequest);
      return { ...reply, status: 429, headers: { 'Retry-After': '250' } };
    });
    const { child, ended } = begin(`exec node ${bin} verify ${base}`);
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

  it('is one line of JSON with --json, and nothing else, whatever the address ends with', async () => {
    const { base } = await serviceWith();
    const { stdout, ...rest } = await shell(`verify '${base}/api/v1/categories/10/?page=2' --json --limit 2`);
    expect(rest).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout.trimEnd().split('\n')).toHaveLength(1);
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, url: base, advice: [] });
  });

  it('states that the host could not be reached', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const { exitCode, stderr } = await shell(`verify ${url}`);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('The API could not be reached');
    expect(stderr).not.toContain('The API does not conform');
  });

  it('makes it exit with 1 and one line if it cannot be written', async () => {
    const { base } = await serviceWith();
    const outcome = await shell(`verify ${base} --json --limit 1 > /dev/full`);
    expect(outcome).toMatchObject({ exitCode: 1, stdout: '' });
    expect(outcome.stderr).toMatch(/^error: stdout could not be written: ENOSPC.*\n$/u);
    expect(await shell(`verify ${base} --limit 1 2> /dev/full`)).toMatchObject({ exitCode: 1 });
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

it('verify refuses an address with a user in it', async () => {
  const { exitCode, stderr } = await courseCatalog('verify https://ada:secret@courses.example/api/v1/?page=2');
  expect(exitCode).toBe(2);
  expect(stderr).toContain('<url>: expected an address without');
});
