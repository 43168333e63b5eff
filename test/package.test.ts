// The package: what is bundled in it and in its tarball, that it works when installed, and that no install script runs, of its dependencies or its own.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import fs from 'fs-extra';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { bundleModules } from '../scripts/bundle/command.ts';
import { generateCatalog } from '../scripts/generate-catalog.ts';
import { cleanDescription } from '../src/outputs/pages/clean-description.ts';
import { blocksOf, documentation, sectionOf } from './documentation/markdown.ts';
import { makeFolder, removeFolder, writeFiles } from './helpers/folders.ts';
import { serveRegistry } from './helpers/registry.ts';
import { packedPackage } from './helpers/tarball.ts';

const run = promisify(execFile);
/** Without variables that a CI or a user may have set. */
const env = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '' };

interface Locked {
  readonly hasInstallScript?: true;
  readonly dev?: true;
}

const packageFile: {
  version: string;
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
  allowScripts: Record<string, boolean>;
} = fs.readJsonSync('package.json');
const { packages }: { packages: Record<string, Locked> } = fs.readJsonSync('package-lock.json');

/** The folder of the package that a module belongs to, of which there may be several versions. What the bundler adds itself has no path. */
function packageFolderOf(path: string): string[] {
  if (path.startsWith('\0')) return ['node_modules/rolldown'];
  const [folder] = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/u.exec(path) ?? [];
  return folder === undefined ? [] : [folder];
}

describe('the compiled command', () => {
  const texts = fs
    .readdirSync('lib')
    .filter((name) => name.endsWith('.js'))
    .map((name) => fs.readFileSync(join('lib', name), 'utf8'));
  const namesIn = (pattern: RegExp) =>
    [...new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name)))].toSorted();
  let folders: string[] = [];
  let chunks: Awaited<ReturnType<typeof bundleModules>> = [];
  beforeAll(async () => {
    const folder = makeFolder();
    chunks = await bundleModules(['src/bin.ts', 'src/index.ts'], folder);
    removeFolder(folder);
    const modules = chunks.flatMap((chunk) => Object.entries(chunk.modules));
    const paths = modules.flatMap(([path, { code }]) => (code ? [path.replaceAll(sep, '/')] : []));
    folders = [...new Set(paths.flatMap(packageFolderOf))];
  });

  it('imports all dependencies, and no other package', () => {
    const imported = namesIn(/(?:^import |^import .* from |^\} from |\bimport\()"([^".][^"]*)"/gmu);
    expect(imported.filter((name) => !isBuiltin(name))).toEqual(Object.keys(packageFile.dependencies).toSorted());
  });

  it('has the packages in it that the bytes of a build come from, so that these follow from its version', () => {
    const names = folders.map((folder) => folder.replace(/^.*node_modules\//u, ''));
    expect(names).toEqual(expect.arrayContaining(['csv-parse', 'hyparquet', 'hyparquet-writer', 'yaml', 'zod']));
  });

  it('has no messages of zod in other languages, as `import { z }` would bring along', () => {
    expect(namesIn(/^\s*\/\/.*\bnode_modules\/zod\/v4\/locales\/(\w+)/gmu)).toEqual(['en']);
  });

  it('loads what cleans HTML for a description that has some alone', () => {
    const cleaning = chunks.filter(({ modules }) =>
      Object.keys(modules).some((path) => path.includes('/sanitize-html/')),
    );
    expect(cleaning).toHaveLength(1);
    for (const { fileName } of cleaning) {
      expect(chunks.filter(({ imports }) => imports.includes(fileName))).toEqual([]);
      expect(chunks.filter(({ dynamicImports }) => dynamicImports.includes(fileName))).toHaveLength(1);
    }
  });

  it('has no parser of style sheets, as no description keeps a style', () => {
    expect(folders.filter((folder) => /postcss/u.test(folder))).toEqual([]);
    expect(cleanDescription('<p style="color: red">Red</p>').toString()).toBe('<p>Red</p>');
  });

  it('comes with the license of every package in it, and of no other', () => {
    const licenses = fs.readFileSync('lib/LICENSES.txt', 'utf8');
    const named = [...licenses.matchAll(/^(\S+ \d+\.\d+\.\S+), .+, https:\/\/.+$/gmu)].map(([, name]) => name);
    const versions = folders.map((folder) => {
      const { name, version } = fs.readJsonSync(join(folder, 'package.json'));
      return `${name} ${version}`;
    });
    expect(named).toEqual(versions.toSorted());
    for (const folder of folders) {
      const files = fs.readdirSync(folder).filter((file) => /^licen[cs]e/iu.test(file));
      expect(files).toHaveLength(1);
      for (const file of files) expect(licenses).toContain(fs.readFileSync(join(folder, file), 'utf8').trim());
    }
  });
});

