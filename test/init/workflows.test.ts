// Workflows: what `init` writes for hosts that build the site themselves, parsed as those hosts do.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { it } from '../helpers/fixture.ts';
import { parseDocument } from 'yaml';
import { planInit } from '../../src/cli/init/init.ts';
import { hostNames, type HostName } from '../../src/hosts/hosts.ts';
import { inFolder, writeFiles } from '../helpers/folders.ts';
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
        check: {
          if: "github.event_name == 'pull_request'",
          steps: steps('static-course-catalog diff FETCH_HEAD >> "$GITHUB_STEP_SUMMARY"', {
            'continue-on-error': true,
          }),
        },
        build: {
          if: "github.event_name != 'pull_request'",
          steps: steps('static-course-catalog build', { env: { COURSE_CATALOG_BASE_URL: address } }),
        },
        deploy: {
          needs: 'build',
          if: "github.ref == 'refs/heads/main'",
          steps: expect.arrayContaining([
            expect.objectContaining({ with: { artifact_name: '${{ needs.build.outputs.artifact }}' } }),
          ]) as unknown,
        },
        verify: {
          needs: ['build', 'deploy'],
          env: { COURSE_CATALOG_BASE_URL: '${{ needs.build.outputs.base_url }}' },
          steps: steps('static-course-catalog verify'),
        },
      },
    });
    const names = text.split('jobs:')[1]?.match(/(?<=^ {2})\w+(?=:$)/gmu);
    expect(names).toEqual(['check', 'build', 'deploy', 'verify']);
  });

  it('gives each job only the permissions it needs, publishes hidden files too, and pins every action', () => {
    const lines = text.match(/^(?: {2}\w+:$| {2,6}[\w-]+: (?:read|write)$)/gmu)?.map((line) => line.trim()) ?? [];
    const granted =
      'contents: read|check:|build:|contents: read|pages: read|deploy:|pages: write|id-token: write|verify:';
    expect(lines.slice(lines.indexOf('contents: read'))).toEqual(granted.split('|'));
    expect(text).toMatch(/upload-pages-artifact@.*\n +with:\n.*\n +path: dist\n.*\n +include-hidden-files: true\n/u);
    const ofAttempt = 'github-pages-${{ github.run_attempt }}';
    expect(text.split('\n').map((line) => line.trim())).toEqual(
      expect.arrayContaining([`artifact: ${ofAttempt}`, `name: ${ofAttempt}`]),
    );
    const uses = text.match(/(?<=uses: ).*/gu) ?? [];
    for (const use of uses) expect(use).toMatch(/^actions\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/u);
    expect([...new Set(uses.map((use) => use.replace(/@.*/u, '')))].toSorted()).toEqual(
      words`actions/checkout actions/configure-pages actions/deploy-pages actions/setup-node
        actions/upload-artifact actions/upload-pages-artifact`,
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
        environment: 'production',
        script: script('--out dist '),
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
    // Whoever edits the catalog can push again without pulling what a workflow has committed.
    const pushes = texts
      .filter((text) => text.startsWith('name: Check links'))
      .flatMap((text) => text.match(/git push.*/gu));
    expect(new Set(pushes)).toEqual(new Set(host === 'github-pages' ? ['git push --quiet origin links'] : []));
    const own = /^# A catalog of courses|^name: (?:Import lists|Check links|Add a course)/u;
    const services = texts.filter((text) => !own.test(text));
    expect(services.join('\n')).not.toMatch(/journal|contents: write|git (?:commit|push)/u);
  });

  it('that are wrong are detected', () => {
    const wrong =
      'npx --no static-course-catalog build --hots nginx\nstatic-course-catalog publish\nstatic-course-catalog verify a b\n';
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
    const [, , indent = '', script = ''] = /^(.*)- (?:run: )?\|\n( +)(for wait[^]*?exit 1\n)/mu.exec(text) ?? [];
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
        expect(lines[0]).toMatch(/^--no static-course-catalog verify .*--against dist /u);
        expect(readFileSync(join(folder, 'sleeps'), 'utf8').trimEnd().split('\n')).toHaveLength(tries);
      });
    }
  });
});

function shell(script: string, folder: string): string {
  return execFileSync('bash', shellArgs(script), { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
}

/** Runs a script as the runners do, with the commands in `bin` found first. */
function shellArgs(script: string): string[] {
  return ['-eo', 'pipefail', '-c', `chmod +x bin/*; PATH="$PWD/bin:$PATH"\n${script}`];
}
