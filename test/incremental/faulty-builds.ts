// Faulty builds: a site that is built while calls that change the disk fail, its faults then, and after the next build.
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pid } from 'node:process';
import { ProblemsError } from '../../src/text/problems.ts';
import type { Catalog } from '../build/catalogs.ts';
import { oneFileEach, writeCatalog } from '../build/layout.ts';
import { runBuild, type Chosen } from '../build/run.ts';
import { writeFiles } from '../helpers/folders.ts';
import { oneOfEachKind, withDiskFault, type DiskFault } from './disk-faults.ts';
import { brokenLinksIn, unexpectedIn, type Names, filesIn, mirror } from './scenario.ts';
import { differenceOf, notKept, sorted, touched, treeOf, unlike, type Difference, type Tree } from './tree.ts';

/** A source, and how it is built. */
export interface Version {
  readonly catalog: Catalog;
  readonly chosen: Partial<Chosen>;
}

/** The result of a build in which something failed. */
interface Faulty {
  /** The failed call; undefined if the build made fewer. */
  readonly failed: string | undefined;
  readonly wrong: string[];
}

/** What a build in which a call failed has published: all, nothing, or some. */
type Ending = 'built' | 'unchanged' | 'interrupted';

/** The result of a version that is built from nothing. */
interface CleanBuild {
  readonly source: ReadonlyMap<string, Buffer>;
  readonly built: Tree;
}

/** Foreign files in the output folder. */
const foreignFiles = {
  CNAME: 'courses.example.org',
  'humans.txt': 'Everybody',
  'api/other/x.json': '{}',
  '.well-known/security.txt': 'Contact: mailto:a@example.org',
  'api/v2/index.json': '{}',
};

/** The staging folder, empty: it is made in the output folder, to be like those in it, and moved away. Whatever was in it would be listed. */
const emptyStaging = /^\.dist\.building-\d+-1$/u;

export class FaultyBuilds {
  private readonly site: string;
  private readonly out: string;
  private readonly clean = new Map<Version, CleanBuild>();
  private readonly names: Names = new Map();
  /** The content of the output folder, and the foreign files in it. */
  private tree: Tree = new Map();
  private foreign: Tree = new Map();

  constructor(private readonly folder: string) {
    this.site = join(folder, 'site');
    this.out = join(this.site, 'dist');
    writeFiles(this.site, { 'notes.txt': 'mine' });
  }

  /** Adds foreign files to the output folder; they must stay there from then on. */
  addForeign(): void {
    writeFiles(this.out, foreignFiles);
    symlinkSync('nowhere', join(this.out, 'dangling'));
    const before = this.tree;
    this.tree = treeOf(this.out);
    this.foreign = new Map([...this.tree].filter(([path]) => !before.has(path)));
  }

  /** Like `rm -rf dist`, or `rm -rf dist/*`. */
  removeOutput(isFolderKept = false): void {
    rmSync(this.out, { recursive: true, force: true });
    if (isFolderKept) mkdirSync(this.out);
    this.tree = new Map();
  }

  /** Builds to the end; returns the number of one call of each kind that is wanted, the last one. */
  async calls(version: Version, wanted?: RegExp): Promise<number[]> {
    await this.prepare(version);
    const { calls } = await withDiskFault(this.site, undefined, () => this.run(version));
    this.tree = treeOf(this.out, this.tree);
    return oneOfEachKind(calls, wanted);
  }

  /** Builds to the end; returns the faults. */
  async build(version: Version): Promise<string[]> {
    const expected = await this.prepare(version);
    await this.run(version);
    this.tree = treeOf(this.out, this.tree);
    const wrong = [...unlike(this.tree, expected), ...notKept(this.foreign, this.tree), ...this.beside()];
    return wrong.map((line) => `built after that: ${line}`);
  }

  /** Builds, and cuts off the disk at one call. `hasChanged` says whether the output changed. */
  async killed(version: Version, at: number): Promise<Faulty & { readonly hasChanged: boolean }> {
    const isThere = existsSync(this.out);
    const { before, expected, failed } = await this.attempt(version, { mode: 'killed', at });
    bury(this.site);
    const { tree } = this;
    const wrong = [
      ...unexpectedIn(tree, before, expected),
      ...brokenLinksIn(this.out, tree, this.names),
      ...notKept(this.foreign, tree),
      // Without an earlier build, the output appears at once, and in an empty folder the API.
      ...(before.size === 0 && tree.has(isThere ? 'api' : '.nojekyll') ? unlike(tree, expected) : []),
    ];
    const hasChanged = touched(before, tree).length > 0;
    return { failed, wrong: wrong.map((line) => `killed at ${failed}: ${line}`), hasChanged };
  }

