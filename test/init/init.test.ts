// Init: it writes a valid catalog for each host, leaves existing files alone, and reports what they lack for the requested setup.
import { chmodSync, mkdirSync, readdirSync, readFileSync, symlinkSync, existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect } from 'vitest';
import { parse } from 'yaml';
import { hostNames, hosts, type HostName } from '../../src/hosts/hosts.ts';
import { planInit } from '../../src/cli/init/init.ts';
import { packageName } from '../../src/cli/init/project.ts';
import { configFile, resolveOptions } from '../../src/options/configuration.ts';
import { check } from '../../src/build/check.ts';
import { runBuild } from '../build/run.ts';
import { courseCatalog } from '../cli/command.ts';
import { it } from '../helpers/fixture.ts';
import { asAnyone, inFolder, snapshot, writeFiles } from '../helpers/folders.ts';
import { commandLines } from './screen.ts';
import { pageFields } from '../../src/catalog/fields.ts';

const tool = JSON.parse(readFileSync('package.json', 'utf8'));

function initIn(folder: string, host: HostName = 'preview', baseUrl?: string) {
  return planInit({ folder, host, baseUrl, version: '1.2.3' })();
}

function optionsIn(folder: string) {
  const config = readFileSync(join(folder, configFile), 'utf8');
  return resolveOptions({ flags: {}, environment: {}, config }).options;
}

describe.each(hostNames)('init for %s in an empty folder', (host) => {
  it('writes a catalog that is valid and builds without a warning', async ({ folder }) => {
    initIn(folder, host, 'https://courses.example.org');
    const chosen = optionsIn(folder);
    expect(chosen).toMatchObject({ host, baseUrl: 'https://courses.example.org' });
    const data = join(folder, chosen.data);
    const signal = new AbortController().signal;
    const { summary, warnings } = await check(
      { data, pageSize: 25, fields: pageFields, threads: 1 },
      { onProgress: () => {}, signal },
    );
    expect(warnings).toEqual([]);
    expect(summary).toMatchObject({ courses: 6, providers: 3, categories: 6, languages: 2 });
    const { baseUrl, pageLinks, indexFile } = chosen;
    const out = join(folder, chosen.out);
    const result = await runBuild({ data, out, chosen: { host, baseUrl, pageLinks, indexFile } });
    expect(result.warnings).toEqual([]);
    expect(result.courses).toBe(6);
  });

  it('leaves the base URL open if it is not decided', ({ folder }) => {
    initIn(folder, host);
    expect(JSON.parse(readFileSync(join(folder, configFile), 'utf8'))).toEqual({
      $schema: './node_modules/static-course-catalog/lib/published/schemas/source/configuration.json',
      host,
      dumps: ['ndjson'],
      maxRemoved: '10%',
    });
  });

  it('names every file that it wrote, and does nothing the second time', ({ folder }) => {
    const { written, kept, next } = initIn(folder, host);
    const before = snapshot(folder);
    expect(kept).toEqual([]);
    expect(written.toSorted()).toEqual([...before].filter(([, text]) => text !== 'folder').map(([path]) => path));
    expect(next.length).toBeGreaterThanOrEqual(2);
    expect(next.length).toBeLessThanOrEqual(3);
    const again = initIn(folder, host);
    expect(again).toMatchObject({ written: [], warnings: [] });
    expect(again.kept).toEqual([...written.filter((path) => !path.startsWith('data/')), 'data']);
    expect(snapshot(folder)).toEqual(before);
  });

  it('overwrites nothing: files with the same names are unchanged to the byte', async ({ folder }) => {
    const { written } = await inFolder(async (other) => initIn(other, host));
    const foreign = '{ "mine": "\u00ff" }\r\n';
    writeFiles(folder, Object.fromEntries(written.map((path) => [path, foreign])));
    const before = snapshot(folder);
    const result = initIn(folder, host);
    expect(result.written).toEqual([]);
    expect(result.kept).toContain('data');
    expect(snapshot(folder)).toEqual(before);
  });
});

