// Workflows: what `init` writes for hosts that build the site themselves, parsed as those hosts do.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { it } from '../helpers/fixture.ts';
import { parseDocument } from 'yaml';
import { planInit } from '../../src/init/init.ts';
import { hostNames, type HostName } from '../../src/hosts/hosts.ts';
import { inFolder, writeFiles } from '../helpers/folders.ts';
import { isMissing, neededFor, pathOf } from '../helpers/programs.ts';
import { words } from '../helpers/words.ts';
import { commandLines, faultsOfLine } from './screen.ts';

const [workflowPath, pipelinePath] = ['.github/workflows/publish.yml', '.gitlab-ci.yml'];

async function written(host: HostName, path: string, baseUrl?: string): Promise<string> {
  return inFolder(async (folder) => {
    planInit({ folder, host, baseUrl, version: '1.0.0' })();
    return readFileSync(join(folder, path), 'utf8');
  });
}

function fromYaml(text: string): unknown {
  const document = parseDocument(text);
  expect([...document.errors, ...document.warnings]).toEqual([]);
  return document.toJS();
}

describe('the workflow for GitHub Pages', async () => {
  const text = await written('github-pages', workflowPath);

  it('checks pull requests, and builds, deploys and verifies main, one at a time for each branch', () => {
    const steps = (command: string, given = {}): unknown =>
      expect.arrayContaining([expect.objectContaining({ run: expect.stringContaining(command) as unknown, ...given })]);
    const address = '${{ steps.pages.outputs.base_url }}';
    expect(fromYaml(text)).toMatchObject({
      on: { pull_request: null, push: { branches: ['main'] }, workflow_dispatch: null },
      concurrency: {
        group: 'publish-${{ github.ref }}',
        'cancel-in-progress': "${{ github.event_name == 'pull_request' }}",
      },
      jobs: {
        check: { if: "github.event_name == 'pull_request'", steps: steps('course-catalog check') },
        build: {
          if: "github.event_name != 'pull_request'",
          steps: steps('course-catalog build', { env: { COURSE_CATALOG_BASE_URL: address } }),
        },
        journal: { needs: 'build', if: "github.ref == 'refs/heads/main'" },
        deploy: {
          needs: ['build', 'journal'],
          steps: expect.arrayContaining([
            expect.objectContaining({ with: { artifact_name: '${{ needs.build.outputs.artifact }}' } }),
          ]) as unknown,
        },
        verify: {
          needs: ['build', 'deploy'],
          env: { COURSE_CATALOG_BASE_URL: '${{ needs.build.outputs.base_url }}' },
          steps: steps('course-catalog verify'),
        },
      },
    });
    const names = text.split('jobs:')[1]?.match(/(?<=^ {2})\w+(?=:$)/gmu);
    expect(names).toEqual(['check', 'build', 'journal', 'deploy', 'verify']);
  });

  it('gives each job only the permissions it needs, publishes hidden files too, and pins every action', () => {
    const lines = text.match(/^(?: {2}\w+:$| {2,6}[\w-]+: (?:read|write)$)/gmu)?.map((line) => line.trim()) ?? [];
    const granted =
      'contents: read|check:|build:|contents: read|pages: read|journal:|contents: write|deploy:|contents: read|pages: write|id-token: write|verify:';
    expect(lines.slice(lines.indexOf('contents: read'))).toEqual(granted.split('|'));
    expect(text).toMatch(/upload-pages-artifact@v5\n +with:\n.*\n +path: dist\n.*\n +include-hidden-files: true\n/u);
    const ofAttempt = 'github-pages-${{ github.run_attempt }}';
    expect(text.split('\n').map((line) => line.trim())).toEqual(
      expect.arrayContaining([`artifact: ${ofAttempt}`, `name: ${ofAttempt}`]),
    );
    expect([...new Set(text.match(/actions\/\S+/gu))].toSorted()).toEqual(
      words`actions/checkout@v7 actions/configure-pages@v6 actions/deploy-pages@v5 actions/download-artifact@v8
        actions/setup-node@v7 actions/upload-artifact@v7 actions/upload-pages-artifact@v5`,
    );
  });
});

describe('the pipeline for GitLab Pages', () => {
  it('checks merge requests, and publishes and verifies the folder of the build of the default branch', async () => {
    const script = (command: string): unknown => [expect.stringContaining(command)];
    const rules = [{ if: '$CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH' }];
    expect(fromYaml(await written('gitlab-pages', pipelinePath))).toMatchObject({
      stages: ['check', 'deploy', 'verify'],
      check: { stage: 'check', rules: [{ if: '$CI_PIPELINE_SOURCE == "merge_request_event"' }] },
      pages: {
        stage: 'deploy',
        resource_group: 'publish',
        environment: 'production',
        script: [
          expect.stringContaining('git fetch'),
          expect.stringContaining('--out dist '),
          expect.stringContaining('git push'),
        ],
        artifacts: { paths: ['dist'] },
        pages: { publish: 'dist' },
        rules,
      },
      verify: { stage: 'verify', script: script('--against dist '), rules },
    });
  });

  it.each([
    [undefined, '$CI_PAGES_URL'],
    ['https://school.gitlab.io/courses', '$CI_PAGES_URL'],
    ['https://courses.example.org', 'https://courses.example.org'],
  ])(
    'builds for the address that GitLab provides, unless the site has its own domain: %s',
    async (baseUrl, address) => {
      const text = await written('gitlab-pages', pipelinePath, baseUrl);
      expect(fromYaml(text)).toMatchObject({ variables: { SITE_URL: address } });
    },
  );
});

