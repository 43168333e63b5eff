// Killed at any instant: nobody sees a torn file or half a build, and the next build puts everything right.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFolder, removeFolder } from '../folders.ts';
import { buildWords, env } from './command.ts';
import { openReader, type Reader } from './reader.ts';
import { treeOf, unlike, type Tree } from './tree.ts';
import { makeVariants, type Variant } from './variants.ts';
import { deadEndsIn, strangeIn, type Names } from './whole.ts';
import { mirror } from './worlds.ts';

/** What is built, with which words, and at how many instants it is killed. One after another: the reader has a processor for itself meanwhile. */
const trials = [
  [
    'of some thousands of courses, at two hundred instants,',
    {
      courses: 2000,
      words: Array.from({ length: 5 }, () => ['--no-site']),
      kills: { cold: 60, incremental: 140 },
      least: 1,
    },
  ],
  [
    'with and without pages for people',
    { courses: 300, words: [[], ['--no-site'], []], kills: { cold: 4, incremental: 12 }, least: 0 },
  ],
] as const;
/** At any moment, in the last third, or as soon as a reader sees something new; of a cold build everything is there by then. */
const moments = { cold: ['anywhere', 'late', 'late', 'seen'], incremental: ['anywhere', 'late', 'seen'] } as const;
/** How long after something new is seen, at most, in milliseconds: a cold build has then little left to do. */
const afterSight = { cold: 10, incremental: 40 } as const;
const nothing: Tree = new Map();

type Kind = keyof typeof moments;

let folder = '';
beforeEach(() => {
  folder = makeFolder();
});
afterEach(() => removeFolder(folder));

describe('builds that are killed', () => {
  it.each(trials)(
    '%s are never seen half, and the next one is right and leaves nothing behind',
    async (_, { courses, words, kills, least }) => {
      const site = new Site(join(folder, 'site'), makeVariants(folder, courses, words));
      const { faults, reads, halfWay } = await site.visit(kills);
      expect(faults.slice(0, 20)).toEqual([]);
      // That there was something to see, and, at so many instants, that some met the middle of publishing.
      expect(reads).toBeGreaterThan(courses);
      expect(halfWay).toBeGreaterThanOrEqual(least);
    },
    900_000,
  );
});

/** A source and its output, built, killed and built again. */
class Site {
  private readonly out: string;
  private readonly faults: string[] = [];
  private now: Tree = nothing;
  /** How long the last whole build took, cold and incremental. */
  private readonly took = { cold: 600, incremental: 600 };
  private readonly names: Names = new Map();
  private halfWay = 0;

  constructor(
    private readonly site: string,
    private readonly variants: readonly Variant[],
  ) {
    this.out = join(site, 'dist');
    mkdirSync(site);
  }

  async visit(kills: Readonly<Record<Kind, number>>): Promise<{ faults: string[]; reads: number; halfWay: number }> {
    const reader = await openReader(this.out);
    for (const kind of ['incremental', 'cold'] as const) {
      await this.heal(reader, this.variants[0]);
      for (let killed = 0; killed < kills[kind] && this.faults.length === 0;) {
        if (kind === 'cold') await this.clear(reader);
        if (await this.kill(kind, reader)) killed += 1;
        // Mostly it is the next build, which heals, that is killed.
        if (Math.random() < 0.15) await this.heal(reader);
      }
    }
    const { reads, faults } = await reader.end();
    return { faults: [...this.faults, ...faults], reads, halfWay: this.halfWay };
  }

  /** As after `rm -rf dist`; the state stays every other time. */
  private async clear(reader: Reader): Promise<void> {
    await reader.expect({ builds: [], isCold: false });
    rmSync(this.out, { recursive: true, force: true });
    if (Math.random() < 0.5) rmSync(join(this.site, '.dist.state'), { recursive: true, force: true });
    this.now = nothing;
  }

  /** Begins a build and kills it; answers whether that came before its end. */
  private async kill(kind: Kind, reader: Reader): Promise<boolean> {
    const { files, words, built } = any(this.variants);
    mirror(files, join(this.site, 'data'), 'in place');
    const when = any(moments[kind]);
    const after = this.took[kind] * (when === 'late' ? 0.67 + Math.random() * 0.33 : Math.random());
    let build: Process | undefined;
    const end = () => build?.kill();
    const onNew = when === 'seen' ? () => setTimeout(end, Math.random() ** 2 * afterSight[kind]) : undefined;
    await reader.expect({ builds: [this.now, built], isCold: this.now.size === 0 }, onNew);
    build = start(this.site, words);
    const timer = setTimeout(end, when === 'seen' ? this.took[kind] * 2 : after);
    const { signal, said } = await build.ended;
    clearTimeout(timer);
    const tree = treeOf(this.out, this.now);
    const half = tree.size > 0 && unlike(tree, this.now).length > 0 && unlike(tree, built).length > 0;
    const wrong = [...strangeIn(tree, this.now, built), ...deadEndsIn(this.out, tree, this.names)];
    if (half && this.now.size === 0) wrong.push('a cold build is there, and is not whole');
    if (half) this.halfWay += 1;
    this.tell(`killed after ${Math.round(after)} ms (${when})`, [...wrong, ...(signal ? [] : said)]);
    this.now = tree;
    return signal === 'SIGKILL';
  }

  /** Builds to the end, over whatever is there. */
  private async heal(reader: Reader, variant = any(this.variants)): Promise<void> {
    const { files, words, built } = variant;
    const kind = existsSync(this.out) ? 'incremental' : 'cold';
    mirror(files, join(this.site, 'data'), 'in place');
    await reader.expect({ builds: [this.now, built], isCold: kind === 'cold' });
    const begun = performance.now();
    const { code, said } = await start(this.site, words).ended;
    this.took[kind] = performance.now() - begun;
    const strangers = readdirSync(this.site).filter((name) => !['data', 'dist', '.dist.state'].includes(name));
    const tree = treeOf(this.out, this.now);
    this.tell('built after that', [
      ...(code === 0 ? [] : [`exit code ${code}`, ...said]),
      ...unlike(tree, built),
      ...strangers.map((name) => `beside: ${name}`),
    ]);
    this.now = tree;
  }

  private tell(what: string, wrong: readonly string[]): void {
    if (wrong.length > 0) this.faults.push(`${what}:`, ...wrong);
  }
}

interface Process {
  readonly kill: () => void;
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null; said: string[] }>;
}

function start(site: string, words: readonly string[]): Process {
  const child = spawn(process.execPath, buildWords(site, undefined, words), {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const said: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk.toString()));
  return {
    kill: () => child.kill('SIGKILL'),
    ended: new Promise((resolve) => child.on('close', (code, signal) => resolve({ code, signal, said }))),
  };
}

function any<T>(from: readonly T[]): T {
  const one = from[Math.floor(Math.random() * from.length)];
  if (one === undefined) throw new Error('there is nothing to choose from');
  return one;
}
