// The command `completion`: what the shells themselves complete with its scripts.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { it } from '../helpers/fixture.ts';
import { isMissing, neededFor, pathOf } from '../helpers/programs.ts';
import { courseCatalog } from './command.ts';

const cases: [typed: string, offered: string[]][] = [
  ['static-course-catalog completion b', ['bash']],
  ['static-course-catalog build --data my', ['my folder']],
  ['static-course-catalog ve', ['verify']],
  ['static-course-catalog build --host n', ['netlify', 'nginx']],
  ['static-course-catalog build --no-', ['--no-site']],
  ['static-course-catalog verify --ag', ['--against']],
  ['static-course-catalog build --dumps p', ['parquet']],
  ['static-course-catalog build --dumps parquet,c', ['parquet,csv']],
];

describe('completion', () => {
  it.for(cases)('bash completes %j', async ([typed, offered], { folder }) => {
    const script = await scriptFor('bash', folder);
    const words = typed.split(' ');
    mkdirSync(join(folder, 'my folder'));
    const ask = `. ${script}; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _static_course_catalog; printf '%s\\n' "\${COMPREPLY[@]}"`;
    expect(linesOf('bash', ['--norc', '-c', ask, 'bash', ...words], folder).toSorted()).toEqual(offered);
  });

  it.skipIf(isMissing('zsh')).for(cases)(
    `zsh completes %j${neededFor('zsh')}`,
    async ([typed, offered], { folder }) => {
      await scriptFor('zsh', folder);
      mkdirSync(join(folder, 'my folder'));
      const lines = linesOf(pathOf('zsh'), ['-f', '-c', typeIntoZsh, 'zsh', typed, String(offered.length)], folder);
      const words = lines.map((line) =>
        line
          .slice(typed.lastIndexOf(' ') + 1)
          .replace(/\/$/u, '')
          .replaceAll('\\', ''),
      );
      expect(words).toEqual(offered);
    },
  );

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

/** Types a line into an interactive zsh, presses the tab key so many times, which offers one match after another, and prints the line after each. */
const typeIntoZsh = String.raw`
  zmodload zsh/zpty zsh/zselect
  await() { repeat 400; do [ -e $1 ] && [ $(wc -l < $1) -ge $2 ] && break; zselect -t 5; done }
  zpty shell zsh -f -i
  zpty -w shell '. ./script; show() { print -r -- "$BUFFER" >> shown; }; zle -N show; bindkey "^I" menu-complete "^G" show; : > ready'
  await ready 0
  zpty -n -w shell "$1"
  repeat $2; do zpty -n -w shell $'\t\a'; done
  await shown $2
  zpty -d shell
  cat shown`;

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
