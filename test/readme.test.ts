// The README: its commands run in their order as they stand there, in a clone and in a new folder beside it, and in one from the packed tarball.
import { execFile, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import fs from 'fs-extra';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blocksOf, sectionOf } from './documentation/markdown.ts';
import { removeFolder } from './helpers/folders.ts';
import { isMissing, neededFor, pathOf } from './helpers/programs.ts';

const run = promisify(execFile);
const settings = {
  npm_config_yes: 'true',
  npm_config_prefer_offline: 'true',
  npm_config_audit: 'false',
  npm_config_fund: 'false',
};

// Some RAM disks do not allow programs to be executed.
const home = fs.mkdtempSync(join(fs.realpathSync(tmpdir()), 'course-catalog-'));
const clone = join(home, 'static-course-catalog');
const env = { ...process.env, ...settings };
afterAll(() => removeFolder(home));

const start = sectionOf('README.md', 'Start a catalog of your own');
const inClone = commandsIn(sectionOf('README.md', 'In a clone'));
const inFolder = commandsIn(start);
/** While the preview runs. */
const beside = blocksOf(start, '').slice(1).join('').trimEnd().split('\n');
const [fromTarball = ''] = /npx \.\/\S+\.tgz init courses\.xlsx/u.exec(start) ?? [];

beforeAll(async () => {
  if (isMissing('git')) return;
  const { stdout } = await run(pathOf('git'), ['ls-files', '-z', '--cached', '--others', '--exclude-standard']);
  for (const path of stdout.split('\0').filter((one) => one !== '' && fs.existsSync(one)))
    fs.copySync(path, join(clone, path));
});

describe.skipIf(isMissing('git') || isMissing('curl'))(`the README${neededFor('git')}${neededFor('curl')}`, () => {
  it('names what to do beside the preview', () => {
    expect(beside.map((line) => line.split(' ')[0])).toEqual(['curl', 'npx']);
  });

  it('names what a clone can do, which does it', async () => {
    const [build = '', test, preview = '', ...others] = inClone;
    expect([build, test, others]).toEqual(['npm ci && npm run build', 'npm ci && npm test', []]);
    expect((await shell(build, clone)).stderr).toMatch(/Built \d+ courses into dist: \d+ files/u);
    expect(await previewed(preview, clone)).toMatchObject({ status: 200 });
  });

  it('begins a catalog beside the clone', async () => {
    const [init = '', ...others] = inFolder;
    const status = await follow([init, ...others], join(home, 'beside'), 'file:../static-course-catalog');
    expect(status).toBe(200);
  });

  it('begins a catalog from the tarball', async () => {
    await shell('npm run package', clone);
    const folder = join(home, 'tarball');
    const name = fs.readdirSync(clone).find((file) => file.endsWith('.tgz')) ?? '';
    fs.moveSync(join(clone, name), join(folder, name));
    expect(await follow([fromTarball, ...inFolder.slice(1)], folder, `file:./${name}`)).toBe(200);
  });
});

/** Runs the commands in a folder with nothing but a spreadsheet and perhaps the tarball, looks at what comes of each, and returns what the preview answers. */
async function follow(commands: readonly string[], folder: string, dependency: string): Promise<number> {
  const [init = '', install = '', check = '', build = '', preview = '', ...others] = commands;
  expect(others).toEqual([]);
  fs.ensureDirSync(folder);
  fs.copyFileSync('test/import/spreadsheets/german.xlsx', join(folder, 'courses.xlsx'));
  // The dates of the list are those of its courses, not of publication: on a terminal, init would ask for one.
  await shell(`${init} --default-date 2024-05-01`, folder);
  const { dependencies } = fs.readJsonSync(join(folder, 'package.json'));
  expect(dependencies).toEqual({ 'static-course-catalog': dependency });
  await shell(install, folder);
  expect((await shell(check, folder)).stderr).toContain('data is valid: 3 courses');
  expect((await shell(build, folder)).stderr).toContain('Built 3 courses into dist: ');
  return (await previewed(preview, folder)).status;
}

function commandsIn(section: string): string[] {
  const [block = ''] = blocksOf(section, '');
  return block
    .trimEnd()
    .split('\n')
    .map((line) => line.replace(/ +#.*/u, ''));
}

async function shell(command: string, cwd: string) {
  return run('sh', ['-c', command], { cwd, env, maxBuffer: 2 ** 24 });
}

/** Starts a preview, runs the commands for another terminal with the address that it prints, and ends it; returns its newest courses. */
async function previewed(command: string, cwd: string) {
  const preview = spawn('sh', ['-c', command], { cwd, env, detached: true });
  try {
    for await (const chunk of preview.stderr.setEncoding('utf8')) {
      const [address] = /http:\/\/127\.0\.0\.1:\d+(?=\/api\/v1\/)/u.exec(String(chunk)) ?? [];
      if (address === undefined) continue;
      for (const line of beside) await shell(line.replace('http://127.0.0.1:8080', address), cwd);
      return await fetch(`${address}/api/v1/courses/latest/`);
    }
    throw new Error('the preview has ended');
  } finally {
    // Its group: npm starts a shell, which starts the command.
    process.kill(-(preview.pid ?? 0), 'SIGTERM');
  }
}
