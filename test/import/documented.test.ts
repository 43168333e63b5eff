// What docs/import.md says: the way from a spreadsheet to an API, and the workflow of every week.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { fieldsByHeadings } from '../../src/import/formats/table/fields-by-headings.ts';
import { courseCatalog } from '../cli/command.ts';
import { inFolder, writeFiles } from '../helpers/folders.ts';
import { blocksOf, sectionOf } from '../documentation/markdown.ts';
import { commandLines, faultsOfLine } from '../init/screen.ts';
import { importText, recordsIn } from './imported.ts';

describe('docs/import.md', () => {
  const text = sectionOf('docs/import.md', 'From a spreadsheet to an API');
  const columns = sectionOf('docs/import.md', 'Columns');

  it('leads from its table to an API by its own commands', () =>
    inFolder(async (folder) => {
      const [table = ''] = blocksOf(text, 'csv');
      writeFiles(folder, { 'courses.csv': table });
      const lines = commandLines(blocksOf(text, '').join('\n'));
      expect(lines.map(([name]) => name)).toEqual(['import', 'import', 'build', 'preview', 'import']);
      for (const words of lines.filter(([name]) => name !== 'preview')) {
        const folders = [
          '--data',
          join(folder, 'data'),
          ...(words[0] === 'build' ? ['--out', join(folder, 'dist')] : []),
        ];
        const placed = words.map((word) => (word === 'courses.csv' ? join(folder, word) : word));
        const { exitCode, stderr } = await courseCatalog([...placed, ...folders]);
        expect(exitCode, stderr).toBe(0);
        expect(stderr.includes('Nothing has changed.')).toBe(words.includes('--again'));
      }
      expect(recordsIn(folder, 'courses/courses.ndjson')).toMatchObject([
        { title: 'Optics for beginners', date_published: '2023-09-25', categories: [2] },
        { title: 'Markets and trade', date_published: '2024-02-03', language: ['English', 'French'], categories: [3] },
      ]);
      expect(existsSync(join(folder, 'dist/api/v1/providers/1/courses/index.json'))).toBe(true);
    }));

  it('names columns that are read beside those of its table', () => {
    const [, ...named] = /Columns such as `(.+)`, `(.+)` and `(.+)` are read too/u.exec(columns) ?? [];
    expect(fieldsByHeadings(named)).toEqual({
      license: [[named[0]]],
      date_modified: [[named[1]]],
      provider_url: [[named[2]]],
    });
  });

  it('names the options with which a list of names alone is imported', () =>
    inFolder(async (folder) => {
      const [, map = '', provider = '', language = '', defaultDate = ''] =
        /`--map '(\S+)' --provider '([^']+)' --language (\w+) --default-date ([\d-]+)`/u.exec(columns) ?? [];
      await importText(folder, 'list.csv', 'Name\nIntro to Pottery\n', { map, provider, language, defaultDate });
      expect(recordsIn(folder)).toMatchObject([{ title: 'Intro to Pottery', language: ['English'] }]);
    }));
});

describe('the workflow of docs/import.md', () => {
  const text = sectionOf('docs/import.md', 'Every week');
  const [workflow = ''] = blocksOf(text, 'yaml');
  const { jobs, on }: { jobs: { import: { steps: { run?: string; if?: string }[] } }; on: Record<string, unknown> } =
    parse(workflow);
  const scripts = jobs.import.steps.flatMap(({ run }) => run ?? []);

  it('runs on a schedule, imports and checks with commands that exist', () => {
    expect(Object.keys(on)).toEqual(['schedule', 'workflow_dispatch']);
    const lines = commandLines(scripts.join('\n')).map((words) => words.slice(0, words[0] === 'import' ? 2 : 1));
    expect(lines).toEqual([['import', '--again'], ['check']]);
    expect(lines.flatMap(faultsOfLine)).toEqual([]);
  });

  it('goes on if one of the imports fails, says why, and fails at its end', () =>
    inFolder(async (folder) => {
      const script = scripts.find((one) => one.includes('--again')) ?? '';
      const fake = 'npx() { echo "$3" >> ran; if [ "$3" = import ]; then echo "no such column" >&2; return 1; fi; }\n';
      writeFileSync(join(folder, 'script'), fake + script);
      const env = { ...process.env, GITHUB_ENV: join(folder, 'env') };
      expect(execFileSync('bash', ['-e', 'script'], { cwd: folder, encoding: 'utf8', env })).toBe('no such column\n');
      expect(readFileSync(join(folder, 'ran'), 'utf8')).toBe('import\ncheck\n');
      expect(readFileSync(join(folder, 'env'), 'utf8')).toBe('failed=1\n');
      expect(jobs.import.steps.at(-1)).toEqual({ if: "env.failed == '1'", run: 'exit 1' });
    }));

  it('opens a pull request with the plan as its text, and none if nothing changed', () =>
    inFolder(async (folder) => {
      const script = scripts.find((one) => one.includes('gh pr')) ?? '';
      const fake = (isSame: boolean) =>
        `git() { if [ "$1" = diff ]; then return ${isSame ? 0 : 1}; fi; echo "git $1" >> ran; }\ngh() { echo "$1 $2" >> ran; cat "\${@: -1}" >> ran; }\n`;
      const ran = (isSame: boolean) => {
        writeFiles(folder, { ran: '', 'plan.txt': '2 new, ```\n', script: fake(isSame) + script });
        execFileSync('bash', ['-e', 'script'], { cwd: folder });
        return readFileSync(join(folder, 'ran'), 'utf8').trimEnd().split('\n');
      };
      expect(ran(true)).toEqual(['git add']);
      expect(ran(false)).toEqual(['git add', 'git switch', 'git -c', 'git push', 'pr create', '    2 new, ```']);
    }));
});
