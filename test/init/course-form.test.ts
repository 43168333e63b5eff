// Courses that people propose on GitHub: the form, and the steps of the workflow in a real repository, with a `gh` that keeps what it is given.
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';
import { describe, expect } from 'vitest';
import { fieldsFromIssue } from '../../src/import/add/issue.ts';
import { addLabel, courseForm, courseFormFile } from '../../src/cli/init/course-form.ts';
import { planInit } from '../../src/cli/init/init.ts';
import { localeTags } from '../../src/text/locales/tags.ts';
import { customFields } from '../../src/options/custom-fields.ts';
import { pageFields } from '../../src/catalog/fields.ts';
import { courseCatalog } from '../cli/command.ts';
import { it } from '../helpers/fixture.ts';
import { writeFiles } from '../helpers/folders.ts';
import { isMissing, neededFor, pathOf } from '../helpers/programs.ts';

const form = z.strictObject({
  name: z.string().min(3),
  description: z.string().min(3),
  title: z.string(),
  body: z.tuple(
    [z.strictObject({ type: z.literal('markdown'), attributes: z.strictObject({ value: z.string() }) })],
    z.strictObject({
      type: z.enum(['input', 'textarea']),
      id: z.string().regex(/^[\w-]+$/u),
      attributes: z.strictObject({ label: z.string(), description: z.string().optional() }),
      validations: z.strictObject({ required: z.boolean() }),
    }),
  ),
});

const fieldsOf = (text: string) => {
  const [, ...fields] = form.parse(parse(text)).body;
  return fields;
};

describe('the form', () => {
  it.for(localeTags)('in %s has every field that a course needs, and is read again', (tag, { folder }) => {
    // Labels that other fields have, in this language or another.
    const alike = {
      title_2: { label: 'Titel' },
      sala: { label: 'Sala' },
      sala_2: { label: 'sala' },
      nivel: { label: 'Level' },
    };
    const modalidad = { label: 'Mode: "x" # [y] ${{ z }}', kind: 'list' };
    const own = customFields.read(JSON.stringify({ modalidad, ...alike }));
    const fields = fieldsOf(courseForm(tag, own));
    expect(fields.flatMap(({ id, validations }) => (validations.required ? [id] : []))).toEqual(
      ['title', 'linkurl', 'provider', 'language', 'date_published'].map((field) => `course_${field}`),
    );
    expect(fields.filter(({ type }) => type === 'textarea').map(({ id }) => id)).toEqual([fields.at(-1)?.id]);
    const body = fields.map(({ id, attributes }) => `### ${attributes.label}\n\n${id}`).join('\n\n');
    writeFiles(folder, { 'event.json': JSON.stringify({ issue: { body } }) });
    const cells = fields.map(({ id }) => [id.replace('course_', ''), id]);
    expect(fieldsFromIssue(join(folder, 'event.json'), own)).toEqual(Object.fromEntries(cells));
  });

  it('has the fields that the catalog names, and those that its courses have, in its language', async ({ folder }) => {
    const config = {
      host: 'github-pages',
      locale: 'de',
      fields: { modalidad: { label: 'Modalidad', kind: 'yes-no' } },
    };
    writeFiles(folder, {
      'course-catalog.config.json': JSON.stringify(config),
      'data/courses.csv': 'id,title,level,price\n1,Optik,Anfänger,\n',
      'data/providers.csv': 'id,name\n',
      'data/categories.csv': 'id,name\n',
    });
    expect(await courseCatalog('init --host github-pages', { cwd: () => folder })).toMatchObject({ exitCode: 0 });
    const fields = fieldsOf(readFileSync(join(folder, courseFormFile), 'utf8'));
    expect(fields[0]?.attributes.label).toBe('Titel des Kurses');
    const shown = fields
      .map(({ id }) => id.replace('course_', ''))
      .filter((id) => id in pageFields || id === 'modalidad');
    expect(shown).toEqual(['level', 'license', 'modalidad']);
    expect(fields.find(({ id }) => id === 'course_modalidad')?.attributes.description).toBe('yes, no');
  });
});

const workflowPath = '.github/workflows/courses.yml';
const workflow = z.looseObject({
  on: z.strictObject({ issues: z.strictObject({ types: z.tuple([z.literal('labeled')]) }) }),
  permissions: z.strictObject({ contents: z.literal('read') }),
  jobs: z.strictObject({
    add: z.looseObject({
      if: z.literal(`github.event.label.name == '${addLabel}'`),
      steps: z.array(z.looseObject({ run: z.string().optional() })),
    }),
  }),
});

