// What comes beside the package: the action for workflows, whose steps run here as GitHub runs them, and the template.
import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';
import { describe, expect } from 'vitest';
import { planInit } from '../../src/cli/init/init.ts';
import { it } from '../helpers/fixture.ts';
import { snapshot } from '../helpers/folders.ts';

const action = z
  .object({
    inputs: z.record(z.string(), z.object({ description: z.string(), default: z.string() })),
    outputs: z.record(z.string(), z.object({ description: z.string(), value: z.string() })),
    runs: z.object({
      steps: z.array(
        z.object({ run: z.string().optional(), env: z.record(z.string(), z.string()).optional() }).loose(),
      ),
    }),
  })
  .loose()
  .parse(parse(readFileSync('action.yml', 'utf8')));

/** Runs the step of the action that has a script, in `folder`, with these inputs; returns its outputs and the summary. */
function runAction(folder: string, inputs: Readonly<Record<string, string>>) {
  const files = Object.fromEntries(['OUTPUT', 'STEP_SUMMARY'].map((name) => [`GITHUB_${name}`, join(folder, name)]));
  for (const file of Object.values(files)) writeFileSync(file, '');
  const given = {
    ...Object.fromEntries(Object.entries(action.inputs).map(([name, input]) => [name, input.default])),
    ...inputs,
  };
  const { run = '', env = {} } = action.runs.steps.find((step) => step.run !== undefined) ?? {};
  const values = Object.entries(env).map(([name, value]) => [
    name,
    value.replace(/^\$\{\{ inputs\.([\w-]+) \}\}$/u, (_, input: string) => given[input] ?? ''),
  ]);
  execFileSync('bash', ['--noprofile', '--norc', '-e', '-o', 'pipefail', '-c', run], {
    cwd: join(folder, given['working-directory'] ?? ''),
    env: { ...process.env, ...Object.fromEntries(values), ...files, ...runner(folder) },
    stdio: 'pipe',
  });
  const outputs = readFileSync(join(folder, 'OUTPUT'), 'utf8').trim().split('\n');
  return {
    outputs: Object.fromEntries(outputs.map((line) => line.split('='))),
    summary: readFileSync(join(folder, 'STEP_SUMMARY'), 'utf8'),
  };
}

function runner(folder: string) {
  const shared = { GITHUB_ACTIONS: 'true', GITHUB_ACTION_PATH: resolve('.') };
  return { ...shared, GITHUB_WORKSPACE: folder, RUNNER_TEMP: folder };
}

describe('the action', () => {
  it('builds a catalog, and hands out its folder, counts and changes with a summary', ({ folder }) => {
    cpSync('data', join(folder, 'catalog/data'), { recursive: true });
    writeFileSync(join(folder, 'catalog/course-catalog.config.json'), '{"out": "site", "pageSize": 20}');
    const { outputs, summary } = runAction(folder, {
      'working-directory': 'catalog',
      host: 'github-pages',
      'base-url': 'https://courses.example.org',
      options: '--no-course-pages\n--page-size 50\n',
    });
    expect(outputs).toMatchObject({ folder: 'catalog/site', courses: '201' });
    expect(Number(outputs['files'])).toBeGreaterThan(500);
    expect(JSON.parse(readFileSync(outputs['changes'] ?? '', 'utf8')).added).toContain('api/v1/index.json');
    expect(readFileSync(join(folder, 'catalog/site/api/v1/index.json'), 'utf8')).toContain(
      'https://courses.example.org/api/v1/',
    );
    expect(readdirSync(join(folder, 'catalog/site/courses')).filter((name) => /^\w{32}$/u.test(name))).toEqual([]);
    expect(summary).toContain('| Courses | 201 |');
    expect(Object.keys(action.outputs).toSorted()).toEqual(Object.keys(outputs).toSorted());
  });

  it('fails with the problems of the catalog as annotations', ({ folder }) => {
    cpSync('data', join(folder, 'catalog/data'), { recursive: true });
    writeFileSync(join(folder, 'catalog/data/courses/wrong.json'), '[{}]');
    const failed = () => runAction(folder, { 'working-directory': 'catalog' });
    expect(failed).toThrow(/::error file=catalog\/data\/courses\/wrong\.json,line=1/u);
  });
});

it('the template is what init writes for GitHub Pages', ({ folder }) => {
  const { version }: { version: string } = JSON.parse(readFileSync('package.json', 'utf8'));
  planInit({ folder, host: 'github-pages', baseUrl: undefined, version })();
  expect(snapshot('template')).toEqual(snapshot(folder));
});