describe('init', () => {
  it('requires this version of the package, and the Node versions that the package supports', ({ folder }) => {
    initIn(folder);
    const written = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    expect(written).toMatchObject({ private: true, dependencies: { [tool.name]: '^1.2.3' }, engines: tool.engines });
    expect(Object.keys(written.scripts)).toEqual(['build', 'check', 'import', 'preview', 'verify']);
    for (const script of Object.values<string>(written.scripts)) {
      expect(script.split(' ')[0]).toBe(Object.keys(tool.bin)[0]);
    }
  });

  it('creates the folder that it is given', ({ folder }) => {
    const deep = join(folder, 'a', 'b');
    expect(initIn(deep).written).toContain('data/providers.yaml');
    expect(snapshot(deep).has('data/courses/mit.yaml')).toBe(true);
  });

  it('keeps an existing catalog, whatever its files are named, and adds the rest', ({ folder }) => {
    writeFiles(folder, { 'data/providers.csv': 'id,name\n1,Our university\n', 'notes.txt': 'mine' });
    const { written, kept } = initIn(folder);
    expect(kept).toEqual(['data']);
    expect(written).toEqual(['README.md', configFile, 'package.json', '.gitignore']);
    expect(readdirSync(join(folder, 'data'))).toEqual(['providers.csv']);
  });

  it('keeps a dangling link', ({ folder }) => {
    symlinkSync(join(folder, 'elsewhere'), join(folder, 'README.md'));
    expect(initIn(folder).kept).toEqual(['README.md']);
    expect(() => readFileSync(join(folder, 'elsewhere'))).toThrow('ENOENT');
  });

  it('says that the address has to be set, unless the host provides it', async () => {
    for (const host of hostNames) {
      const open = await inFolder(async (folder) => initIn(folder, host).next.join('\n'));
      const settled = await inFolder(async (folder) => initIn(folder, host, 'https://a.example').next.join('\n'));
      const isToldByHost = ['github-pages', 'gitlab-pages', 'netlify'].includes(host);
      expect(open.includes('baseUrl'), host).toBe(!isToldByHost);
      expect(settled.includes('baseUrl'), host).toBe(hosts[host].isLocal === true);
    }
  });

  it('writes a README that stays correct whichever host is configured later', async () => {
    const readmeFor = (host: HostName) =>
      inFolder(async (folder) => {
        initIn(folder, host, 'https://a.example');
        return readFileSync(join(folder, 'README.md'), 'utf8');
      });
    const services = new Set<HostName>(['github-pages', 'gitlab-pages', 'netlify']);
    const texts = await Promise.all(hostNames.filter((host) => !services.has(host)).map(readmeFor));
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).not.toContain('https://a.example');
  });

  it('fills a data folder that holds only hidden files, and keeps those', ({ folder }) => {
    writeFiles(folder, { 'data/.gitkeep': 'mine' });
    const { written, kept } = initIn(folder);
    expect(written).toContain('data/providers.yaml');
    expect(kept).toEqual([]);
    expect(readFileSync(join(folder, 'data/.gitkeep'), 'utf8')).toBe('mine');
  });

  it.for(['data', '.github', '.github/workflows'])(
    'writes nothing if %s is a file, and names it',
    (path, { folder }) => {
      writeFiles(folder, { [path]: 'mine' });
      const before = snapshot(folder);
      const remedy = expect.stringContaining('move it away or rename it');
      const problem = { file: join(folder, path), finding: 'is a file, not a folder', remedy };
      expect(() => initIn(folder, 'github-pages')).toThrow(refusal(problem));
      expect(snapshot(folder)).toEqual(before);
    },
  );

  it('writes nothing if data is a dangling link', ({ folder }) => {
    symlinkSync(join(folder, 'elsewhere'), join(folder, 'data'));
    expect(() => initIn(folder)).toThrow(refusal({ finding: 'is a broken link' }));
    expect(() => readFileSync(join(folder, 'README.md'))).toThrow('ENOENT');
  });

  it('refuses a folder that is a file', ({ folder }) => {
    const file = join(folder, 'file');
    writeFiles(folder, { file: 'mine' });
    expect(() => initIn(file)).toThrow(refusal({ file, finding: 'is a file, not a folder' }));
  });

  it('removes what it wrote if a later file cannot be written', async ({ folder }) => {
    chmodSync(folder, 0o777);
    mkdirSync(join(folder, '.github'), { mode: 0o555 });
    const problem = refusal({ file: join(folder, '.github/workflows/publish.yml') });
    await asAnyone(async () => expect(() => initIn(folder, 'github-pages')).toThrow(problem));
    expect([...snapshot(folder).keys()]).toEqual(['.github']);
  });

  it('reports a folder without write permission', async ({ folder }) => {
    mkdirSync(join(folder, 'locked'), { mode: 0o555 });
    const problem = refusal({ finding: expect.stringMatching(/^cannot be written: EACCES/u) });
    for (const mode of [0o755, 0o600]) {
      chmodSync(folder, mode);
      await asAnyone(async () => expect(() => initIn(join(folder, 'locked'))).toThrow(problem));
    }
    chmodSync(folder, 0o755);
  });

  it('writes YAML without duplicate keys or odd values, and a list of ignored folders', ({ folder }) => {
    initIn(folder);
    const courses: unknown = parse(readFileSync(join(folder, 'data/courses/mit.yaml'), 'utf8'));
    expect(courses).toHaveLength(3);
    const ignored = readFileSync(join(folder, '.gitignore'), 'utf8');
    expect(ignored).toBe('/node_modules/\n/dist/\n/.dist.*\n/data/..*\n/data/**/.*.part\n/changes.*\n');
  });
});

