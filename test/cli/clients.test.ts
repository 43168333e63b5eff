// The commands `preview`, `verify`, `hosts` and `init` as real processes, in the order in which a user meets them.
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect } from 'vitest';
import { hostNames, hosts } from '../../src/hosts/hosts.ts';
import { it } from '../fixture.ts';
import { writeFiles } from '../folders.ts';
import { httpServerCommand, start } from '../hosts/servers/server.ts';
import { freePort } from '../ports.ts';
import { bin, plainEnv as env, processes } from '../preview/process.ts';
import { words } from '../words.ts';
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

  it('init overwrites nothing and takes its answers from flags without a terminal', async ({ folder: home }) => {
    writeFiles(home, { '.gitignore': 'mine', 'data/providers.json': '[]' });
    const { exitCode, stdout } = await courseCatalog('init --json', { cwd: () => home });
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, host: 'http-server', baseUrl: null });
    expect(readFileSync(join(home, '.gitignore'), 'utf8')).toBe('mine');
    expect(readdirSync(join(home, 'data'))).toEqual(['providers.json']);
  });
});

describe('verify', () => {
  it('tells what to do if a host ignores the query, and exits with 1', async ({ folder: home }) => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const args = words`build --data ${resolve('data')} --base-url ${url} --quiet`;
    await run('node', [bin, ...args], { env, cwd: home });
    const host = await start(httpServerCommand, [{ root: join(home, 'dist'), prefix: '', port }], home);
    try {
      const { exitCode, stderr } = await courseCatalog(`verify ${url} --sample 3`);
      expect(exitCode).toBe(1);
      expect(stderr).toContain('the host ignores ?page=; build with --page-links path');
      expect(stderr).toMatch(/curl \S.*\?page=2/u);
    } finally {
      await host.stop();
    }
  });

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
  expect(stderr).toContain('preview-folder: build first: npx course-catalog build');
});

describe('hosts', () => {
  it('lists every host with its abilities, its limits and the proof of them', async () => {
    const { exitCode, stdout, stderr } = await courseCatalog('hosts');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    for (const name of hostNames) {
      const { can, pageLinks, limits, proof } = hosts[name];
      expect(stdout).toMatch(new RegExp(`^${[name, pageLinks, ...Object.values(can)].join(' +')} `, 'mu'));
      expect(stdout).toContain(limits);
      expect(stdout).toContain(proof.by);
    }
  });

  it('prints which hosts send compressed files, and which compress by themselves', async () => {
    const { stdout } = await courseCatalog('hosts');
    expect(stdout.split('\n').filter((line) => line.includes('compress'))).toEqual([
      '    sends gzip and brotli files of --precompress',
      '    sends gzip files of --precompress; compresses all else on the way with gzip',
      '    needs mod_rewrite, mod_headers, mod_mime and AllowOverride FileInfo; compresses with mod_deflate only',
      '    sends gzip and brotli files of --precompress; compresses all else on the way with gzip',
      '    sends gzip and brotli files of --precompress; compresses all else on the way with gzip',
      '    sends gzip and brotli files of --precompress',
    ]);
  });

  it('gives the same as JSON', async () => {
    const { stdout } = await courseCatalog('hosts --json');
    const result: { hosts: { name: string; sends: string[]; compresses: string[] }[] } = JSON.parse(stdout);
    expect(result.hosts.map(({ name }) => name)).toEqual(hostNames);
    const compressing = result.hosts.filter(({ compresses }) => compresses.includes('gzip'));
    expect(compressing.map(({ name }) => name)).toEqual(['nginx', 'apache', 'caddy']);
    expect(result.hosts.find(({ name }) => name === 'nginx')?.sends).toEqual(['gzip']);
  });
});
