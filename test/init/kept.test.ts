// What init reports about existing files: correct warnings, and steps that lead to the requested setup.
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { it } from '../fixture.ts';
import { configFile } from '../../src/options/configuration.ts';
import { planInit } from '../../src/init/init.ts';
import { packageName } from '../../src/init/project.ts';
import type { HostName } from '../../src/hosts/hosts.ts';
import { courseCatalog } from '../cli/command.ts';
import { inFolder, writeFiles } from '../folders.ts';
import { commandLines } from './screen.ts';

const address = 'https://name.pages.dev';

function initIn(folder: string, host: HostName = 'cloudflare', baseUrl: string | undefined = address) {
  return planInit({ folder, host, baseUrl, version: '1.2.3' })();
}

async function beside(files: Record<string, string>, host?: HostName, baseUrl?: string) {
  return inFolder(async (folder) => {
    writeFiles(folder, files);
    return initIn(folder, host, baseUrl);
  });
}

describe('init beside a configuration', () => {
  it('lists the lines to change, and a build command that works without them', async ({ folder }) => {
    const at = (args: readonly string[]) => courseCatalog(args, { cwd: () => folder });
    await at(['init']);
    const { exitCode, stderr } = await at(['init', '--host', 'cloudflare', '--base-url', `${address}/`]);
    expect(exitCode).toBe(0);
    expect(stderr).toContain('it says "host": "http-server" and no "baseUrl"');
    expect(stderr).toContain(`change it to "host": "cloudflare", "baseUrl": "${address}"`);
    const build = commandLines(stderr).find(([name]) => name === 'build') ?? [];
    expect(build).toEqual(['build', '--host', 'cloudflare', '--base-url', address]);
    const out = join(folder, 'dist');
    const args = ['--data', join(folder, 'data'), '--out', out];
    expect(await at([...build, ...args])).toMatchObject({ exitCode: 0 });
    expect(readFileSync(join(out, 'api/v1/index.json'), 'utf8')).toContain(`"${address}/api/v1/`);
    expect(existsSync(join(out, '_worker.js'))).toBe(true);
  });

  it('gives the same as JSON', async ({ folder }) => {
    writeFiles(folder, { [configFile]: '{"host":"netlify","baseUrl":"https://a.example"}' });
    const { stdout } = await courseCatalog(['init', '--host', 'nginx', '--json'], { cwd: () => folder });
    expect(JSON.parse(stdout)).toMatchObject({
      ok: true,
      host: 'nginx',
      baseUrl: 'https://a.example',
      problems: [
        { level: 'warning', rule: 'init-kept', file: configFile, remedy: expect.stringMatching(/"host": "nginx"$/u) },
      ],
    });
  });

  it('prints no warning and no options if it already matches', async () => {
    const { warnings, next } = await beside({ [configFile]: `{"host":"cloudflare","baseUrl":"${address}/"}` });
    expect(warnings).toEqual([]);
    expect(next[2]).toContain('npx course-catalog build; ');
  });

  it('spells out only options that it lacks', async () => {
    const config = { [configFile]: `\ufeff{"host":"cloudflare","pageSize":5}` };
    const { warnings, next } = await beside(config);
    expect(warnings.map(({ finding }) => finding)).toEqual([expect.stringMatching(/it says no "baseUrl"$/u)]);
    expect(next[2]).toContain(`npx course-catalog build --base-url ${address}; `);
    const awkward = await beside(config, 'cloudflare', "https://a.example/it's(1)");
    expect(awkward.next[2]).toContain(String.raw`--base-url 'https://a.example/it'\''s(1)'; `);
  });

  it.each(['{', '[]', 'null', '{"host":7,"baseUrl":null}'])('treats %s as an empty configuration', async (text) => {
    const { warnings, next } = await beside({ [configFile]: text });
    expect(warnings[0]?.finding).toContain('no "host" and no "baseUrl"');
    expect(next[2]).toContain(`build --host cloudflare --base-url ${address}; `);
  });

  it('does not ask for an address that is configured, even if none was given', ({ folder }) => {
    writeFiles(folder, { [configFile]: '{"host":"nginx","baseUrl":"https://a.example"}' });
    const { warnings, next } = planInit({ folder, host: 'nginx', baseUrl: undefined, version: '1.0.0' })();
    expect(warnings).toEqual([]);
    expect(next[2]).not.toContain('baseUrl');
  });
});

