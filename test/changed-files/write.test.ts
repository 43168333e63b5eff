// The list of changed files: what it holds, and that it is written completely, in its place and nowhere else.
import fs from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FileChanges } from '../../src/build/build-options.ts';
import { changedFilesData, writeChangedFiles } from '../../src/build/changed-files/changed-files.ts';
import { sideFileProblems } from '../../src/storage/side-files.ts';
import { siteForEach } from '../build/each-site.ts';
import { asAnyone, snapshot } from '../helpers/folders.ts';
import { words } from '../helpers/words.ts';

const site = { baseUrl: 'https://a.example', pageLinks: 'query', indexFile: 'index.json' } as const;
const changes: FileChanges = {
  added: ['api/v1/languages/中文/courses/index.json', '#notes "1".txt'],
  changed: ['api/v1/providers/index.json'],
  removed: ['api/v1/categories/5/page/3/index.json', '_hosts/nginx.conf'],
};
const purge = words`https://a.example/api/v1/languages/%E4%B8%AD%E6%96%87/courses/ https://a.example/%23notes%20%221%22.txt
  https://a.example/api/v1/providers/ https://a.example/api/v1/categories/5/page/3/
  https://a.example/api/v1/categories/5/?page=3`;
const nowhere = { folders: [], inputs: [] };
const nothing: FileChanges = { added: [], changed: [], removed: [] };

let folder = '';
siteForEach((one) => void ({ folder } = one));

const textOf = (name: string) => fs.readFileSync(join(folder, name), 'utf8');
const write = (name: string, given = changes) => writeChangedFiles(given, join(folder, name), site);

describe('the changes of a build', () => {
  it('are one JSON object with a path or an address a line, the same that --json prints', () => {
    write('changes.json');
    const text = textOf('changes.json');
    expect(JSON.parse(text)).toEqual({ ...changes, purge });
    expect(JSON.parse(text)).toEqual(changedFilesData(changes, site));
    expect(text.endsWith('}\n')).toBe(true);
    expect(text.split('\n')).toContain('"api/v1/providers/index.json"],');
  });

  it('are a complete file even if nothing changed, replacing that of an earlier build', () => {
    for (const given of [changes, nothing]) write('changes.json', given);
    expect(JSON.parse(textOf('changes.json'))).toEqual(changedFilesData(nothing, site));
  });

  it('may be too many to hold in memory at once', () => {
    const length = 30_000;
    const many = {
      length,
      *[Symbol.iterator]() {
        for (let id = 0; id < length; id += 1) yield `api/v1/categories/${id}/index.json`;
      },
    };
    write('changes.json', { ...nothing, added: many });
    const { added, purge: purged } = JSON.parse(textOf('changes.json'));
    expect(added).toEqual([...many]);
    expect(new Set(purged).size).toBe(length);
  });
});

