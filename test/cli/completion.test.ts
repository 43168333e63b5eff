// The command `completion`: what the shells themselves complete with its scripts.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { it } from '../fixture.ts';
import { isMissing, neededFor, pathOf } from '../programs.ts';
import { courseCatalog } from './command.ts';

const cases: [typed: string, offered: string[]][] = [
  ['course-catalog completion b', ['bash']],
  ['course-catalog build --data my', ['my folder']],
  ['course-catalog ve', ['verify']],
  ['course-catalog build --host n', ['netlify', 'nginx']],
  ['course-catalog build --no-', ['--no-site']],
  ['course-catalog verify --ag', ['--against']],
];

describe('completion', () => {
  it.for(cases)('bash completes %j', async ([typed, offered], { folder }) => {
    const script = await scriptFor('bash', folder);
    const words = typed.split(' ');
    mkdirSync(join(folder, 'my folder'));
    const ask = `. ${script}; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _course_catalog; printf '%s\\n' "\${COMPREPLY[@]}"`;
    expect(linesOf('bash', ['--norc', '-c', ask, 'bash', ...words], folder).toSorted()).toEqual(offered);
  });

  it.skipIf(isMissing('zsh'))(`zsh takes the script${neededFor('zsh')}`, async ({ folder }) => {
    const script = await scriptFor('zsh', folder);
    const ask = `. ${script}; print -r -- $_comps[course-catalog]`;
    expect(linesOf(pathOf('zsh'), ['-f', '-c', ask], folder)).toEqual([
      '_bash_complete -o filenames -F _course_catalog',
    ]);
  });

  it.skipIf(isMissing('fish')).for(cases)(
    `fish completes %j${neededFor('fish')}`,
    async ([typed, offered], { folder }) => {
      const script = await scriptFor('fish', folder);
      mkdirSync(join(folder, 'my folder'));
      const found = linesOf(pathOf('fish'), ['--no-config', '-c', `source ${script}; complete -C '${typed}'`], folder);
      const plain = found.map((line) => line.split('\t')[0]?.replace(/\/$/u, '').replaceAll('\\', ''));
      expect(plain).toEqual(offered);
    },
  );

  it('refuses another shell', async () => {
    const { exitCode, stderr } = await courseCatalog(['completion', 'bsh']);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('takes bash, zsh or fish, not "bsh"; did you mean bash?');
  });
});

async function scriptFor(shell: string, folder: string): Promise<string> {
  const { stdout } = await courseCatalog(['completion', shell]);
  const file = join(folder, 'script');
  writeFileSync(file, stdout);
  return file;
}

function linesOf(program: string, args: readonly string[], folder: string): string[] {
  const env = { ...process.env, HOME: folder };
  return execFileSync(program, args, { cwd: folder, env, encoding: 'utf8' }).trimEnd().split('\n');
}
