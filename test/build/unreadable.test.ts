// The report of a build on missing permissions: the file or folder itself, and whether it belongs to the source, the public folder or the output.
import { chmodSync, mkdirSync, renameSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { asAnyone, writeFiles } from '../helpers/folders.ts';
import { siteForEach } from './each-site.ts';
import { problemsOf, type Chosen } from './run.ts';

let folder = '';
siteForEach((site) => {
  ({ folder } = site);
  writeFiles(folder, {
    'data/providers.json': '[{"id":1,"name":"One"}]',
    'data/categories.json': '[]',
    'data/courses/a.ndjson':
      '{"id":1,"title":"A","linkurl":"https://a.example/","provider":1,"language":"English","date_published":"2020-01-01"}',
    'public/own.txt': '',
  });
  mkdirSync(join(folder, 'closed'));
  chmodSync(folder, 0o777);
});

const denied = 'cannot be read: permission denied';

/** Each problem of a build and of its dry run, which must be the same. */
async function reported(chosen: Partial<Chosen> = {}, data = 'data', out = 'dist'): Promise<string[]> {
  const run = { data: join(folder, data), out: join(folder, out) };
  const lines = async (dryRun: boolean) =>
    (await problemsOf({ ...run, chosen: { ...chosen, dryRun } })).map(
      ({ rule, file, finding }) => `${rule} ${file.replace(`${folder}/`, '')}: ${finding.replaceAll(folder, '')}`,
    );
  const [built, dry] = [await lines(false), await lines(true)];
  expect(dry).toEqual(built);
  return built;
}

/** The same for a user without permissions for `path`. */
async function reportedWithout(path: string, ...run: Parameters<typeof reported>): Promise<string[]> {
  chmodSync(join(folder, path), 0);
  const problems = await asAnyone(async () => reported(...run));
  chmodSync(join(folder, path), 0o755);
  return problems;
}

describe('a build reports', () => {
  it('the source folder in a closed one, where public is not looked for either', async () => {
    renameSync(join(folder, 'data'), join(folder, 'closed/data'));
    expect(await reportedWithout('closed', {}, 'closed/data')).toEqual([`file-readable closed/data: ${denied}`]);
  });

  it.each(['data/providers.json', 'data/courses/a.ndjson', 'data/courses'])('%s of the source', async (path) => {
    expect(await reportedWithout(path)).toEqual([`file-readable ${path}: ${denied}`]);
  });

  it('a source file that the disk fails to read', async () => {
    // The first page of a process's memory is never mapped.
    symlinkSync('/proc/self/mem', join(folder, 'data/courses/b.csv'));
    const finding = 'cannot be read: the disk reports an error';
    expect(await reported()).toEqual([`file-readable data/courses/b.csv: ${finding}`]);
  });

  it('the public folder, whether named or not', async () => {
    expect(await reportedWithout('public')).toEqual([`public-folder public: ${denied}`]);
    expect(await reportedWithout('public', { public: join(folder, 'public') })).toEqual([
      `public-folder public: ${denied}`,
    ]);
  });

  it('a public folder in a closed one', async () => {
    const named = join(folder, 'closed/public');
    expect(await reportedWithout('closed', { public: named })).toEqual([`public-folder closed/public: ${denied}`]);
  });

  it('a folder in the public one', async () => {
    writeFiles(folder, { 'public/in/x': '' });
    expect(await reportedWithout('public/in')).toEqual([`public-folder public/in: ${denied}`]);
  });

  it('each file in the public folder', async () => {
    symlinkSync('round', join(folder, 'public/round'));
    for (const name of ['x', 'y']) symlinkSync('.', join(folder, 'public', name));
    writeFileSync(join(folder, 'public/large.bin'), '');
    truncateSync(join(folder, 'public/large.bin'), 3 * 2 ** 30);
    expect(await reportedWithout('public/own.txt')).toEqual([
      'public-file public/large.bin: is larger than 2 GiB',
      `public-file public/own.txt: ${denied}`,
      'public-file public/round: is a link that leads back to itself',
      'public-file public/x: is a link to a folder; only links to files are followed',
      'public-file public/y: is a link to a folder; only links to files are followed',
    ]);
  });

  it('the output folder, alone or in a closed one', async () => {
    mkdirSync(join(folder, 'dist'));
    const scan = "cannot be written: EACCES: permission denied, scandir '/dist'";
    expect(await reportedWithout('dist')).toEqual([`output-write dist: ${scan}`]);
    const stat = "cannot be written: EACCES: permission denied, stat '/closed/dist'";
    expect(await reportedWithout('closed', {}, 'data', 'closed/dist')).toEqual([`output-write closed/dist: ${stat}`]);
  });
});
