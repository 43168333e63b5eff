// A place: a source, its output and the clean builds that it is held against, visit after visit.
import { cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { problemsOf, runBuild } from '../build/run.ts';
import { spoil, type Fault } from './faults.ts';
import type { Meddling, Scene } from './meddling.ts';
import { differenceOf, notKept, sorted, touched, treeOf, unlike, type Difference, type Tree } from './tree.ts';
import { settle, type World, type Writing } from './worlds.ts';

/** How a world comes to the disk, and what else happens there before it is built. */
export interface Visit {
  readonly writing: Writing;
  readonly meddlings: readonly Meddling[];
  /** What makes the source one that is refused; mostly nothing. */
  readonly fault: Fault | undefined;
  /** Whether it is asked first what would change. */
  readonly isAsked: boolean;
}

/** Everything lies in one folder: the site with its source and output, clean builds, older states. */
export class Place {
  private readonly site: string;
  /** What other hands did to the output since it was built last. */
  private readonly meddled = new Set<string>();
  /** Whether they did something to the state. */
  private isStateDamaged = false;
  private readonly scene: Scene & { olderStates: string[]; others: string[] };

  constructor(private readonly folder: string) {
    this.site = join(folder, 'site');
    this.scene = {
      data: join(this.site, 'data'),
      out: join(this.site, 'dist'),
      state: join(this.site, '.dist.state'),
      olderStates: [],
      others: [],
      attic: join(folder, 'attic'),
    };
    mkdirSync(this.scene.attic);
  }

  /** Writes a world, builds it over the build before it, and answers one line for each thing that is wrong. */
  async go(world: World, { writing, meddlings, fault, isAsked }: Visit): Promise<string[]> {
    const { data, out } = this.scene;
    const left = treeOf(out);
    settle(this.site, world, writing);
    for (const one of meddlings) {
      one.apply(this.scene);
      this.isStateDamaged ||= one.what.includes('state');
    }
    const before = treeOf(out);
    for (const path of touched(left, before)) this.meddled.add(path);
    if (fault !== undefined) return this.refuse(world, fault, before);
    const foretold = isAsked ? await this.ask(world) : undefined;
    const { isStateDamaged } = this;
    const changes = sorted((await runBuild({ data, out, chosen: world.chosen, isStateDamaged })).changes);
    this.isStateDamaged = false;
    const after = treeOf(out);
    const { meddled } = this;
    const wrong = [
      ...(foretold?.wrong ?? []),
      ...unlikeChanges('foretold', foretold?.changes ?? changes, changes),
      // What a build makes of that with which somebody meddled is told by the bytes alone.
      ...(meddled.size === 0 ? unlikeChanges('said', changes, sorted(differenceOf(before, after))) : []),
      ...(await this.unlikeClean(world, after)),
      ...notKept(before, after, meddled),
      ...this.strangers(),
    ];
    this.meddled.clear();
    this.keepState();
    return wrong;
  }

  /** A source with a fault: nothing may change. */
  private async refuse(world: World, fault: Fault, before: Tree): Promise<string[]> {
    const { data, out } = this.scene;
    spoil(data, fault);
    const problems = await problemsOf({ data, out, chosen: world.chosen });
    settle(this.site, world, 'in place');
    const isRefused = problems.some(({ level }) => level === 'error');
    return [
      ...(isRefused ? [] : [`built in spite of ${fault}`]),
      ...touched(before, treeOf(out)).map((path) => `touched: ${path}`),
      ...this.strangers(),
    ];
  }

  private async ask({ chosen }: World): Promise<{ changes: Difference; wrong: string[] }> {
    const { data, out } = this.scene;
    const before = treeOf(this.site);
    const { isStateDamaged } = this;
    const { changes } = await runBuild({ data, out, chosen: { ...chosen, dryRun: true }, isStateDamaged });
    const wrong = touched(before, treeOf(this.site)).map((path) => `touched by a dry run: ${path}`);
    return { changes: sorted(changes), wrong };
  }

  private async unlikeClean({ chosen }: World, after: Tree): Promise<string[]> {
    const clean = join(this.folder, `clean-${this.scene.others.length}`, 'dist');
    await runBuild({ data: this.scene.data, out: clean, chosen });
    this.scene.others.push(clean);
    return unlike(after, treeOf(clean));
  }

  private strangers(): string[] {
    const known = new Set(['data', 'public', 'dist', '.dist.state']);
    const strange = readdirSync(this.site).filter((name) => !known.has(name));
    return strange.map((name) => `beside: ${name}`);
  }

  private keepState(): void {
    if (!existsSync(this.scene.state)) return;
    const copy = join(this.folder, `state-${this.scene.olderStates.length}`);
    cpSync(this.scene.state, copy, { recursive: true, preserveTimestamps: true });
    this.scene.olderStates.push(copy);
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
