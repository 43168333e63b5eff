// The command as a real process: interrupted, and installed from its tarball in an empty folder.
import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateCatalog } from '../../scripts/generate-catalog.ts';

const run = promisify(execFile);
const bin = join(process.cwd(), 'lib/bin.js');
/** Without what a CI or a person may have set. */
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

  it('ends with the code of what went wrong', async () => {
    const words = [bin, 'check', '--data', join(folder, 'nothing')];
    await expect(run('node', words, { env })).rejects.toMatchObject({ code: 1, stdout: '' });
    await expect(run('node', [bin, 'chekc'], { env })).rejects.toMatchObject({ code: 2 });
  });

  it('minds nothing when nobody reads to the end', async () => {
    const piped = `node ${bin} check --json --data test/fixtures | true; echo "\${PIPESTATUS[0]}"`;
    const { stdout, stderr } = await run('bash', ['-c', piped], { env });
    expect({ stdout, stderr }).toEqual({ stdout: '1\n', stderr: '' });
  });

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'ends on %s and leaves the build that was there, and nothing beside it',
    async (signal) => {
      const place = mkdtempSync(join(folder, 'interrupted-'));
      const [data, out] = [join(place, 'data'), join(place, 'dist')];
      await run('node', [bin, 'build', '--data', 'data', '--out', out, '--quiet'], { env });
      const before = readFileSync(join(out, 'api/v1/providers/index.json'), 'utf8');
      generateCatalog({ courses: 60_000, directory: data, seed: 1, files: 1 });
      const child = spawn('node', [bin, 'build', '--data', data, '--out', out], { env });
      const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
      let said = '';
      child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
      while (!readdirSync(place).some((name) => name.startsWith('.dist.building-'))) await pause(10);
      await pause(200);
      child.kill(signal);
      expect(await ended).toBe(signal === 'SIGINT' ? 130 : 143);
      expect(said).toContain('interrupted; nothing was changed');
      expect(readdirSync(place).toSorted()).toEqual(['.dist.state', 'data', 'dist']);
      expect(readFileSync(join(out, 'api/v1/providers/index.json'), 'utf8')).toBe(before);
    },
  );
});

describe('the package', () => {
  it('works from its tarball in an empty folder, on a catalog kept there', async () => {
    const home = mkdtempSync(join(folder, 'home-'));
    const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', home]);
    const [packed]: { filename: string; files: { path: string }[] }[] = JSON.parse(stdout);
    const paths = packed?.files.map(({ path }) => path) ?? [];
    expect(paths).toEqual(expect.arrayContaining(['lib/bin.js', 'lib/digest.txt']));
    expect(paths.filter((path) => /^(?:src|test|data|scripts)\//u.test(path))).toEqual([]);
    const quietly = ['--no-audit', '--no-fund', '--prefer-offline'];
    await run('npm', ['install', ...quietly, join(home, packed?.filename ?? '')], { cwd: home });
    generateCatalog({ courses: 100, directory: join(home, 'data'), seed: 1, files: 1 });
    writeFileSync(
      join(home, 'course-catalog.config.json'),
      '{"baseUrl": "https://courses.example.org/", "out": "site"}',
    );
    const build = await run('npx', ['course-catalog', 'build', '--json'], { cwd: home, env });
    expect(JSON.parse(build.stdout)).toMatchObject({ ok: true, courses: 100, out: 'site' });
    expect(readFileSync(join(home, 'site/api/v1/index.json'), 'utf8')).toContain(
      '"https://courses.example.org/api/v1/providers/"',
    );
    const large = ['--data', join(home, 'large'), '--threads', '2', '--json'];
    generateCatalog({ courses: 3000, directory: join(home, 'large'), seed: 1, files: 1 });
    const threads = await run('npx', ['course-catalog', 'check', ...large], { cwd: home, env });
    expect(JSON.parse(threads.stdout)).toMatchObject({ ok: true, courses: 3000 });
  });
});

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