/** The error of a single problem. */
function refusal(problem: object): object {
  return expect.objectContaining({ problems: [expect.objectContaining(problem)] });
}

const address = 'https://name.pages.dev';

async function beside(files: Record<string, string>, host: HostName = 'cloudflare', baseUrl = address) {
  return inFolder(async (folder) => {
    writeFiles(folder, files);
    return initIn(folder, host, baseUrl);
  });
}

describe('init beside a configuration', () => {
  it('lists the lines to change, and a build command that works without them', async ({ folder }) => {
    const runHere = (args: readonly string[]) => courseCatalog(args, { cwd: () => folder });
    await runHere(['init']);
    const { exitCode, stderr } = await runHere(['init', '--host', 'cloudflare', '--base-url', `${address}/`]);
    expect(exitCode).toBe(0);
    expect(stderr).toContain('it says "host": "preview" and no "baseUrl"');
    expect(stderr).toContain(`change it to "host": "cloudflare", "baseUrl": "${address}"`);
    const build = commandLines(stderr).find(([name]) => name === 'build') ?? [];
    expect(build).toEqual(['build', '--host', 'cloudflare', '--base-url', address]);
    const out = join(folder, 'dist');
    const args = ['--data', join(folder, 'data'), '--out', out];
    expect(await runHere([...build, ...args])).toMatchObject({ exitCode: 0 });
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
        // The tests run the command of this repository.
        { level: 'warning', rule: 'init-kept', file: 'package.json', remedy: expect.stringContaining('copy the .tgz') },
      ],
    });
  });

  it('prints no warning and no options if it already matches', async () => {
    const { warnings, next } = await beside({ [configFile]: `{"host":"cloudflare","baseUrl":"${address}/"}` });
    expect(warnings).toEqual([]);
    expect(next[2]).toContain('npx --no static-course-catalog build; ');
  });

  it('spells out only options that it lacks', async () => {
    const config = { [configFile]: `\ufeff{"host":"cloudflare","pageSize":5}` };
    const { warnings, next } = await beside(config);
    expect(warnings.map(({ finding }) => finding)).toEqual([expect.stringMatching(/it says no "baseUrl"$/u)]);
    expect(next[2]).toContain(`npx --no static-course-catalog build --base-url ${address}; `);
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
    const { warnings, next } = initIn(folder, 'nginx');
    expect(warnings).toEqual([]);
    expect(next[2]).not.toContain('baseUrl');
  });
});

it("init beside a file of the host's build service warns about a foreign file, but not about its own", async () => {
  const foreign = await beside({ 'netlify.toml': '[build]\n' }, 'netlify');
  expect(foreign.warnings).toMatchObject([{ file: 'netlify.toml', remedy: expect.stringContaining('netlify') }]);
  await inFolder(async (folder) => {
    initIn(folder, 'netlify', address);
    const text = readFileSync(join(folder, 'netlify.toml'), 'utf8');
    writeFiles(folder, { 'netlify.toml': text.replaceAll('\n', '\r\n') });
    expect(initIn(folder, 'netlify', address).warnings).toEqual([]);
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

  it('prints where it was begun from if it is not a dependency', async ({ folder }) => {
    writeFiles(folder, { 'package.json': '{"name":"ours","private":true}' });
    const { stderr } = await courseCatalog(['init'], { cwd: () => folder });
    expect(stderr).toContain(`npm install ${relative(folder, '.')} (your package.json was kept)`);
  });

  it('completes one with nothing but dependencies, as npm install makes it, and no other', ({ folder }) => {
    const bare = packageWith('file:x.tgz');
    writeFiles(folder, bare);
    expect(initIn(folder, 'cloudflare', address).written).toContain('package.json');
    const scripts: unknown = expect.objectContaining({ check: 'static-course-catalog check' });
    const text = () => readFileSync(join(folder, 'package.json'), 'utf8');
    expect(JSON.parse(text())).toMatchObject({ ...JSON.parse(bare['package.json']), scripts });
    expect(initIn(folder, 'cloudflare', address).kept).toContain('package.json');
    const named = JSON.stringify({ ...JSON.parse(bare['package.json']), name: 'ours' });
    writeFiles(folder, { 'package.json': named });
    expect(initIn(folder, 'cloudflare', address).kept).toContain('package.json');
    expect(text()).toBe(named);
  });

  it('prints the same if it cannot be read', ({ folder }) => {
    mkdirSync(join(folder, 'package.json'));
    expect(initIn(folder, 'cloudflare', address).next[0]).toContain(`npm install ${packageName} `);
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
