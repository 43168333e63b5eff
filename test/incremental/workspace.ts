// A workspace: a source and its output, built repeatedly, and the clean builds for comparison.
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { problemsOf, runBuild } from '../build/run.ts';
import { breakSource, type SourceError } from './edits.ts';
import type { Tampering, Scene } from './tampering.ts';
import { differenceOf, notKept, sorted, touched, treeOf, unlike, type Difference, type Tree } from './tree.ts';
import { writeScenario, type Scenario, type Writing } from './scenario.ts';

/** How a scenario is written to the disk, and what else happens there before it is built. */
export interface Round {
  readonly writing: Writing;
  readonly tamperings: readonly Tampering[];
  /** An error that makes the source invalid; usually none. */
  readonly inputError: SourceError | undefined;
  /** Whether a dry run comes first. */
  readonly hasDryRun: boolean;
}

/** One folder holds everything: the site with its source and output, and clean builds. */
export class Workspace {
  private readonly site: string;
  /** The tampering with the output since the last build. */
  private readonly tampered = new Set<string>();
  /** The content of the output folder. */
  private tree: Tree = new Map();
  private readonly scene: Scene & { others: string[] };

  constructor(private readonly folder: string) {
    this.site = join(folder, 'site');
    this.scene = {
      data: join(this.site, 'data'),
      out: join(this.site, 'dist'),
      others: [],
      attic: join(folder, 'attic'),
    };
    mkdirSync(this.scene.attic);
  }

  /** Writes a scenario, builds it over the previous build, and returns one line for each fault. */
  async go(scenario: Scenario, { writing, tamperings, inputError, hasDryRun }: Round): Promise<string[]> {
    const { data, out } = this.scene;
    const left = this.tree;
    writeScenario(this.site, scenario, writing);
    for (const one of tamperings) one.apply(this.scene);
    const before = treeOf(out, left);
    this.tree = before;
    for (const path of touched(left, before)) this.tampered.add(path);
    if (inputError !== undefined) return this.refuse(scenario, inputError, before);
    const dryRunResult = hasDryRun ? await this.dryRun(scenario) : undefined;
    const changes = sorted((await runBuild({ data, out, chosen: scenario.chosen })).changes);
    const after = treeOf(out, before);
    this.tree = after;
    const { tampered } = this;
    const wrong = [
      ...(dryRunResult?.wrong ?? []),
      ...unlikeChanges('predicted', dryRunResult?.changes ?? changes, changes),
      // Tampered files are judged by their bytes alone.
      ...(tampered.size === 0 ? unlikeChanges('reported', changes, sorted(differenceOf(before, after))) : []),
      ...(await this.unlikeClean(scenario, after)),
      ...notKept(before, after, tampered),
      ...this.strangers(),
    ];
    this.tampered.clear();
    return wrong;
  }

  /** An invalid source: nothing may change. */
  private async refuse(scenario: Scenario, inputError: SourceError, before: Tree): Promise<string[]> {
    const { data, out } = this.scene;
    breakSource(data, inputError);
    const problems = await problemsOf({ data, out, chosen: scenario.chosen });
    writeScenario(this.site, scenario, 'in place');
    const isRefused = problems.some(({ level }) => level === 'error');
    return [
      ...(isRefused ? [] : [`built despite ${inputError}`]),
      ...touched(before, treeOf(out, before)).map((path) => `touched: ${path}`),
      ...this.strangers(),
    ];
  }

  private async dryRun({ chosen }: Scenario): Promise<{ changes: Difference; wrong: string[] }> {
    const { data, out } = this.scene;
    const before = treeOf(this.site);
    const { changes } = await runBuild({ data, out, chosen: { ...chosen, dryRun: true } });
    const wrong = touched(before, treeOf(this.site, before)).map((path) => `touched by a dry run: ${path}`);
    return { changes: sorted(changes), wrong };
  }

  private async unlikeClean({ chosen }: Scenario, after: Tree): Promise<string[]> {
    const clean = join(this.folder, `clean-${this.scene.others.length}`, 'dist');
    await runBuild({ data: this.scene.data, out: clean, chosen });
    this.scene.others.push(clean);
    return unlike(after, treeOf(clean));
  }

  private strangers(): string[] {
    const known = new Set(['data', 'public', 'dist']);
    const strange = readdirSync(this.site).filter((name) => !known.has(name));
    return strange.map((name) => `beside: ${name}`);
  }
}

function unlikeChanges(what: string, one: Difference, other: Difference): string[] {
  return (['added', 'changed', 'removed'] as const).flatMap((kind) => {
    const twice = one[kind].filter((path, index) => one[kind][index - 1] === path);
    return [
      ...twice.map((path) => `${what} twice as ${kind}: ${path}`),
      ...without(one[kind], other[kind]).map((path) => `${what} as ${kind}, and is not: ${path}`),
      ...without(other[kind], one[kind]).map((path) => `not ${what} as ${kind}, and is: ${path}`),
    ];
  });
}

function without(paths: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return paths.filter((path) => !known.has(path));
}
