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

/** Runs a command under the umask of a server that trusts nobody else. */
function withUmask(folder: string, ...args: string[]): string {
  return execFileSync('sh', ['-c', 'umask 027; exec "$@"', 'sh', ...args], { cwd: folder, encoding: 'utf8' });
}

function siteIn(folder: string) {
  const [data, out] = [join(folder, 'data'), join(folder, 'dist')];
  return {
    out,
    write: (courses: number, first?: number) => writeSmallCatalog(data, courses, first),
    build: (...args: string[]) =>
      withUmask(folder, process.execPath, command, 'build', '--quiet', '--data', data, '--course-pages', ...args),
  };
}

/** Everything in a folder, the folder itself too. */
const allIn = (folder: string) => ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })];

const modeOf = (path: string) => (statSync(path).mode & 0o7777).toString(8);
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

describe.skipIf(isMissing('setfacl'))(`a served folder with an access control list${neededFor('setfacl')}`, () => {
  /** The access control list of a path, without names. */
  const listOf = (path: string) =>
    execFileSync(pathOf('getfacl'), ['--omit-header', '--absolute-names', path], { encoding: 'utf8' });

  it('gives it to what is built into it, as to what anybody makes there', ({ folder }) => {
    const { out, write, build } = siteIn(folder);
    mkdirSync(out);
    const { status, stderr } = spawnSync(pathOf('setfacl'), ['-d', '-m', 'u:nobody:rX,g:daemon:rX', out], {
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, '']);
    withUmask(out, 'mkdir', '.made');
    writeFileSync(join(out, '.made/script'), '');
    withUmask(out, 'sh', '-c', ': > .made/file');
    const [asFolder, asFile] = ['.made', '.made/file'].map((path) => listOf(join(out, path)));
    expect(asFile).toContain('user:nobody:r-x');
    rmSync(join(out, '.made'), { recursive: true });
    for (const courses of [3, 12]) {
      write(courses);
      build('--page-size', '5');
      for (const path of allIn(out).slice(1)) {
        const expected = statSync(join(out, path)).isDirectory() ? asFolder : asFile;
        expect([path, listOf(join(out, path))]).toEqual([path, expected]);
      }
    }
  });
});
