// The command as a real process: its streams, its exit codes, and how signals stop it.
import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import module from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateCatalog } from '../../scripts/generate-catalog.ts';
import { until } from '../preview/until.ts';

const run = promisify(execFile);
const bin = join(process.cwd(), 'lib/bin.js');
/** Without variables that a CI or a user may have set. */
const env = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '' };

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'course-catalog-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the process', () => {
  it('builds the sample catalog', async () => {
    const out = join(folder, 'sample');
    const { stdout, stderr } = await run('node', [bin, 'build', '--data', 'data', '--out', out], { env });
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^Built \d+ courses into /u);
    expect(existsSync(join(out, 'api/v1/courses/latest/index.json'))).toBe(true);
  });

  it('exits with the code of the failure', async () => {
    const args = [bin, 'check', '--data', join(folder, 'nothing')];
    await expect(run('node', args, { env })).rejects.toMatchObject({ code: 1, stdout: '' });
    await expect(run('node', [bin, 'chekc'], { env })).rejects.toMatchObject({ code: 2 });
  });

  it('caches compiled code for the next start if Node supports it', async () => {
    const place = mkdtempSync(join(folder, 'temporary-'));
    await run('node', [bin, '--version'], { env: { ...env, TMPDIR: place } });
    expect(readdirSync(place)).toEqual('enableCompileCache' in module ? ['node-compile-cache'] : []);
  });

  it('exits normally if the reader closes the pipe early', async () => {
    const piped = `node ${bin} check --json --data test/fixtures | true; echo "\${PIPESTATUS[0]}"`;
    const { stdout, stderr } = await run('bash', ['-c', piped], { env });
    expect({ stdout, stderr }).toEqual({ stdout: '1\n', stderr: '' });
  });

  it('ends at once on a second Ctrl-C, and the next build removes what the first was removing', async () => {
    const place = mkdtempSync(join(folder, 'interrupted-'));
    const [data, out] = [join(place, 'data'), join(place, 'dist')];
    generateCatalog({ courses: 6000, directory: data, seed: 1, files: 1 });
    const args = [bin, 'build', '--data', data, '--out', out, '--threads', '2', '--no-site'];
    const child = spawn('node', args, { env });
    const ended = new Promise<unknown>((resolve) => child.on('exit', (code, signal) => resolve(signal ?? code)));
    child.stderr.on('data', () => child.kill('SIGINT'));
    const staged = () => readdirSync(place).find((name) => existsSync(join(place, name, 'site/api/v1/courses/view')));
    await until(() => staged() !== undefined);
    child.kill('SIGINT');
    // On a fast disk all is removed before the second signal comes.
    expect(['SIGINT', 130]).toContain(await ended);
    await run('node', args, { env });
    expect(readdirSync(place).toSorted()).toEqual(['.dist.state', 'data', 'dist']);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'stops on %s and leaves the earlier build as it was, and nothing beside it',
    async (signal) => {
      const place = mkdtempSync(join(folder, 'interrupted-'));
      const [data, out] = [join(place, 'data'), join(place, 'dist')];
      await run('node', [bin, 'build', '--data', 'data', '--out', out, '--quiet'], { env });
      const before = readFileSync(join(out, 'api/v1/providers/index.json'), 'utf8');
      generateCatalog({ courses: 4000, directory: data, seed: 1, files: 1 });
      const child = spawn('node', [bin, 'build', '--data', data, '--out', out, '--threads', '2'], { env });
      const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
      let stderr = '';
      child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
      // By then two threads are working on the first of a dozen chunks.
      const view = 'site/api/v1/courses/view';
      const isAtWork = () => readdirSync(place).some((name) => existsSync(join(place, name, view)));
      await until(isAtWork);
      child.kill(signal);
      expect(await ended).toBe(signal === 'SIGINT' ? 130 : 143);
      expect(stderr).toMatch(
        /^stopping: removing what was written; Ctrl-C again .*\ninterrupted; nothing was changed\n$/u,
      );
      expect(readdirSync(place).toSorted()).toEqual(['.dist.state', 'data', 'dist']);
      expect(readFileSync(join(out, 'api/v1/providers/index.json'), 'utf8')).toBe(before);
    },
  );
});
