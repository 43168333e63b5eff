// Workflows: what `init` writes for hosts that build the site themselves, parsed as those hosts do.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { it } from '../fixture.ts';
import { parseDocument } from 'yaml';
import { z } from 'zod';
import { planInit } from '../../src/init/init.ts';
import { hostNames, type HostName } from '../../src/hosts/hosts.ts';
import { inFolder, writeFiles } from '../folders.ts';
import { words } from '../words.ts';
import { commandLines, faultsOfLine } from './screen.ts';

const step = z.looseObject({
  uses: z.string().optional(),
  run: z.string().optional(),
  with: z.record(z.string(), z.unknown()).optional(),
  env: z.record(z.string(), z.string()).optional(),
});
const permissions = z.record(z.string(), z.string());
const workflowShape = z.looseObject({
  on: z.object({
    pull_request: z.null(),
    push: z.object({ branches: z.array(z.string()) }),
    workflow_dispatch: z.null(),
  }),
  permissions,
  concurrency: z.object({ group: z.string(), 'cancel-in-progress': z.string() }),
  jobs: z.record(
    z.string(),
    z.looseObject({
      if: z.string().optional(),
      needs: z.union([z.string(), z.array(z.string())]).optional(),
      permissions: permissions.optional(),
      env: z.record(z.string(), z.string()).optional(),
      steps: z.array(step),
    }),
  ),
});

const job = z.looseObject({
  stage: z.string(),
  script: z.array(z.string()),
  rules: z.array(z.object({ if: z.string() })),
});
const pipelineShape = z.looseObject({
  stages: z.array(z.string()),
  variables: z.record(z.string(), z.string()),
  default: z.object({ before_script: z.array(z.string()) }),
  check: job,
  pages: job.extend({ artifacts: z.object({ paths: z.array(z.string()) }), pages: z.object({ publish: z.string() }) }),
  verify: job,
});

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
  const { jobs, ...workflow } = workflowShape.parse(
    fromYaml(await written('github-pages', '.github/workflows/publish.yml')),
  );
  const runsOf = (name: string) => jobs[name]?.steps.flatMap(({ run }) => run ?? []) ?? [];

  it('checks pull requests, and builds, deploys and verifies main', () => {
    expect(Object.keys(jobs)).toEqual(['check', 'build', 'deploy', 'verify']);
    expect(workflow.on.push.branches).toEqual(['main']);
    expect(jobs['check']?.if).toBe("github.event_name == 'pull_request'");
    expect(jobs['build']?.if).toBe("github.event_name != 'pull_request'");
    expect(jobs['deploy']).toMatchObject({ needs: 'build', if: "github.ref == 'refs/heads/main'" });
    expect(jobs['verify']?.needs).toEqual(['build', 'deploy']);
    expect(runsOf('check').at(-1)).toContain('course-catalog check');
    expect(runsOf('build').at(-1)).toContain('course-catalog build');
    expect(runsOf('verify').at(-1)).toContain('course-catalog verify');
  });

  it('gives each job only the permissions it needs', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
    expect(jobs['check']?.permissions).toBeUndefined();
    expect(jobs['build']?.permissions).toEqual({ contents: 'read', pages: 'read' });
    expect(jobs['deploy']?.permissions).toEqual({ pages: 'write', 'id-token': 'write' });
    expect(jobs['verify']?.permissions).toBeUndefined();
  });

  it('takes the address of the site from GitHub, and publishes hidden files too', () => {
    const steps = jobs['build']?.steps ?? [];
    const build = steps.find(({ run }) => run?.includes('course-catalog build'));
    expect(build?.env).toEqual({ COURSE_CATALOG_BASE_URL: '${{ steps.pages.outputs.base_url }}' });
    const upload = steps.find(({ uses }) => uses?.startsWith('actions/upload-pages-artifact@'));
    expect(upload?.with).toEqual({ path: 'dist', 'include-hidden-files': true });
    expect(jobs['verify']?.env).toEqual({ COURSE_CATALOG_BASE_URL: '${{ needs.build.outputs.base_url }}' });
  });

  it('runs one at a time for each branch', () => {
    expect(workflow.concurrency.group).toBe('publish-${{ github.ref }}');
    expect(workflow.concurrency['cancel-in-progress']).toContain("github.event_name == 'pull_request'");
  });

  it('pins every action to its major version', () => {
    const used = new Set(Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? [])));
    expect([...used].toSorted()).toEqual(
      words`actions/checkout@v7 actions/configure-pages@v6 actions/deploy-pages@v5 actions/setup-node@v7
        actions/upload-pages-artifact@v5`,
    );
  });
});

describe('the pipeline for GitLab Pages', async () => {
  const pipeline = pipelineShape.parse(fromYaml(await written('gitlab-pages', '.gitlab-ci.yml')));

  it('checks merge requests, and publishes and verifies the default branch, in this order', () => {
    expect(pipeline.stages).toEqual([pipeline.check.stage, pipeline.pages.stage, pipeline.verify.stage]);
    expect(pipeline.check.rules).toEqual([{ if: '$CI_PIPELINE_SOURCE == "merge_request_event"' }]);
    for (const { rules } of [pipeline.pages, pipeline.verify]) {
      expect(rules).toEqual([{ if: '$CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH' }]);
    }
  });

  it('publishes the folder of the build, which is not the folder of public files', () => {
    const { publish } = pipeline.pages.pages;
    expect(publish).toBe('dist');
    expect(pipeline.pages.artifacts.paths).toEqual([publish]);
    expect(pipeline.pages.script.join('\n')).toContain(`--out ${publish} `);
    expect(pipeline.verify.script.join('\n')).toContain(`--against ${publish} `);
  });

  it.each([
    [undefined, '$CI_PAGES_URL'],
    ['https://school.gitlab.io/courses', '$CI_PAGES_URL'],
    ['https://courses.example.org', 'https://courses.example.org'],
  ])(
    'builds for the address that GitLab provides, unless the site has its own domain: %s',
    async (baseUrl, address) => {
      const text = await written('gitlab-pages', '.gitlab-ci.yml', baseUrl);
      expect(pipelineShape.parse(fromYaml(text)).variables).toEqual({ SITE_URL: address });
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
    ['github-pages', '.github/workflows/publish.yml'],
    ['gitlab-pages', '.gitlab-ci.yml'],
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

  const loops = {
    'github-pages': async () => {
      const text = await written('github-pages', '.github/workflows/publish.yml');
      return workflowShape.parse(fromYaml(text)).jobs['verify']?.steps.at(-1)?.run ?? '';
    },
    'gitlab-pages': async () => {
      const text = await written('gitlab-pages', '.gitlab-ci.yml');
      return pipelineShape.parse(fromYaml(text)).verify.script.join('\n');
    },
  };

  it.each([
    ['stops at once if the site conforms', [0], 0, 1],
    ['tries again while the site does not serve the new build', [1, 1, 0], 0, 3],
    ['fails if the site never does', [1], 1, 7],
    ['fails at once on a usage error, also after a retry', [1, 2], 2, 2],
    ['fails at once on a bug', [70], 70, 1],
  ] as const)('%s, on each host', async (_name, codes, exitCode, tries) => {
    for (const loop of Object.values(loops)) {
      const script = await loop();
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

function shell(script: string, folder: string): string {
  return execFileSync('bash', shellArgs(script), { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
}

/** Runs a script as the runners do, with the commands in `bin` found first. */
function shellArgs(script: string): string[] {
  return ['-eo', 'pipefail', '-c', `chmod +x bin/*; PATH="$PWD/bin:$PATH"\n${script}`];
}
