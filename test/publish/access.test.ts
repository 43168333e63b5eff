// Who may read what is published: the group and the access control list of a served folder reach all that is built into it.
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { writeSmallCatalog } from '../build/small-catalog.ts';
import { it } from '../helpers/fixture.ts';
import { filesIn } from '../helpers/folders.ts';
import { isMissing, neededFor, pathOf } from '../helpers/programs.ts';

const command = join(process.cwd(), 'lib/bin.js');
/** A group of this user that new files do not get by themselves; root may give any. */
const group = process.getuid?.() === 0 ? 33 : process.getgroups?.().find((id) => id !== process.getgid?.());
/** A user of one group alone cannot give another. */
const isSkipped = group === undefined;

/** That of a server that trusts nobody else. */
const serverUmask = '027';

/** Runs a command under a umask. */
function withUmask(umask: string, folder: string, ...args: string[]): string {
  return execFileSync('sh', ['-c', `umask ${umask}; exec "$@"`, 'sh', ...args], { cwd: folder, encoding: 'utf8' });
}

function siteIn(folder: string) {
  const [data, out, shards] = [join(folder, 'data'), join(folder, 'dist'), join(folder, 'shards')];
  const buildUnder = (umask: string, ...args: string[]) =>
    withUmask(umask, folder, process.execPath, command, 'build', '--quiet', '--data', data, ...args);
  const build = (...args: string[]) => buildUnder(serverUmask, ...args);
  return {
    out,
    write: (courses: number, first?: number) => writeSmallCatalog(data, courses, first),
    build,
    /** The folder of the only shard's files. */
    shards,
    shard: join(shards, 'shard-1-of-1/site'),
    buildShard: (umask: string) => buildUnder(umask, '--shard', '1/1', '--shards', shards),
    merge: () => build('--merge', shards),
  };
}

/** Everything in a folder, the folder itself too. */
const allIn = (folder: string) => ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })];

const modeOf = (path: string) => (statSync(path).mode & 0o7777).toString(8);
/** The inodes of the files of a shard, in the folder of that shard or in the output of a merge. */
const inodesOf = (shard: string, folder: string) =>
  new Map(filesIn(shard).map((path) => [path, statSync(join(folder, path)).ino]));
const accessOf = (path: string) => `${modeOf(path)} ${statSync(path).gid}`;
/** The mode and the group of each file. */
const accessIn = (folder: string) => new Map(filesIn(folder).map((path) => [path, accessOf(join(folder, path))]));
const foldersIn = (out: string) => allIn(out).filter((path) => statSync(join(out, path)).isDirectory());

describe.skipIf(isSkipped)('a served folder with a group that all in it gets', () => {
  it('gives it to what is built into it when it is empty, and later', ({ folder }) => {
    const { out, write, build } = siteIn(folder);
    mkdirSync(out);
    chownSync(out, -1, group ?? 0);
    chmodSync(out, 0o2750);
    for (const courses of [3, 40]) {
      write(courses);
      build('--page-size', '5');
      expect(allIn(out).filter((path) => statSync(join(out, path)).gid !== group)).toEqual([]);
      expect(foldersIn(out).filter((path) => modeOf(join(out, path)) !== '2750')).toEqual([]);
      expect(filesIn(out).filter((path) => modeOf(join(out, path)) !== '640')).toEqual([]);
    }
    expect(readdirSync(folder).toSorted()).toEqual(['data', 'dist']);
  });

  it('is left alone, with its times, by a build that changes nothing', ({ folder }) => {
    const { out, write, build } = siteIn(folder);
    write(3);
    build();
    const before = statSync(out).mtimeMs;
    build();
    expect(statSync(out).mtimeMs).toBeCloseTo(before, 1);
  });

  it('keeps the mode and the group of each file that is replaced', ({ folder }) => {
    const { out, write, build } = siteIn(folder);
    write(3);
    build();
    const [latest, page] = ['api/v1/courses/latest/index.json', 'index.html'].map((path) => join(out, path));
    const before = readFileSync(String(latest), 'utf8');
    chmodSync(String(latest), 0o664);
    chownSync(String(latest), -1, group ?? 0);
    chmodSync(String(page), 0o604);
    write(5);
    build('--title', 'Another');
    expect(readFileSync(String(latest), 'utf8')).not.toBe(before);
    expect([modeOf(String(latest)), statSync(String(latest)).gid]).toEqual(['664', group]);
    expect(modeOf(String(page))).toBe('604');
  });
});

