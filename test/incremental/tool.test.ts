// Another version of the tool: the state of an earlier build is reused only by exactly the code that wrote it, whatever its version number.
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateCatalog } from '../../scripts/generate-catalog.ts';
import { makeFolder, removeFolder } from '../helpers/folders.ts';
import { env } from './command.ts';
import { treeOf, unlike } from './tree.ts';

const courses = 60;
let folder = '';
/** A copy of this repository, to be edited and compiled. */
let tool = '';
beforeAll(async () => {
  folder = makeFolder();
  tool = join(folder, 'tool');
  for (const path of ['src', 'scripts', 'package.json', 'tsconfig.json', 'tsconfig.browser.json'])
    cpSync(path, join(tool, path), { recursive: true });
  symlinkSync(join(process.cwd(), 'node_modules'), join(tool, 'node_modules'));
  generateCatalog({ courses, directory: join(folder, 'data') });
  run('npm', 'run', '--silent', 'compile');
  // Copied files are trusted to be unchanged when they are this old.
  await pause(2100);
});
afterAll(() => removeFolder(folder));

describe('a build by code', () => {
  it('that is unchanged reads nothing again, also after compiling it again', () => {
    build('dist');
    expect(build('dist')).toEqual({ hasRead: false, views: 0 });
    const digest = () => readFileSync(join(tool, 'lib/digest.txt'), 'utf8');
    const before = digest();
    run('npm', 'run', '--silent', 'compile');
    expect(digest()).toBe(before);
  });

  it('that renders titles differently renders every view again, though its version is the same', () => {
    build('dist');
    edit('src/api/course-records.ts', '      title,', '      title: `${title}!`,');
    run('npm', 'run', '--silent', 'compile');
    expect(build('dist')).toEqual({ hasRead: true, views: courses });
    build('clean');
    expect(unlike(treeOf(join(folder, 'dist')), treeOf(join(folder, 'clean')))).toEqual([]);
  });

  it('that has no digest reads everything each time', () => {
    build('dist');
    // As after a failed compilation.
    rmSync(join(tool, 'lib/digest.txt'));
    build('dist');
    expect(build('dist')).toEqual({ hasRead: true, views: 0 });
  });
});

/** Builds with the copy, and returns whether it read the source, and how many views it wrote. */
function build(out: string): { hasRead: boolean; views: number } {
  const args = ['--data', join(folder, 'data'), '--out', join(folder, out), '--no-site', '--json'];
  const { timings, changes } = JSON.parse(run('node', 'lib/bin.js', 'build', ...args));
  const views = changes.changed.filter((path: string) => path.startsWith('api/v1/courses/view/')).length;
  return { hasRead: timings.length > 1, views };
}

function edit(path: string, before: string, after: string): void {
  const text = readFileSync(join(tool, path), 'utf8');
  if (!text.includes(before)) throw new Error(`${path} does not contain ${before}`);
  writeFileSync(join(tool, path), text.replaceAll(before, after));
}

function run(command: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: tool, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}: ${stderr}`);
  return stdout;
}