it('the configuration for Netlify builds for the address of the site, and previews for their own', async () => {
  const text = await written('netlify', 'netlify.toml');
  expect(text).toContain('publish = "dist"');
  const addresses = [...text.matchAll(/--out dist --base-url (\S+)"/gu)].map(([, address]) => address);
  expect(addresses).toEqual(['$URL', '$DEPLOY_PRIME_URL', '$DEPLOY_PRIME_URL']);
});

describe('command lines', () => {
  it.for(hostNames)('written for %s are accepted by the command', (host, { folder }) => {
    const { written: files, next } = planInit({ folder, host, baseUrl: undefined, version: '1.0.0' })();
    const texts = files
      .filter((path) => !path.startsWith('data/') && path !== 'package.json')
      .map((path) => readFileSync(join(folder, path), 'utf8'));
    const lines = [...texts, ...next].flatMap(commandLines);
    expect(lines.length).toBeGreaterThanOrEqual(4);
    expect(lines.flatMap(faultsOfLine)).toEqual([]);
  });

  it('that are wrong are detected', () => {
    const wrong = 'npx course-catalog build --hots nginx\ncourse-catalog publish\ncourse-catalog verify a b\n';
    expect(commandLines(wrong).flatMap(faultsOfLine)).toEqual([
      'build: no option --hots',
      'build: too many words: nginx',
      'no command publish',
      'verify: too many words: a b',
    ]);
    expect(faultsOfLine(['check', '--host', 'nginx'])).toContain('check: no option --host');
    expect(faultsOfLine(['build', '--host', 'nowhere'])[0]).toContain('--host nowhere: ');
  });
});

describe('the shell of the workflows', () => {
  it.each([
    ['github-pages', workflowPath],
    ['gitlab-pages', pipelinePath],
  ] as const)('installs from the lock file if there is one, on %s', async (host, path) => {
    const install = /- (if \[.*fi)$/mu.exec((await written(host, path)).replaceAll('- run: ', '- '))?.[1] ?? '';
    await inFolder(async (folder) => {
      writeFiles(folder, { 'bin/npm': '#!/bin/sh\necho "npm $*"\n' });
      const run = () => shell(install, folder);
      expect(run()).toBe('npm install\n');
      writeFiles(folder, { 'package-lock.json': '{}' });
      expect(run()).toBe('npm ci\n');
    });
  });

  /** The last script of the file, which ends it in one of them. */
  const loopIn = (text: string) => {
    const [, , indent = '', script = ''] = /^(.*)- (?:run: )?\|\n( +)(for wait in 10[^]*?exit 1\n)/mu.exec(text) ?? [];
    return script.replaceAll(`\n${indent}`, '\n');
  };

  it.each([
    ['stops at once if the site conforms', [0], 0, 1],
    ['tries again while the site does not serve the new build', [1, 1, 0], 0, 3],
    ['fails if the site never does', [1], 1, 7],
    ['fails at once on a usage error, also after a retry', [1, 2], 2, 2],
    ['fails at once on a bug', [70], 70, 1],
  ] as const)('%s, on each host', async (_name, codes, exitCode, tries) => {
    for (const loop of [written('github-pages', workflowPath), written('gitlab-pages', pipelinePath)]) {
      const script = loopIn(await loop);
      expect(script).toContain('verify');
      await inFolder(async (folder) => {
        writeFiles(folder, {
          'bin/sleep': '#!/bin/sh\necho "$1" >> sleeps\n',
          // The last code is that of every further try.
          'bin/npx': `#!/bin/sh
echo "$*" >> tries
set -- ${codes.join(' ')}
for earlier in $(seq 2 "$(wc -l < tries)"); do test $# -eq 1 || shift; done
exit $1
`,
        });
        expect(spawnSync('bash', shellArgs(script), { cwd: folder }).status).toBe(exitCode);
        const lines = readFileSync(join(folder, 'tries'), 'utf8').trimEnd().split('\n');
        expect(lines).toHaveLength(tries);
        expect(lines[0]).toMatch(/^--no course-catalog verify .*--against dist /u);
        expect(readFileSync(join(folder, 'sleeps'), 'utf8').trimEnd().split('\n')).toHaveLength(tries);
      });
    }
  });
});

describe('the journal of what changed', () => {
  it.skipIf(isMissing('git')).for([
    ['github-pages', workflowPath],
    ['gitlab-pages', pipelinePath],
  ] as const)(
    `is committed beside what others push, and never over a newer one, on %s${neededFor('git')}`,
    async ([host, path], { folder }) => {
      const text = (await written(host, path)).replaceAll(/^ +/gmu, '');
      const take = /^git fetch[^]*?rev-parse FETCH_HEAD\).*$/mu.exec(text)?.[0] ?? '';
      const checks = Array.from(text.matchAll(/^- run: (git diff .*)$/gmu), ([, check = '']) => check);
      expect(checks).toHaveLength(host === 'github-pages' ? 1 : 0);
      const commit = /^for wait in 0[^]*?^done$[^]*?^exit 1$/mu.exec(text)?.[0] ?? '';
      writeFiles(folder, {
        'bin/sleep': '#!/bin/sh\n',
        // Once, somebody pushes just before; and a command fails once for a file that names it.
        'bin/git': `#!/bin/sh
if [ -e '${folder}/fails-'$1 ]; then rm '${folder}/fails-'$1; exit 128; fi
if [ "$1" = push ] && [ -e '${folder}/race' ]; then rm '${folder}/race'; (cd '${folder}'; sh push race); fi
exec ${pathOf('git')} "$@"\n`,
        push: `cd author; git pull -q --rebase; echo "$1" >> data/courses; git add data; git commit -qm "$1"; git push -q origin HEAD\n`,
      });
      const sh = (script: string) => shell(`export ${variables}; ${script}`, folder).trim();
      const refused = (script: string) =>
        spawnSync('bash', shellArgs(`export ${variables}; ${script}`), { cwd: folder, encoding: 'utf8' }).stdout;
      const push = (name: string) => sh(`sh push ${name}; git -C author rev-parse HEAD`);
      const published = (file: string) => sh(`git -C origin show main:data/${file}`).split('\n');
      /** Builds a commit, and returns the command that commits its journal. */
      const build = (sha: string, line: string) => {
        sh(`rm -rf build; git clone -q origin build; cd build; git checkout -q ${sha}; ${take}
        echo "tip=\${TIP:-}" >> ../output; echo ${line} >> data/.journal.ndjson; cp data/.journal.ndjson ../${line}`);
        const tip = /tip=(\w+)/u.exec(readFileSync(join(folder, 'output'), 'utf8'))?.[1];
        writeFiles(folder, { output: '' });
        return `rm -rf keep; git init -q keep; cd keep; git remote add origin "file://$PWD/../origin"
        git fetch -q --depth 1 origin ${sha}; git checkout -q FETCH_HEAD; cp ../${line} data/.journal.ndjson; TIP=${tip}\n${commit}`;
      };
      sh(`git init -q --bare -b main origin; git -C origin config uploadpack.allowAnySHA1InWant true
      git init -q -b main author; cd author; git config user.name a; git config user.email a@example.org
      git remote add origin ../origin; mkdir data; touch data/courses; git add data; git commit -qm first; git push -qu origin main`);

      const first = build(push('one'), 'line1');
      const second = push('two');
      writeFiles(folder, { race: '' });
      sh(first.replace(commit, `touch ../fails-fetch\n${commit}`));
      expect([published('.journal.ndjson'), published('courses')]).toEqual([['line1'], ['one', 'two', 'race']]);
      const next = build(second, 'line2');
      sh(next);
      const newest = ['line1', 'line2'];
      expect(published('.journal.ndjson')).toEqual(newest);

      // Somebody runs the jobs again.
      const tip = sh('git -C origin rev-parse main');
      expect(refused(first)).toContain('another journal');
      for (const check of checks) {
        const deploy = (line: string) =>
          `rm -rf deploy; git clone -q origin deploy; cp ${line} deploy/data/.journal.ndjson; cd deploy; ${check}`;
        expect(refused(deploy('line1'))).toContain('newer run');
        sh(deploy('line2'));
      }
      sh(next);
      expect([published('.journal.ndjson'), sh('git -C origin rev-parse main')]).toEqual([newest, tip]);

      // The branch is protected.
      writeFiles(folder, { 'origin/hooks/pre-receive': '#!/bin/sh\nexit 1\n' });
      sh('chmod +x origin/hooks/pre-receive');
      expect(refused(build(tip, 'line3'))).toContain('cannot be pushed');

      // Without an answer of Git, the build does not begin a new one.
      for (const command of ['ls-tree', 'checkout'])
        expect(refused(`cd build; touch ../fails-${command}; ${take}\necho began`)).not.toContain('began');
    },
  );
});

const variables =
  'GIT_CONFIG_GLOBAL=/dev/null GITHUB_REF=refs/heads/main CI_COMMIT_BRANCH=main GITHUB_OUTPUT="$PWD/output"';

function shell(script: string, folder: string): string {
  return execFileSync('bash', shellArgs(script), { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
}

/** Runs a script as the runners do, with the commands in `bin` found first. */
function shellArgs(script: string): string[] {
  return ['-eo', 'pipefail', '-c', `chmod +x bin/*; PATH="$PWD/bin:$PATH"\n${script}`];
}
