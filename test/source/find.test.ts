// Finding the files of a source folder: link cycles, names with glob characters, and missing permissions.
import { chmodSync, renameSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findSource } from '../../src/source/find.ts';
import { folderIdentity } from '../../src/source/walk.ts';
import { siteForEach } from '../build/each-site.ts';
import { asAnyone, writeFiles } from '../helpers/folders.ts';

let [folder, data] = ['', ''];
siteForEach((site) => {
  ({ folder, data } = site);
  writeFiles(data, { 'providers.json': '[]', 'categories.json': '[]', 'courses/a.ndjson': '' });
  chmodSync(folder, 0o755);
});

/** The paths of the course files, then the problems, with paths relative to `folder`. */
async function foundFiles(source = data): Promise<string[]> {
  const { files, problems } = await findSource(source);
  const courses = files.filter(({ kind }) => kind === 'courses').map(({ path }) => path.slice(source.length + 1));
  const lines = problems.map(({ level, file, finding }) => `${level} ${file}: ${finding}`.replaceAll(`${folder}/`, ''));
  return [...courses, ...lines];
}

describe('a link that leads back', () => {
  it('to its own folder is reported once, and so is a second one', async () => {
    symlinkSync('.', join(data, 'courses/x'));
    symlinkSync('.', join(data, 'courses/y'));
    expect(await foundFiles()).toEqual([
      'courses/a.ndjson',
      'warning data/courses/x: is not read: it is the same folder as data/courses',
      'warning data/courses/y: is not read: it is the same folder as data/courses',
    ]);
  });

  it('to the folder above is reported once for each folder that has one', async () => {
    writeFiles(data, { 'courses/mit/b.csv': '', 'courses/ocw/c.json': '[]' });
    for (const name of ['mit', 'ocw']) symlinkSync('..', join(data, 'courses', name, 'all'));
    expect(await foundFiles()).toEqual([
      'courses/a.ndjson',
      'courses/mit/b.csv',
      'courses/ocw/c.json',
      'warning data/courses/mit/all: is not read: it is the same folder as data/courses',
      'warning data/courses/ocw/all: is not read: it is the same folder as data/courses',
    ]);
  });

  it('to the source folder or one above it does not turn everything there into courses', async () => {
    writeFiles(folder, { 'dist/index.json': '[]' });
    symlinkSync('..', join(data, 'courses/data'));
    symlinkSync('../..', join(data, 'courses/project'));
    symlinkSync('/', join(data, 'courses/root'));
    expect(await foundFiles()).toEqual([
      'courses/a.ndjson',
      ...['data', 'project', 'root'].map(
        (name) => `warning data/courses/${name}: is not read: it leads back to a folder that contains it`,
      ),
    ]);
  });

  it('is reported if it lies in a folder that another link leads to', async () => {
    writeFiles(folder, { 'far/b.json': '[]', 'far/deep/c.json': '[]' });
    symlinkSync('../../far/deep', join(data, 'courses/deep'));
    symlinkSync('..', join(folder, 'far/deep/up'));
    symlinkSync('../../data/courses', join(folder, 'far/deep/courses'));
    expect(await foundFiles()).toEqual([
      'courses/a.ndjson',
      'courses/deep/c.json',
      'warning data/courses/deep/courses: is not read: it is the same folder as data/courses',
      'warning data/courses/deep/up: is not read: it leads back to a folder that contains it',
    ]);
  });
});

describe('a file or folder that is also linked', () => {
  it('is read at its real path, whichever name sorts first', async () => {
    writeFiles(data, { 'courses/m/b.csv': '' });
    symlinkSync('m', join(data, 'courses/_m'));
    symlinkSync('a.ndjson', join(data, 'courses/_a.ndjson'));
    symlinkSync('a.ndjson', join(data, 'courses/z.ndjson'));
    expect(await foundFiles()).toEqual([
      'courses/a.ndjson',
      'courses/m/b.csv',
      'warning data/courses/_m: is not read: it is the same folder as data/courses/m',
      'warning data/courses/_a.ndjson: is not read: it is the same file as data/courses/a.ndjson',
      'warning data/courses/z.ndjson: is not read: it is the same file as data/courses/a.ndjson',
    ]);
  });

  it('is read inside a linked folder rather than through a link to the file itself', async () => {
    writeFiles(folder, { 'far/b.json': '[]' });
    symlinkSync('../../far/b.json', join(data, 'courses/b.json'));
    symlinkSync('../../far', join(data, 'courses/far'));
    expect(await foundFiles()).toEqual([
      'courses/a.ndjson',
      'courses/far/b.json',
      'warning data/courses/b.json: is not read: it is the same file as data/courses/far/b.json',
    ]);
  });
});

it('the identity of a file is its exact number where a number in JavaScript is rounded, and its real path where it has none', () => {
  const file = join(data, 'courses/a.ndjson');
  const link = join(data, 'courses/link');
  symlinkSync('a.ndjson', link);
  const { dev, ino } = statSync(file);
  expect(folderIdentity(file, { dev, ino: 2 ** 60 })).toBe(folderIdentity(file, { dev, ino }));
  expect(folderIdentity(link, { dev, ino: 0 })).toBe(file);
});

describe('a name', () => {
  it.each(['line\nbreak', 'line\u2028separator', 'return\r', '[x]', '{a,b}', '!(a)', '**', 'a\\b', '(a|b)+', ' '])(
    '%j of a course file or its folder does not prevent reading it',
    async (name) => {
      writeFiles(data, { [`courses/${name}.json`]: '[]', [`courses/${name}/c.csv`]: '' });
      const expected = ['courses/a.ndjson', `courses/${name}.json`, `courses/${name}/c.csv`];
      expect(await foundFiles()).toEqual(expected.toSorted());
    },
  );

  it.each(['a\\b', '[data]', '{a,b}', '!data', '(a)', '*', '**', 'line\nbreak'])(
    '%j of a source folder does not prevent searching it',
    async (name) => {
      renameSync(data, join(folder, name));
      expect(await foundFiles(join(folder, name))).toEqual(['courses/a.ndjson']);
    },
  );

  it('that is not UTF-8 is reported', async () => {
    renameSync(join(data, 'courses/a.ndjson'), Buffer.from(join(data, 'courses/caf\u00e9.ndjson'), 'latin1'));
    expect(await foundFiles()).toEqual(['error data/courses/caf\ufffd.ndjson: has a name that is not UTF-8']);
  });

  it('of a folder that nearly matches one of the four is reported', async () => {
    writeFiles(data, { 'courses.old/b.csv': '', 'provider/c.csv': '' });
    expect(await foundFiles()).toEqual([
      'courses/a.ndjson',
      ...['courses.old', 'provider'].map(
        (name) => `warning data/${name}: is not read: its name is not one of providers, categories, courses, languages`,
      ),
    ]);
  });
});

it('missing permissions for one folder leave the others searched', async () => {
  writeFiles(data, { 'courses/b/c.json': '[]', 'courses/d/e.json': '[]' });
  chmodSync(join(data, 'courses/b'), 0);
  const outcome = await asAnyone(async () => foundFiles());
  chmodSync(join(data, 'courses/b'), 0o755);
  expect(outcome).toEqual([
    'courses/a.ndjson',
    'courses/d/e.json',
    'error data/courses/b: cannot be read: permission denied',
  ]);
});