  /** Builds with one failing call: either everything is built, or nothing is changed, or the error says that some is. */
  async failing(version: Version, at: number): Promise<Faulty & { readonly ending: Ending }> {
    const { before, expected, failed, outcome } = await this.attempt(version, { mode: 'fails', at });
    const { tree } = this;
    const refusal = outcome.status === 'rejected' ? refusalIn(outcome.reason) : undefined;
    const ending = outcome.status === 'fulfilled' ? 'built' : (refusal ?? 0) > 0 ? 'interrupted' : 'unchanged';
    const wrong =
      outcome.status === 'fulfilled'
        ? [...unlike(tree, expected), ...misreported(outcome.value.changes, differenceOf(before, tree))]
        : refusal === undefined
          ? [`an error that tells nothing: ${String(outcome.reason)}`]
          : ending === 'unchanged'
            ? touched(before, tree).map((path) => `changed: ${path}`)
            : [...unexpectedIn(tree, before, expected), ...brokenLinksIn(this.out, tree, this.names)];
    const isTold =
      outcome.status === 'rejected' || outcome.value.warnings.some(({ rule }) => rule === 'output-leftover');
    wrong.push(...notKept(before, tree), ...(isRemoval(failed) && isTold ? [] : this.beside()));
    bury(this.site);
    return { failed, wrong: wrong.map((line) => `${failed} failed: ${line}`), ending };
  }

  private async attempt(version: Version, fault: DiskFault) {
    const expected = await this.prepare(version);
    const before = this.tree;
    const { failed, outcome } = await withDiskFault(this.site, fault, () => this.run(version));
    this.tree = new Map([...treeOf(this.out, before)].filter(([path]) => !emptyStaging.test(path)));
    return { before, expected, failed, outcome };
  }

  /** Writes the source of a version, and returns the expected tree. */
  private async prepare(version: Version): Promise<Tree> {
    const { source, built } = this.clean.get(version) ?? (await this.buildClean(version));
    mirror(source, join(this.site, 'data'), 'in place');
    return new Map([...built, ...this.foreign]);
  }

  private async buildClean(version: Version): Promise<CleanBuild> {
    const clone = join(this.folder, `clean-${this.clean.size}`);
    const [data, out] = [join(clone, 'data'), join(clone, 'dist')];
    writeCatalog(data, version.catalog, oneFileEach);
    await runBuild({ data, out, chosen: version.chosen });
    const clean = { source: filesIn(data), built: treeOf(out) };
    this.clean.set(version, clean);
    return clean;
  }

  private run({ chosen }: Version) {
    return runBuild({ data: join(this.site, 'data'), out: this.out, chosen });
  }

  /** One line for each thing beside the output that is not part of a site. */
  private beside(): string[] {
    const known = new Set(['data', 'dist', 'notes.txt']);
    const strangers = readdirSync(this.site).filter((name) => !known.has(name));
    return strangers.map((name) => `beside: ${name}`);
  }
}

/** How many changes were published when a build failed. Undefined if its error does not say what happened. */
function refusalIn(error: unknown): number | undefined {
  const [problem, ...others] = error instanceof ProblemsError ? error.problems : [];
  if (problem?.rule !== 'output-write' || others.length > 0) return undefined;
  const [, done, total] = /; (\d+) changes? of (\d+) had been published by then/u.exec(problem.finding) ?? [];
  if (done === undefined) return 0;
  const isClear = Number(done) < Number(total) && problem.remedy.includes('the next build completes it');
  return isClear ? Number(done) : undefined;
}

/** One line for each kind of change that is reported incompletely or in excess. */
function misreported(reported: Parameters<typeof sorted>[0], made: Difference): string[] {
  const [changes, expected] = [sorted(reported), sorted(made)];
  return (['added', 'changed', 'removed'] as const)
    .filter((kind) => changes[kind].join() !== expected[kind].join())
    .map((kind) => `reported as ${kind}: ${changes[kind].join()}`);
}

/** Whether something could not be removed, which the next build then does. */
function isRemoval(failed = ''): boolean {
  return /^(?:rmdir|unlink) /u.test(failed);
}

/** A killed process would be gone, but this one is not: makes its abandoned locks in a folder those of a dead process. */
export function bury(folder: string): void {
  for (const name of readdirSync(folder).filter((one) => one.startsWith('.') && one.includes('.lock'))) {
    const lock = join(folder, name);
    const text = readFileSync(lock, 'utf8');
    writeFileSync(lock, text.replace(`"pid":${pid},`, `"pid":${gone},`));
    // An incomplete lock is abandoned after some seconds.
    utimesSync(lock, 0, 0);
  }
}

const { pid: gone } = spawnSync('true');
