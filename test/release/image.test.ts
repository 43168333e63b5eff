// The image: built from the Dockerfile as a release does, twice to the same digest, and its command builds the sample catalog.
//
// The base image is in a registry that tests do not reach. A stand-in has its name here: the Node that runs this test, npm, and a shell.
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isMissing, neededFor, pathOf } from '../helpers/programs.ts';

const run = promisify(execFile);
/** The number of the user `node` in the base image. */
const user = 1000;

/** Images are made of mounts, which take the rights of root; some containers do not give them even to root. */
const canMount = spawnSync('unshare', ['--mount', 'true']).status === 0;
const needed = canMount ? neededFor('buildah') : ' (needs the right to mount)';

describe.skipIf(isMissing('buildah') || !canMount)(`the image${needed}`, () => {
  // Some RAM disks do not allow programs to be executed.
  const folder = mkdtempSync(join(tmpdir(), 'course-catalog-image-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const buildah = async (...args: readonly string[]) => {
    const storage = ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs'];
    const { stdout } = await run(pathOf('buildah'), [...storage, ...args]);
    return stdout.trim();
  };
  const context = join(folder, 'context');
  const buildImage = async (name: string) => {
    const how = ['--isolation', 'chroot', '--pull-never', '--no-cache', '--timestamp', '0', '--tag', name];
    await buildah('build', ...how, context);
    return buildah('images', '--no-trunc', '--quiet', name);
  };

  beforeAll(async () => {
    const base = join(folder, 'base');
    await writeBase(base);
    const from = /^FROM (?!-)(\S+)$/mu.exec(readFileSync('Dockerfile', 'utf8'))?.[1] ?? '';
    const container = await buildah('from', 'scratch');
    await buildah('copy', container, base, '/');
    await buildah('config', '--env', 'PATH=/usr/local/bin:/usr/bin:/bin', container);
    await buildah('commit', '--rm', container, `localhost/${from}`);
    mkdirSync(join(context, 'release'), { recursive: true });
    for (const file of ['Dockerfile', '.dockerignore']) cpSync(file, join(context, file));
    await run('npm', ['pack', '--pack-destination', join(context, 'release')]);
  });

  it('has the same digest twice', async () => {
    const first = await buildImage('first');
    expect(first).toMatch(/^sha256:[0-9a-f]{64}$/u);
    expect(await buildImage('second')).toBe(first);
  });

  it('builds the sample catalog by its own command, as a user without rights, on a read-only file system', async () => {
    const {
      OCIv1: { config },
    } = z
      .object({
        OCIv1: z.object({
          config: z.object({
            User: z.string(),
            Env: z.array(z.string()),
            WorkingDir: z.string(),
            Entrypoint: z.array(z.string()),
            Cmd: z.array(z.string()),
          }),
        }),
      })
      .parse(JSON.parse(await buildah('inspect', '--type', 'image', 'first')));
    expect(config).toMatchObject({ User: 'node', WorkingDir: '/catalog' });
    const catalog = join(folder, 'catalog');
    cpSync('data', join(catalog, 'data'), { recursive: true });
    chownSync(catalog, user, user);
    const root = await buildah('mount', await buildah('from', '--pull-never', 'first'));
    const command = [...config.Entrypoint, ...config.Cmd];
    // What `--read-only --volume catalog:/catalog` of other tools do, in mounts of this script alone.
    const script = `
      mount --bind "$1" "$1" && mount --bind "$2" "$1$3" && mount --options remount,bind,ro "$1"
      if touch "$1/tmp/file" 2> /dev/null; then exit 9; fi
      root=$1 folder=$3; shift 3
      exec chroot --userspec=${user}:${user} "$root" /bin/sh -c 'cd "$0" && exec "$@"' "$folder" "$@"`;
    const mounts = ['--mount', 'sh', '-e', '-c', script, 'sh', root, catalog, config.WorkingDir];
    const { PATH = '', ...env } = Object.fromEntries(config.Env.map((one) => one.split('=', 2)));
    execFileSync('unshare', [...mounts, ...command], {
      env: { ...env, PATH: `${PATH}:/usr/sbin:/sbin`, HOME: '/home/node' },
      stdio: 'pipe',
    });
    expect(existsSync(join(catalog, 'dist/api/v1/providers/index.json'))).toBe(true);
    expect(JSON.parse(readFileSync(join(catalog, 'dist/build.json'), 'utf8'))).toMatchObject({ courses: 201 });
  });
});

/** Writes what the base image has, as far as the Dockerfile and the command need it, into a folder. */
async function writeBase(base: string): Promise<void> {
  // Each once: `cpSync` of Node 24 fails where a link would be copied over a file.
  const libraries = new Set<string>();
  for (const program of [process.execPath, '/bin/sh', '/usr/bin/env']) {
    const { stdout } = await run('ldd', [program]);
    for (const [library] of stdout.matchAll(/\/\S+/gu)) libraries.add(library);
    copy(program, join(base, program === process.execPath ? '/usr/local/bin/node' : program));
  }
  for (const library of libraries) copy(library, join(base, library));
  const { stdout: modules } = await run('npm', ['root', '--global']);
  const npm = join(base, 'usr/local/lib/node_modules/npm');
  copy(join(modules.trim(), 'npm'), npm);
  writeFileSync(
    join(base, 'usr/local/bin/npm'),
    '#!/bin/sh\nexec node /usr/local/lib/node_modules/npm/bin/npm-cli.js "$@"\n',
    {
      mode: 0o755,
    },
  );
  // The registry of this machine, and a certificate that npm is told to trust, behind a proxy.
  const { stdout: settings } = await run('npm', ['config', 'get', 'registry', 'cafile']);
  const [, cafile] = /^cafile=(\/.+)$/mu.exec(settings) ?? [];
  if (cafile !== undefined) copy(cafile, join(base, cafile));
  writeFileSync(join(npm, 'npmrc'), settings);
  for (const path of ['etc', 'home/node', 'tmp']) mkdirSync(join(base, path), { recursive: true });
  writeFileSync(join(base, 'etc/passwd'), `root:x:0:0::/root:/bin/sh\nnode:x:${user}:${user}::/home/node:/bin/sh\n`);
  writeFileSync(join(base, 'etc/group'), `root:x:0:\nnode:x:${user}:\n`);
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to, { recursive: true, dereference: true });
}