/** `gh` that notes its arguments, with the files that they name. */
const gh = `#!${process.execPath}
const fs = require('node:fs');
const args = process.argv.slice(2).map((arg, at, all) => (all[at - 1] === '--body-file' ? fs.readFileSync(arg, 'utf8') : arg));
fs.appendFileSync(process.env.GH_CALLS, JSON.stringify(args) + '\\n');
if (args[1] === 'list') console.log(process.env.OPEN);
if (args[0] === 'pr' && args[1] === process.env.REFUSED) {
  console.error('GitHub Actions is not permitted to create pull requests');
  process.exit(1);
}
`;

function git(folder: string, ...args: readonly string[]): string {
  const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org'];
  return execFileSync(pathOf('git'), [...identity, ...args], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
}

/** Runs the workflow in a clone of a new catalog for an issue with this text. Returns the calls of `gh`, and the clone. */
function runWorkflow(folder: string, body: string, github: { readonly open?: string; readonly refused?: string } = {}) {
  const at = (name: string) => join(folder, name);
  git(folder, 'init', '--quiet', '--bare', '--initial-branch=main', 'server.git');
  git(folder, 'clone', '--quiet', 'server.git', 'first');
  planInit({ folder: at('first'), host: 'github-pages', baseUrl: undefined, version: '1.0.0' })();
  git(at('first'), 'add', '--all');
  git(at('first'), 'commit', '--quiet', '--message', 'Initial commit');
  git(at('first'), 'push', '--quiet', 'origin', 'HEAD:main');
  git(folder, 'clone', '--quiet', '--depth=1', `file://${at('server.git')}`, 'runner');
  mkdirSync(at('temp'));
  writeFiles(at('bin'), { gh, npx: `#!/bin/sh\nshift 2\nexec ${process.execPath} ${resolve('lib/bin.js')} "$@"\n` });
  for (const program of ['bin/gh', 'bin/npx']) chmodSync(at(program), 0o755);
  writeFileSync(at('event.json'), JSON.stringify({ action: 'labeled', issue: { number: 12, title: body, body } }));
  const { steps } = workflow.parse(parse(readFileSync(join(at('runner'), workflowPath), 'utf8'))).jobs.add;
  const script = steps.findLast(({ run }) => run !== undefined)?.run ?? '';
  const { stdout: output, status } = spawnSync(
    'bash',
    ['--noprofile', '--norc', '-e', '-o', 'pipefail', '-c', script],
    {
      cwd: at('runner'),
      encoding: 'utf8',
      stdio: 'pipe',
      env: {
        PATH: `${at('bin')}:${process.env['PATH']}`,
        HOME: folder,
        RUNNER_TEMP: at('temp'),
        GH_CALLS: at('calls'),
        GITHUB_ACTIONS: 'true',
        GITHUB_EVENT_PATH: at('event.json'),
        GITHUB_STEP_SUMMARY: at('summary'),
        ISSUE: '12',
        OPEN: github.open ?? '',
        REFUSED: github.refused ?? '',
      },
    },
  );
  const calls = readFileSync(at('calls'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
  return {
    calls,
    output,
    status,
    branches: git(at('server.git'), 'branch', '--format=%(refname:short)').trim().split('\n'),
  };
}

const bodyOf = (answers: Readonly<Record<string, string>>) =>
  Object.entries(answers)
    .map(([label, answer]) => `### ${label}\r\n\r\n${answer}`)
    .join('\r\n\r\n');

const answers = {
  'Title of the course': 'Optics',
  'Address of the course': 'https://b.example/optics',
  Provider: 'freeCodeCamp',
  Language: 'English',
  Published: '2026-11-23',
  Categories: '_No response_',
  Description: 'Light',
};

const list = 'pr list --head course-12 --state open --json number,isCrossRepository --jq'
  .split(' ')
  .concat('map(select(.isCrossRepository | not))[0].number // empty');

describe.skipIf(isMissing('git'))(`the workflow${neededFor('git')}`, () => {
  it('makes a pull request that says what is added, and that the catalog is valid', ({ folder }) => {
    const { calls, branches } = runWorkflow(folder, bodyOf(answers));
    const body = `Closes #12.

    added course 7 Optics to data/courses/added.yaml
    data is valid: 7 courses, 3 providers

### What changes

6 courses before, 7 now.

**1 course added**

- \`Optics\`: https://b.example/optics

`;
    const title = 'Add the course of issue 12';
    expect(calls).toEqual([
      ['issue', 'edit', '12', '--remove-label', addLabel],
      list,
      ['pr', 'create', '--head', 'course-12', '--title', title, '--body-file', body],
    ]);
    expect(branches).toEqual(['course-12', 'main']);
    const changed = git(join(folder, 'server.git'), 'diff', '--numstat', 'main', 'course-12');
    expect(changed).toBe('7\t0\tdata/courses/added.yaml\n');
  });

  it('writes an open pull request anew, and none that was closed or is of a fork', ({ folder }) => {
    const { calls } = runWorkflow(folder, bodyOf(answers), { open: '31' });
    expect(calls.slice(1)).toEqual([list, ['pr', 'edit', '31', '--body-file', expect.stringContaining('Closes #12.')]]);
  });

  it('says in a comment that the settings do not allow pull requests', ({ folder }) => {
    const { calls, status } = runWorkflow(folder, bodyOf(answers), { refused: 'create' });
    expect(status).toBe(1);
    expect(calls.slice(3)).toEqual([['issue', 'comment', '12', '--body-file', expect.any(String)]]);
    expect(JSON.stringify(calls[3])).toMatch(/Settings.+    GitHub Actions is not permitted to create pull requests/u);
  });

  it('makes pull requests of which the second conflicts, so that none gives the same id again', ({ folder }) => {
    const ids = (['freeCodeCamp', 'Another one'] as const).map((provider, index) => {
      const own = join(folder, String(index));
      mkdirSync(own);
      runWorkflow(
        own,
        bodyOf({ ...answers, Provider: provider, 'Address of the course': `https://b.example/${index}` }),
      );
      return git(join(own, 'server.git'), 'show', 'course-12:data/courses/added.yaml').match(/(?<=id: )\d+/gu);
    });
    expect(ids).toEqual([['7'], ['7']]);
    const clone = join(folder, '0/runner');
    git(clone, 'fetch', '--quiet', join(folder, '1/server.git'), 'course-12:other');
    expect(() => git(clone, 'merge', '--allow-unrelated-histories', 'other')).toThrow('Command failed');
    expect(git(clone, 'status', '--short')).toContain('AA data/courses/added.yaml');
  });

  it('says in a comment why a course cannot be added', ({ folder }) => {
    const { calls, branches } = runWorkflow(folder, bodyOf({ ...answers, Published: 'yesterday' }));
    expect(calls).toEqual([
      ['issue', 'edit', '12', '--remove-label', addLabel],
      ['issue', 'comment', '12', '--body-file', expect.stringContaining('"date_published"') as unknown],
    ]);
    expect(JSON.stringify(calls)).toContain('1 error; nothing was added');
    expect(branches).toEqual(['main']);
  });

  it.for([
    '$(touch pwned) `touch pwned` "; touch pwned; echo "',
    '${{ github.token }} @everyone #1 <img src=x> ![x](https://evil.example/x.png)',
    '::error::x\u001b[2J',
    'Closes https://github.com/o/r/issues/5 `` Closes o/r#6 `',
  ])('treats what strangers write as text: %j', (attack, { folder }) => {
    const { calls, output } = runWorkflow(
      folder,
      bodyOf({ ...answers, 'Title of the course': attack, Provider: attack }),
    );
    expect(existsSync(join(folder, 'runner/pwned'))).toBe(false);
    expect(output).not.toMatch(/^\s*::/mu);
    const last = z.array(z.string()).parse(calls.at(-1)).at(-1) ?? '';
    // A block of code is indented; elsewhere it is code between backticks.
    const markup = last
      .split('\n')
      .filter((line) => !line.startsWith('    ') && !line.startsWith('Closes #12.'))
      .map((line) => line.replaceAll(/(`+).*?\1(?!`)/gu, ''));
    expect(markup.join('\n')).not.toMatch(/@everyone|<img|!\[|touch|closes/iu);
  });

  it('has what somebody wrote in no command and no expression', ({ folder }) => {
    planInit({ folder, host: 'github-pages', baseUrl: undefined, version: '1.0.0' })();
    const expressions = readFileSync(join(folder, workflowPath), 'utf8').match(/\$\{\{.*?\}\}/gu);
    expect(expressions).toEqual([
      '${{ github.event.issue.number }}',
      '${{ github.token }}',
      '${{ github.event.issue.number }}',
    ]);
  });
});
