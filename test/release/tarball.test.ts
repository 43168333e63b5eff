// The package as it is installed, by npm, npx and pnpm, from a registry on this machine: it works, and brings little along.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import fs from 'fs-extra';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { generateCatalog } from '../../scripts/generate-catalog.ts';
import { blocksOf, sectionOf } from '../documentation/markdown.ts';
import { makeFolder, removeFolder, writeFiles } from '../helpers/folders.ts';
import { serveRegistry } from '../helpers/registry.ts';
import { packedPackage } from '../helpers/tarball.ts';

const run = promisify(execFile);
/** Without variables that a CI or a user may have set. */
const env = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '' };
const { version }: { version: string } = fs.readJsonSync('package.json');

describe('the tarball', () => {
  // Some RAM disks do not allow programs to be executed.
  const home = fs.mkdtempSync(join(tmpdir(), 'course-catalog-'));
  afterAll(() => removeFolder(home));
  let asUsual: NodeJS.ProcessEnv = {};
  let close = async () => {};
  afterAll(async () => close());
  beforeAll(async () => {
    const { tarball } = await packedPackage();
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

  it('runs by its name with pnpm, in whose folders it finds what it names as a dependency, and nothing else', async () => {
    const cwd = makeFolder();
    onTestFinished(() => removeFolder(cwd));
    const command = 'npx pnpm@10 dlx static-course-catalog --version';
    const { stdout } = await run('sh', ['-c', command], { cwd, env: asUsual });
    expect(stdout).toMatch(new RegExp(`^${version}\n$`, 'mu'));
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
