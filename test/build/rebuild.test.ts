// Rebuilding: over an earlier build, over foreign files, and over the remains of a killed build.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { generateCatalog } from '../../scripts/generate-catalog.ts';
import { makeFolder, removeFolder, writeFiles } from '../folders.ts';
import { beside, faultsOf, rulesOf, runBuild } from './run.ts';

let folder = '';
let data = '';
let out = '';
beforeEach(() => {
  folder = makeFolder();
  [data, out] = [join(folder, 'data'), join(folder, 'dist')];
  generateCatalog({ courses: 60, directory: data });
});
afterEach(() => removeFolder(folder));

describe('a build over an earlier one', () => {
  it('leaves nothing of a larger catalog behind', async () => {
    await runBuild({ data, out, chosen: { pageSize: 2 } });
    rmSync(data, { recursive: true });
    generateCatalog({ courses: 7, directory: data, seed: 5 });
    await runBuild({ data, out, chosen: { pageSize: 2 } });
    expect(faultsOf(out, data, { pageSize: 2 })).toEqual([]);
    rmSync(data, { recursive: true });
    generateCatalog({ courses: 0, directory: data });
    await runBuild({ data, out });
    expect(faultsOf(out, data)).toEqual([]);
    expect(beside(out, 'data')).toEqual([]);
  });

  it('keeps foreign files', async () => {
    await runBuild({ data, out });
    const foreign = {
      CNAME: 'courses.example.org',
      'robots.txt': 'User-agent: *',
      'api/other/x.json': '{}',
      'api/v2/index.json': '{}',
      '.well-known/security.txt': 'Contact: mailto:a@example.org',
    };
    writeFiles(out, foreign);
    symlinkSync('nowhere', join(out, 'dangling'));
    for (const courses of [20, 60]) {
      rmSync(data, { recursive: true });
      generateCatalog({ courses, directory: data });
      // Sequential, since the second replaces the first.
      await runBuild({ data, out });
      for (const [path, content] of Object.entries(foreign)) {
        expect(readFileSync(join(out, path), 'utf8'), path).toBe(content);
      }
    }
    expect(beside(out, 'data')).toEqual([]);
    for (const path of ['CNAME', 'robots.txt', 'api/other', 'api/v2', '.well-known/security.txt', 'dangling']) {
      rmSync(join(out, path), { recursive: true });
    }
    expect(faultsOf(out, data)).toEqual([]);
  });

  it('repairs changes that somebody made to the output', async () => {
    await runBuild({ data, out });
    rmSync(join(out, 'api/v1'), { recursive: true });
    writeFileSync(join(out, 'api/v1'), 'a file');
    writeFileSync(join(out, '404.json'), 'x');
    await runBuild({ data, out });
    expect(faultsOf(out, data)).toEqual([]);
    expect(beside(out, 'data')).toEqual([]);
  });
});

describe('the output folder', () => {
  it('keeps its inode and its mode', async () => {
    mkdirSync(out);
    chmodSync(out, 0o2775);
    const { ino, mode } = statSync(out);
    await runBuild({ data, out });
    await runBuild({ data, out });
    expect(statSync(out)).toMatchObject({ ino, mode });
    expect(faultsOf(out, data)).toEqual([]);
  });

  it('has the default permissions of folders if it is new', async () => {
    mkdirSync(join(folder, 'other'));
    await runBuild({ data, out });
    expect(statSync(out).mode).toBe(statSync(join(folder, 'other')).mode);
  });

  it('is not created by a build that fails, nor are its parents', async () => {
    writeFileSync(join(data, 'courses.ndjson'), 'x\n', { flag: 'a' });
    mkdirSync(join(folder, 'there'));
    expect(await rulesOf({ data, out: join(folder, 'there/new/newer/dist') })).toEqual(['file-syntax']);
    expect(readdirSync(join(folder, 'there'))).toEqual([]);
  });
});

describe('what a killed build left', () => {
  const gone = spawnSync(process.execPath, ['--version']).pid;

  it('half written is removed', async () => {
    await runBuild({ data, out });
    writeFiles(folder, { [`.dist.building-${gone}-1/api/v1/index.json`]: '{' });
    await runBuild({ data, out });
    expect(beside(out, 'data')).toEqual([]);
    expect(faultsOf(out, data)).toEqual([]);
  });

  it('is told apart from files that only resemble it', async () => {
    const others = ['.dist.building-x', `.other.building-${gone}-1`, 'dist.building-1-1'];
    for (const name of others) writeFiles(folder, { [`${name}/x`]: '' });
    await runBuild({ data, out });
    expect(beside(out, 'data').toSorted()).toEqual(others.toSorted());
  });
});
