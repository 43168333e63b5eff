// The command itself, killed while a reader fetches what it publishes: no reader sees a torn file, and the next build repairs everything. This needs
// real signals and a real reader; faults.test.ts shows that a kill is safe at every single call.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFolder, removeFolder } from '../folders.ts';
import { buildArgs, env } from './command.ts';
import { openReader, type Reader } from './reader.ts';
import { treeOf, unlike, type Tree } from './tree.ts';
import { makeVariants, type Variant } from './variants.ts';
import { brokenLinksIn, unexpectedIn, type Names } from './invariants.ts';
import { mirror } from './scenario.ts';

/** Enough for a reader to see the middle of publishing. */
const courses = 500;
const kills = { incremental: 7, cold: 3 } as const;
/** A build can end before the signal arrives, and a kill can miss the middle of publishing. */
const maxAttempts = 40;
/** The maximum time between seeing something new and killing the build, in milliseconds. */
const afterSight = 10;
const nothing: Tree = new Map();

let folder = '';
beforeEach(() => {
  folder = makeFolder();
});
afterEach(() => removeFolder(folder));

describe('builds that are killed', () => {
  it('are never seen incomplete, and the next one is right and leaves nothing behind', async () => {
    const site = new Site(join(folder, 'site'), await makeVariants(folder, courses, 3));
    const reader = await openReader(site.out);
    await site.heal(reader);
    let [killed, attempts] = [0, 0];
    for (; attempts < maxAttempts && (killed < kills.incremental || site.halfWay === 0); attempts += 1) {
      if (await site.kill(reader, attempts % 3 === 0 ? 'anywhere' : 'on sight')) killed += 1;
      // Sometimes the next build, which repairs everything, is killed as well.
      if (attempts % 3 !== 1) await site.heal(reader);
    }
    for (let cold = 0; attempts < maxAttempts && cold < kills.cold; attempts += 1) {
      await site.clear(reader, cold % 2 === 0);
      if (await site.kill(reader, 'anywhere')) cold += 1;
      await site.heal(reader);
    }
    const { reads, faults } = await reader.end();
    expect([...site.faults, ...faults].slice(0, 20)).toEqual([]);
    // Proves that there was something to see, and something to repair.
    expect(attempts).toBeLessThan(maxAttempts);
    expect(reads).toBeGreaterThan(courses);
    expect(Math.min(site.halfWay, site.locksLeft)).toBeGreaterThan(0);
  }, 300_000);
});

/** A source and its output, built by the command, killed and built again. */
class Site {
  readonly out: string;
  readonly faults: string[] = [];
  /** How many kills hit the middle of publishing, and how many left a lock. */
  halfWay = 0;
  locksLeft = 0;
  private now: Tree = nothing;
  private next = 0;
  /** How long the last complete build took, in milliseconds. */
  private took = 600;
  private readonly names: Names = new Map();

  constructor(
    private readonly site: string,
    private readonly variants: readonly Variant[],
  ) {
    this.out = join(site, 'dist');
    mkdirSync(site);
  }

  /** Like `rm -rf dist`; the state is kept if requested. */
  async clear(reader: Reader, isStateKept: boolean): Promise<void> {
    await reader.expect({ builds: [], isCold: false });
    rmSync(this.out, { recursive: true, force: true });
    if (!isStateKept) rmSync(join(this.site, '.dist.state'), { recursive: true, force: true });
    this.now = nothing;
  }

  /** Starts a build and kills it; returns whether that was before its end. */
  async kill(reader: Reader, moment: 'anywhere' | 'on sight'): Promise<boolean> {
    const built = this.writeNext();
    let build: Process | undefined;
    const end = () => build?.kill();
    const onNew = moment === 'on sight' ? () => setTimeout(end, Math.random() * afterSight) : undefined;
    await reader.expect({ builds: [this.now, built], isCold: this.now.size === 0 }, onNew);
    build = start(this.site);
    const timer = moment === 'anywhere' ? setTimeout(end, this.took * Math.random()) : undefined;
    const { signal, stderr } = await build.ended;
    clearTimeout(timer);
    const tree = treeOf(this.out, this.now);
    const isHalf = tree.size > 0 && unlike(tree, this.now).length > 0 && unlike(tree, built).length > 0;
    if (isHalf) this.halfWay += 1;
    if (existsSync(join(this.site, '.dist.lock'))) this.locksLeft += 1;
    this.tell(`killed ${moment}`, [
      ...unexpectedIn(tree, this.now, built),
      ...brokenLinksIn(this.out, tree, this.names),
      ...(isHalf && this.now.size === 0 ? ['a cold build exists, and is incomplete'] : []),
      ...(signal ? [] : stderr),
    ]);
    this.now = tree;
    return signal === 'SIGKILL';
  }

  /** Builds to the end, over whatever is there. */
  async heal(reader: Reader): Promise<void> {
    const built = this.writeNext();
    await reader.expect({ builds: [this.now, built], isCold: !existsSync(this.out) });
    const begun = performance.now();
    const { code, stderr } = await start(this.site).ended;
    this.took = performance.now() - begun;
    const strangers = readdirSync(this.site).filter((name) => !['data', 'dist', '.dist.state'].includes(name));
    const tree = treeOf(this.out, this.now);
    this.tell('built after that', [
      ...(code === 0 ? [] : [`exit code ${code}`, ...stderr]),
      ...unlike(tree, built),
      ...strangers.map((name) => `beside: ${name}`),
    ]);
    this.now = tree;
  }

  /** Writes the source of one variant after the other; returns the expected build. */
  private writeNext(): Tree {
    const variant = this.variants[this.next % this.variants.length];
    if (!variant) throw new Error('there is no variant');
    this.next += 1;
    mirror(variant.files, join(this.site, 'data'), 'in place');
    return variant.built;
  }

  private tell(what: string, wrong: readonly string[]): void {
    if (wrong.length > 0) this.faults.push(`${what}:`, ...wrong);
  }
}

interface Process {
  readonly kill: () => void;
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null; stderr: string[] }>;
}

function start(site: string): Process {
  const child = spawn(process.execPath, buildArgs(site), { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const stderr: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk.toString()));
  return {
    kill: () => child.kill('SIGKILL'),
    ended: new Promise((resolve) => child.on('close', (code, signal) => resolve({ code, signal, stderr }))),
  };
}