it("init beside a file of the host's build service warns about a foreign file, but not about its own", async () => {
  const foreign = await beside({ 'netlify.toml': '[build]\n' }, 'netlify');
  expect(foreign.warnings).toMatchObject([{ file: 'netlify.toml', remedy: expect.stringContaining('netlify') }]);
  await inFolder(async (folder) => {
    initIn(folder, 'netlify');
    const text = readFileSync(join(folder, 'netlify.toml'), 'utf8');
    writeFiles(folder, { 'netlify.toml': text.replaceAll('\n', '\r\n') });
    expect(initIn(folder, 'netlify').warnings).toEqual([]);
  });
});

describe('init beside a package.json', () => {
  const packageWith = (dependency: string) => ({
    'package.json': JSON.stringify({ dependencies: { [packageName]: dependency } }),
  });

  it.each(['{}', '', `{"description":"not \\"${packageName}\\""}`, `{"keywords":["${packageName}"]}`])(
    'prints how to install the command if it is not a dependency: %s',
    async (text) => {
      const { next } = await beside({ 'package.json': text });
      expect(next[0]).toContain(`npm install ${packageName} `);
    },
  );

  it('completes one with nothing but dependencies, as npm install makes it, and no other', ({ folder }) => {
    const bare = packageWith('file:x.tgz');
    writeFiles(folder, bare);
    expect(initIn(folder).written).toContain('package.json');
    const scripts: unknown = expect.objectContaining({ check: 'course-catalog check' });
    const text = () => readFileSync(join(folder, 'package.json'), 'utf8');
    expect(JSON.parse(text())).toMatchObject({ ...JSON.parse(bare['package.json']), scripts });
    expect(initIn(folder).kept).toContain('package.json');
    const own = JSON.stringify({ ...JSON.parse(bare['package.json']), name: 'ours' });
    writeFiles(folder, { 'package.json': own });
    expect(initIn(folder).kept).toContain('package.json');
    expect(text()).toBe(own);
  });

  it('prints the same if it cannot be read', ({ folder }) => {
    mkdirSync(join(folder, 'package.json'));
    expect(initIn(folder).next[0]).toContain(`npm install ${packageName} `);
  });

  it('asks to install the dependencies unless they are installed', async () => {
    const files = packageWith('^1.0.0');
    expect((await beside(files)).next[0]).toMatch(/: npm install, and commit package-lock\.json with/u);
    const installed = { ...files, [`node_modules/${packageName}/package.json`]: '{}' };
    expect((await beside(installed)).next[0]).toMatch(/^The command is installed: commit package-lock\.json with/u);
  });

  it.each(['file:../x.tgz', 'file:/tmp/x.tgz', 'file:///tmp/x.tgz', 'file:a/../../x.tgz', 'file:..'])(
    'warns about %s, which is outside the folder',
    async (dependency) => {
      const { warnings } = await beside(packageWith(dependency));
      expect(warnings).toMatchObject([{ file: 'package.json', remedy: expect.stringContaining('./NAME.tgz') }]);
      expect(warnings[0]?.finding).toContain(`"${dependency}"`);
    },
  );

  it.each(['file:x.tgz', 'file:./packages/x.tgz', 'file:..x.tgz'])('asks to commit %s as well', async (dependency) => {
    const { warnings, next } = await beside(packageWith(dependency));
    expect(warnings).toEqual([]);
    expect(next[0]).toContain('commit package-lock.json and the .tgz');
  });
});
