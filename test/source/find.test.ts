// Finding the files of a source folder: links, names with glob characters, and missing permissions.
import { chmodSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findSource } from '../../src/catalog/source/find.ts';
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

describe('a link', () => {
  it('to a folder is not followed, wherever it leads, and each is reported', async () => {
    writeFiles(folder, { 'far/b.json': '[]' });
    writeFiles(data, { 'courses/mit/c.csv': '' });
    for (const [name, target] of Object.entries({ far: '../../far', mit2: 'mit', own: '.', root: '/', up: '..' }))
      symlinkSync(target, join(data, 'courses', name));
    expect(await foundFiles()).toEqual([
      'courses/a.ndjson',
      'courses/mit/c.csv',
      ...['far', 'mit2', 'own', 'root', 'up'].map(
        (name) => `warning data/courses/${name}: is not read: it is a link to a folder`,
      ),
    ]);
  });

  it('to a folder is none of the four, and the report says what to do', async () => {
    renameSync(join(data, 'courses'), join(folder, 'far'));
    symlinkSync('../far', join(data, 'courses'));
    expect((await findSource(data)).problems).toMatchObject([
      { level: 'warning', rule: 'source-name', remedy: 'move the files here, or name the folder with --data' },
      { level: 'error', rule: 'source-kind', finding: 'there is no file or folder of courses' },
    ]);
  });

  it('to a source folder is followed, and so are links in it to its own files', async () => {
    symlinkSync('data', join(folder, 'linked'));
    symlinkSync('a.ndjson', join(data, 'courses/z.ndjson'));
    expect(await foundFiles(join(folder, 'linked'))).toEqual([
      'courses/a.ndjson',
      'warning linked/courses/z.ndjson: is not read: it is the same file as linked/courses/a.ndjson',
    ]);
  });

  it('to a file is read once, and under its own path if it has one, whichever name sorts first', async () => {
    writeFiles(folder, { 'far/b.json': '[]' });
    for (const name of ['_a.ndjson', 'z.ndjson']) symlinkSync('a.ndjson', join(data, 'courses', name));
    for (const name of ['b.json', 'c.json']) symlinkSync('../../far/b.json', join(data, 'courses', name));
    expect(await foundFiles()).toEqual([
      'courses/a.ndjson',
      'courses/b.json',
      'warning data/courses/_a.ndjson: is not read: it is the same file as data/courses/a.ndjson',
      'warning data/courses/c.json: is not read: it is the same file as data/courses/b.json',
      'warning data/courses/z.ndjson: is not read: it is the same file as data/courses/a.ndjson',
    ]);
  });
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

  it('that is hidden is not read, nor is anything below a folder of such a name', async () => {
    writeFiles(data, {
      'courses/.b.json': '',
      'courses/.c/d.json': '',
      'courses/e/.f.g/h.json': '',
      '.courses/i.json': '',
    });
    expect(await foundFiles()).toEqual(['courses/a.ndjson']);
  });

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

it('a source needs no categories', async () => {
  rmSync(join(data, 'categories.json'));
  expect(await foundFiles()).toEqual(['courses/a.ndjson']);
});