describe('a merge', () => {
  it('links the files of shards that have the access of new files', ({ folder }) => {
    const { out, write, shard, buildShard, merge } = siteIn(folder);
    write(3);
    buildShard(serverUmask);
    mkdirSync(out);
    merge();
    expect(inodesOf(shard, out)).toEqual(inodesOf(shard, shard));
  });

  it.skipIf(isSkipped)('gives copies of the others the mode and the group of the served folder', ({ folder }) => {
    const { out, write, shard, buildShard, merge } = siteIn(folder);
    write(3);
    buildShard('077');
    const before = accessIn(shard);
    mkdirSync(out);
    chownSync(out, -1, group ?? 0);
    chmodSync(out, 0o2750);
    merge();
    expect(new Set(accessIn(out).values())).toEqual(new Set([`640 ${group}`]));
    expect(accessIn(shard)).toEqual(before);
    const [path = ''] = before.keys();
    expect(statSync(join(out, path)).mtime).toEqual(statSync(join(shard, path)).mtime);
  });

  it.skipIf(isSkipped)('keeps the mode and the group of files that it replaces, and those of shards', ({ folder }) => {
    const { out, write, shard, buildShard, merge } = siteIn(folder);
    write(3);
    buildShard(serverUmask);
    merge();
    const before = accessIn(shard);
    for (const path of before.keys()) {
      rmSync(join(out, path));
      writeFileSync(join(out, path), 'another');
      chmodSync(join(out, path), 0o664);
      chownSync(join(out, path), -1, group ?? 0);
    }
    merge();
    for (const path of before.keys()) {
      expect([path, readFileSync(join(out, path), 'utf8')]).toEqual([path, readFileSync(join(shard, path), 'utf8')]);
      expect(accessOf(join(out, path))).toBe(`664 ${group}`);
    }
    expect(accessIn(shard)).toEqual(before);
  });
});

describe.skipIf(isMissing('setfacl'))(`a served folder with an access control list${neededFor('setfacl')}`, () => {
  /** The access control list of a path, without names. */
  const listOf = (path: string) =>
    execFileSync(pathOf('getfacl'), ['--omit-header', '--absolute-names', path], { encoding: 'utf8' });

  /** Gives a served folder a list, and returns those of a folder and a file that anybody makes there. */
  function giveListTo(out: string) {
    mkdirSync(out);
    const { status, stderr } = spawnSync(pathOf('setfacl'), ['-d', '-m', 'u:nobody:rX,g:daemon:rX', out], {
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, '']);
    withUmask(serverUmask, out, 'mkdir', '.made');
    writeFileSync(join(out, '.made/script'), '');
    withUmask(serverUmask, out, 'sh', '-c', ': > .made/file');
    const [asFolder = '', asFile = ''] = ['.made', '.made/file'].map((path) => listOf(join(out, path)));
    expect(asFile).toContain('user:nobody:r-x');
    rmSync(join(out, '.made'), { recursive: true });
    return (path: string) => (statSync(path).isDirectory() ? asFolder : asFile);
  }

  it('gives it to what is built into it, as to what anybody makes there', ({ folder }) => {
    const { out, write, build } = siteIn(folder);
    const expectedFor = giveListTo(out);
    for (const courses of [3, 12]) {
      write(courses);
      build('--page-size', '5');
      for (const path of allIn(out).slice(1)) {
        expect([path, listOf(join(out, path))]).toEqual([path, expectedFor(join(out, path))]);
      }
    }
  });

  it('gives it to what is merged into it, where the mode of the files of shards is the same', ({ folder }) => {
    const { out, write, shard, buildShard, merge } = siteIn(folder);
    const expectedFor = giveListTo(out);
    write(3);
    buildShard('022');
    merge();
    expect(accessIn(shard)).toEqual(new Map(filesIn(shard).map((path) => [path, accessOf(join(out, path))])));
    for (const path of allIn(out).slice(1)) {
      expect([path, listOf(join(out, path))]).toEqual([path, expectedFor(join(out, path))]);
    }
  });
  it('has links to the files of shards that have the same list', ({ folder }) => {
    const { out, write, shards, shard, buildShard, merge } = siteIn(folder);
    giveListTo(out);
    giveListTo(shards);
    write(3);
    buildShard('022');
    merge();
    expect(inodesOf(shard, out)).toEqual(inodesOf(shard, shard));
  });
});
