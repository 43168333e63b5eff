// A repository on GitHub, as the workflows of `init` see it: a server, a clone in which somebody edits, runners, and a `gh` that keeps issues in a file.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';
import { planInit } from '../../src/cli/init/init.ts';
import { writeFiles } from '../helpers/folders.ts';
import { pathOf } from '../helpers/programs.ts';

const workflow = z.looseObject({
  jobs: z.record(z.string(), z.looseObject({ steps: z.array(z.looseObject({ run: z.string().optional() })) })),
});

interface Issue {
  readonly title: string;
  readonly body: string;
  readonly state: 'open' | 'closed';
  readonly label: string;
  readonly author: string;
}

/** `gh` with one repository: its issues and what was called are in a folder. It refuses what it does not know. */
const gh = `#!${process.execPath}
const fs = require('node:fs');
const [topic, action, ...args] = process.argv.slice(2);
const path = (name) => process.env.GH_STATE + '/' + name;
const issues = fs.existsSync(path('issues.json')) ? JSON.parse(fs.readFileSync(path('issues.json'))) : [];
const option = (name) => args[args.indexOf(name) + 1];
const body = () => fs.readFileSync(option('--body-file'), 'utf8');
const issue = issues[Number(args[0]) - 1];
const calls = {
  'issue list': () => {
    const isWanted = ({ label, author }) => label === option('--label') && author === 'app/' + option('--app');
    const numbers = issues.flatMap((one, at) => (isWanted(one) ? [at + 1] : []));
    console.log(numbers.reverse().slice(0, Number(option('--limit'))).join('\\n'));
  },
  'issue create': () => {
    const [title, label] = [option('--title'), option('--label')];
    issues.push({ title, body: body(), state: 'open', label, author: 'app/github-actions' });
  },
  'issue edit': () => (issue.body = body()),
  'issue reopen': () => (issue.state = 'open'),
  'issue close': () => (issue.state = 'closed'),
  'label create': () => {},
  'workflow run': () => {},
};
calls[topic + ' ' + action]();
fs.writeFileSync(path('issues.json'), JSON.stringify(issues));
fs.appendFileSync(path('calls'), [topic, action, ...args].join(' ') + '\\n');
`;

export function git(folder: string, ...args: readonly string[]): string {
  const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org'];
  return execFileSync(pathOf('git'), [...identity, ...args], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
}

/** A repository on a server that began with the template, and a clone of it in `browser`. */
export function remoteRepository(folder: string) {
  const at = (name: string) => join(folder, name);
  git(folder, 'init', '--quiet', '--bare', '--initial-branch=main', 'server.git');
  git(folder, 'clone', '--quiet', 'server.git', 'browser');
  planInit({ folder: at('browser'), host: 'github-pages', baseUrl: undefined, version: '1.0.0' })();
  const commit = (message: string) => {
    git(at('browser'), 'add', '--all');
    git(at('browser'), 'commit', '--quiet', '--message', message);
    git(at('browser'), 'push', '--quiet', 'origin', 'HEAD:main');
  };
  commit('Initial commit');
  mkdirSync(at('state'));
  writeFiles(at('bin'), { gh, npx: `#!/bin/sh\nshift 2\nexec ${process.execPath} ${resolve('lib/bin.js')} "$@"\n` });
  for (const program of ['bin/gh', 'bin/npx']) chmodSync(at(program), 0o755);
  const read = (name: string) => (existsSync(at(name)) ? readFileSync(at(name), 'utf8') : '');
  const issues = (): Issue[] => JSON.parse(read('state/issues.json') || '[]');
  let runs = 0;
  return {
    at,
    commit,
    read,
    issues,
    /** An issue that somebody has opened. */
    addIssue: (issue: Issue) => writeFileSync(at('state/issues.json'), JSON.stringify([...issues(), issue])),
    /** Runs the scripts of a job on a new runner, but not the installation; `before` is called with the index of each. Returns the calls of `gh`. */
    runJob: (path: string, job: string, before: (index: number) => void = () => {}): string => {
      runs += 1;
      const runner = at(`runner-${runs}`);
      git(folder, 'clone', '--quiet', '--depth=1', `file://${at('server.git')}`, runner);
      writeFileSync(at('output'), '');
      const temporary = at(`temporary-${runs}`);
      mkdirSync(temporary);
      const { steps = [] } = workflow.parse(parse(readFileSync(join(runner, path), 'utf8'))).jobs[job] ?? {};
      const scripts = steps.flatMap(({ run }) => (run === undefined || run.includes('npm ci') ? [] : [run]));
      for (const [index, script] of scripts.entries()) {
        before(index);
        execFileSync('bash', ['--noprofile', '--norc', '-e', '-o', 'pipefail', '-c', script], {
          cwd: runner,
          stdio: 'pipe',
          env: {
            PATH: `${at('bin')}:${process.env['PATH']}`,
            HOME: folder,
            RUNNER_TEMP: temporary,
            GH_STATE: at('state'),
            GITHUB_OUTPUT: at('output'),
            GITHUB_STEP_SUMMARY: at('summary'),
            GITHUB_SERVER_URL: 'https://github.com',
            GITHUB_REPOSITORY: 'ada/courses',
            GITHUB_REF_NAME: 'main',
            OPEN: /^open=(.*)$/mu.exec(read('output'))?.[1] ?? '',
          },
        });
      }
      const calls = read('state/calls');
      writeFileSync(at('state/calls'), '');
      return calls;
    },
  };
}