describe('install scripts', () => {
  const withScript = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript);
  const names = new Set(withScript.map(([path]) => path.replace(/^.*node_modules\//u, '')));

  it('are switched off for every version of npm', () => {
    expect(fs.readFileSync('.npmrc', 'utf8')).toMatch(/^ignore-scripts=true$/mu);
  });

  it('are listed and denied in package.json, for users who switch them on', () => {
    expect(packageFile.allowScripts).toEqual(Object.fromEntries([...names].map((name) => [name, false])));
  });

  it('are only in development dependencies', () => {
    expect(withScript.filter(([, { dev }]) => !dev)).toEqual([]);
  });

  it('are not in the package itself', () => {
    const lifecycle = /^(?:pre|post)?(?:install|prepare|publish|pack)$|^(?:prepublishOnly|dependencies)$/u;
    expect(Object.keys(packageFile.scripts).filter((name) => lifecycle.test(name))).toEqual([]);
  });
});

describe('the tarball', () => {
  // Some RAM disks do not allow programs to be executed.
  const home = fs.mkdtempSync(join(tmpdir(), 'course-catalog-'));
  afterAll(() => removeFolder(home));
  let packed: readonly string[] = [];
  let archive = new Uint8Array();
  let asUsual: NodeJS.ProcessEnv = {};
  let close = async () => {};
  afterAll(async () => close());
  beforeAll(async () => {
    const { tarball, files } = await packedPackage();
    packed = files;
    archive = new Uint8Array(fs.readFileSync(tarball));
    const { stdout: upstream } = await run('npm', ['config', 'get', 'registry']);
    const registry = await serveRegistry(tarball, upstream.trim());
    close = registry.close;
    // npm passes the settings of this folder's file on to the programs that it starts.
    const settings = { ignore_scripts: 'false', registry: registry.url, audit: 'false', fund: 'false', yes: 'true' };
    const npm = Object.entries(settings).map(([name, value]) => [`npm_config_${name}`, value]);
    // A certificate that npm is told to trust, behind a proxy, is trusted by pnpm too.
    const { stdout: certificates } = await run('npm', ['config', 'get', 'cafile']);
    const trusted = { NODE_EXTRA_CA_CERTS: certificates.trim().replace('null', '') };
    asUsual = { ...process.env, ...trusted, ...Object.fromEntries(npm), npm_config_cache: join(home, '.npm') };
  });

  it('is valid for every tool', async () => {
    const { messages, pkg } = await publint({ strict: true, pack: { tarball: archive.buffer } });
    expect(messages.map((message) => formatMessage(message, pkg, { color: false }))).toEqual([]);
  });

  it('has functions that another project can import, by the script of the documentation, with types', async () => {
    const cwd = makeFolder();
    onTestFinished(() => removeFolder(cwd));
    const [script = ''] = blocksOf(sectionOf('docs/library.md', 'From Node'), 'js');
    generateCatalog({ courses: 1000, directory: join(cwd, 'large'), seed: 1, files: 1 });
    writeFiles(cwd, {
      'package.json': '{ "type": "module" }',
      'publish.js': script,
      'courses.csv': 'title,url,date\nOptics,https://a.example/1,2024-01-31\nWaves,https://a.example/2,2024-02-28\n',
      // Neither is read.
      'course-catalog.config.json': '{ "out": "elsewhere" }',
      'threads.js': `import { build } from 'static-course-catalog';
        const builds = ['a', 'b'].map((out) => build({ data: 'large', out, threads: 2, site: false, pageSize: 1000 }));
        console.log(JSON.stringify((await Promise.all(builds)).map(({ ok, courses }) => [ok, courses])));`,
      'typed.ts': `import { build, OptionsError, type BuildOptions, type Failure } from 'static-course-catalog';
        import { openCatalog } from 'static-course-catalog/client';
        const options: BuildOptions = { host: 'nginx', dumps: ['csv'], footerLinks: { Imprint: 'imprint.html' } };
        const result = await build(options, { onProgress: ({ done, total }) => void (done / total) });
        export const rules: string[] = result.problems.map(({ rule }) => rule);
        export const purged: readonly string[] = result.ok ? result.changes.purge : [];
        export const failure: Failure | undefined = result.ok ? undefined : result;
        export const reasonsOf = (error: unknown) => (error instanceof OptionsError ? error.reasons : []);
        export const found = (await openCatalog('https://a.example')).search({ query: 'optics' });
        // @ts-expect-error: no host has this name.
        export const wrong: BuildOptions = { host: 'ngix' };`,
      'tsconfig.json': JSON.stringify({
        compilerOptions: {
          module: 'nodenext',
          target: 'es2022',
          strict: true,
          exactOptionalPropertyTypes: true,
          checkJs: true,
          noEmit: true,
          types: ['node'],
          typeRoots: [resolve('node_modules/@types')],
        },
        include: ['publish.js', 'typed.ts'],
      }),
    });
    await run('npm', ['install', 'static-course-catalog'], { cwd, env: asUsual });
    const variables = { ...env, COURSE_CATALOG_OUT: 'elsewhere' };
    const published = await run('node', ['publish.js'], { cwd, env: variables });
    expect(published).toMatchObject({
      stdout: expect.stringMatching(/^\d+ added, 0 changed, 0 removed\n\d+ addresses to purge\n$/u),
      stderr: '',
    });
    expect(fs.readFileSync(join(cwd, 'dist/api/v1/index.json'), 'utf8')).toContain('https://courses.example.org');
    expect(fs.existsSync(join(cwd, 'elsewhere'))).toBe(false);
    const inThreads = await run('node', ['threads.js'], { cwd, env });
    expect(JSON.parse(inThreads.stdout)).toEqual([
      [true, 1000],
      [true, 1000],
    ]);
    // The newest TypeScript, and the last one that was written in itself, which resolves modules as bundlers do.
    for (const [folder, ...resolution] of [
      ['node_modules'],
      ['test/generated-client/node_modules', '--module', 'esnext', '--moduleResolution', 'bundler'],
    ] as const) {
      const checked = run('node', [resolve(folder, 'typescript/bin/tsc'), '--project', cwd, ...resolution]);
      expect(await checked.catch((error: unknown) => error)).toMatchObject({ stdout: '' });
    }
  });

  it('holds the command, the functions, the client, their documentation, and nothing else', () => {
    const compiled = /^lib\/[\w-]+\.js$|^lib\/published\//u;
    expect(packed.filter((path) => !compiled.test(path)).toSorted()).toEqual(
      [
        'CHANGELOG.md',
        'LICENSE',
        'README.md',
        'package.json',
        ...['LICENSES.txt', 'client.d.ts', 'index.d.ts', 'openapi-components.json', 'published.json'].map(
          (name) => `lib/${name}`,
        ),
        ...documentation.filter((path) => path.startsWith('docs/')),
      ].toSorted(),
    );
  });

  it('runs by its name with pnpm, in whose folders it finds what it names as a dependency, and nothing else', async () => {
    const cwd = makeFolder();
    onTestFinished(() => removeFolder(cwd));
    const command = 'npx pnpm@10 dlx static-course-catalog --version';
    const { stdout } = await run('sh', ['-c', command], { cwd, env: asUsual });
    expect(stdout).toMatch(new RegExp(`^${packageFile.version}\n$`, 'mu'));
  });

  it('builds and previews a catalog by npx alone, with nothing installed', async () => {
    const cwd = makeFolder();
    onTestFinished(() => removeFolder(cwd));
    const npx = async (args: string) => run('sh', ['-c', `npx static-course-catalog ${args}`], { cwd, env: asUsual });
    const built = await npx(`build --data '${resolve('data')}' --json`);
    expect(JSON.parse(built.stdout)).toMatchObject({ ok: true, out: 'dist' });
    expect(fs.existsSync(join(cwd, 'node_modules'))).toBe(false);
    // A group of its own: npx starts a shell, which starts the command.
    const preview = spawn('npx', ['static-course-catalog', 'preview'], { cwd, env: asUsual, detached: true });
    const ended = once(preview, 'close');
    let printed = '';
    for await (const chunk of preview.stderr.setEncoding('utf8')) {
      printed += String(chunk);
      const [address] = /http:\/\/127\.0\.0\.1:\d+(?=\/api\/v1\/)/u.exec(printed) ?? [];
      if (address === undefined) continue;
      expect((await fetch(`${address}/api/v1/providers/`)).status).toBe(200);
      process.kill(-(preview.pid ?? 0), 'SIGTERM');
    }
    await ended;
    expect(printed).toMatch(/http:\/\/127/u);
  });

  it('becomes a catalog in an empty folder by the command of the README for npm, small and without a warning of npm', async () => {
    const [init = ''] =
      /npx static-course-catalog init courses\.xlsx/u.exec(fs.readFileSync('README.md', 'utf8')) ?? [];
    fs.copyFileSync('test/import/spreadsheets/german.xlsx', join(home, 'courses.xlsx'));
    // The dates of the list are those of its courses, not of publication: on a terminal, init would ask for one.
    await run('sh', ['-c', `${init} --default-date 2024-05-01`], { cwd: home, env: asUsual });
    const installed = await run('npm', ['install'], { cwd: home, env: asUsual });
    // Warnings about a user's npm configuration are not caused by the package.
    expect(installed.stderr.replaceAll(/^npm warn Unknown .* config .*\n/gmu, '')).toBe('');
    const files = fs.readdirSync(join(home, 'node_modules'), { recursive: true, encoding: 'utf8' });
    expect(files.filter((path) => /(?:^|\/)(?:@[^/]+\/)?[^/@]+\/package\.json$/u.test(path)).length).toBeLessThan(111);
    const bytes = files.reduce((sum, path) => sum + fs.statSync(join(home, 'node_modules', path)).size, 0);
    expect(bytes).toBeLessThan(10_500_000);
    fs.writeJsonSync(join(home, 'course-catalog.config.json'), {
      baseUrl: 'https://courses.example.org/',
      out: 'site',
    });
    const build = await run('npx', ['static-course-catalog', 'build', '--json'], { cwd: home, env });
    expect(JSON.parse(build.stdout)).toMatchObject({ ok: true, courses: 3, out: 'site' });
    expect(fs.readFileSync(join(home, 'site/api/v1/index.json'), 'utf8')).toContain(
      '"https://courses.example.org/api/v1/providers/"',
    );
  });
});