describe('a file of changes', () => {
  it('is written with missing parent folders', () => {
    write('logs/today/changes.txt');
    expect(fs.readdirSync(join(folder, 'logs/today'))).toEqual(['changes.txt']);
  });

  it('may be a symbolic link, which remains one', () => {
    fs.mkdirSync(join(folder, 'elsewhere'));
    fs.writeFileSync(join(folder, 'elsewhere/kept.txt'), 'old');
    fs.symlinkSync('elsewhere/kept.txt', join(folder, 'changes.txt'));
    write('changes.txt');
    expect(fs.lstatSync(join(folder, 'changes.txt')).isSymbolicLink()).toBe(true);
    expect(JSON.parse(textOf('elsewhere/kept.txt'))).toMatchObject(changes);
  });

  it('is unchanged, with nothing left beside it, if listing the paths fails', () => {
    write('changes.txt');
    const before = snapshot(folder);
    const broken = {
      length: 2,
      *[Symbol.iterator]() {
        yield 'api/v1/providers/index.json';
        throw new RangeError('no second path');
      },
    };
    expect(() => write('changes.txt', { ...changes, changed: broken })).toThrow(RangeError);
    expect(snapshot(folder)).toEqual(before);
  });

  it('replaces what a killed build left beside it', () => {
    fs.writeFileSync(join(folder, '.changes.txt.part'), 'half');
    write('changes.txt', nothing);
    expect(fs.readdirSync(folder)).toEqual(['changes.txt']);
  });

  it('never removes a folder that has the name of what is written first', () => {
    fs.mkdirSync(join(folder, '.changes.txt.part'));
    fs.writeFileSync(join(folder, '.changes.txt.part/precious'), '');
    expect(write('changes.txt')).toMatchObject([
      { rule: 'changes-write', finding: expect.stringMatching(/^cannot be written: .*is a directory/u) },
    ]);
    expect([...snapshot(folder).keys()]).toEqual(['.changes.txt.part', '.changes.txt.part/precious']);
  });

  it('is refused before and after the build if it is a folder, and nothing is written', () => {
    fs.mkdirSync(join(folder, 'changes.txt'));
    const problems = sideFileProblems(join(folder, 'changes.txt'), nowhere);
    expect(problems).toMatchObject([{ rule: 'changes-write', file: join(folder, 'changes.txt'), level: 'error' }]);
    expect(write('changes.txt')).toEqual(problems);
    expect(fs.readdirSync(folder)).toEqual(['changes.txt']);
  });

  it.skipIf(!fs.existsSync('/dev/null'))('never replaces a device', () => {
    const problems = sideFileProblems('/dev/null', nowhere);
    expect(problems).toMatchObject([{ finding: 'exists, and is not a regular file' }]);
    expect(writeChangedFiles(changes, '/dev/null', site)).toEqual(problems);
    expect(fs.statSync('/dev/null').isCharacterDevice()).toBe(true);
  });

  it.each(['file/changes.txt', 'file/more/changes.txt'])(
    'is refused at %s, below something that is not a folder',
    (place) => {
      fs.writeFileSync(join(folder, 'file'), '');
      const problems = sideFileProblems(join(folder, place), nowhere);
      expect(problems).toMatchObject([
        { rule: 'changes-write', finding: expect.stringMatching(/^cannot be written: /u) },
      ]);
      expect(write(place)).toEqual(problems);
    },
  );

  it.each(['locked/changes.txt', 'locked/a/b/changes.txt'])(
    'is refused at %s, without write permission',
    async (place) => {
      fs.chmodSync(folder, 0o755);
      fs.mkdirSync(join(folder, 'locked'), { mode: 0o555 });
      const problems = await asAnyone(async () => write(place));
      const finding = expect.stringMatching(/^cannot be written: EACCES/u);
      expect(problems).toMatchObject([{ rule: 'changes-write', file: join(folder, place), finding }]);
    },
  );

  it('is refused inside the folders that are read or published, whichever path leads there', () => {
    for (const name of ['dist', 'data', 'public']) fs.mkdirSync(join(folder, name));
    fs.symlinkSync('dist', join(folder, 'link'));
    const folders = ['dist', 'data', 'public', 'missing'].map((name) => join(folder, name));
    const refused = (file: string) => sideFileProblems(join(folder, file), { folders, inputs: [] });
    for (const [file, place] of [
      ['dist/api/v1/changes.txt', 'dist'],
      ['link/changes.txt', 'dist'],
      ['data/courses/changes.txt', 'data'],
      ['public/../public/changes.txt', 'public'],
      ['missing', 'missing'],
    ] as const)
      expect(refused(file)).toMatchObject([{ finding: `lies inside the folder ${join(folder, place)}` }]);
    expect(['dist.txt', 'logs/changes.txt'].flatMap(refused)).toEqual([]);
    expect(fs.readdirSync(folder).toSorted()).toEqual(['data', 'dist', 'link', 'public']);
  });

  it('is refused in place of a file that is read, by any path, and even before there is one', () => {
    fs.writeFileSync(join(folder, 'list.csv'), 'a');
    fs.symlinkSync('list.csv', join(folder, 'link.csv'));
    const inputs = ['list.csv', 'config.json'].map((name) => join(folder, name));
    const refused = (file: string) =>
      sideFileProblems(join(folder, file), { folders: [], inputs }).map(({ finding }) => finding);
    const finding = 'is a file that this command reads';
    for (const name of ['list.csv', 'link.csv', 'config.json']) expect(refused(name)).toEqual([finding]);
    expect(refused('list.json')).toEqual([]);
  });
});
