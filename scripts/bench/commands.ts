// Owns the commands that the benchmark measures, and the folders that they read and write.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { COLD, type Contender, ONCE, type Sizes } from './contenders.ts';
import type { Command } from './measure.ts';

const GENERATOR = fileURLToPath(new URL('../generate-catalog.ts', import.meta.url));
const PLAIN_BUILD = fileURLToPath(new URL('../plain-build.mjs', import.meta.url));
const SAMPLE = fileURLToPath(new URL('../../data', import.meta.url));
const BASE_URL = 'https://courses.example.org';

/** Contenders that are compared with tools without HTML pages write none either. */
export const noPages = '--no-site';

/** Commands and sizes of one run. */
export interface Subject {
  /** The command to measure. */
  bin: string;
  /** The earlier command, if it is measured for comparison. */
  before: string | undefined;
  sizes: Sizes;
  /** Folder of the benchmark: holds a folder for each catalog and one for the outputs. */
  root: string;
}

/** A catalog that is edited, and the output that is kept up to date with it. */
export interface Live {
  catalog: string;
  out: string;
  /** The command that builds it; `watch` keeps building. */
  build: Command;
  watch: Command;
}

export interface Lives {
  /** The courses in one file. */
  one: Live;
  /** The same catalog built by the earlier command, if it is measured. */
  before: Live | undefined;
  /** The courses in a thousand files. */
  many: Live;
  /** The courses in one file, with HTML pages. */
  pages: Live;
  /** The same with a page for every course. */
  coursePages: Live;
  /** The same as `pages`, with a journal. */
  journal: Live;
}

/** The command of each contender, except for those of `incremental.ts` and those not requested. */
export type Commands = Readonly<Partial<Record<Contender, Command>>>;

/** Of `COLD` and `ONCE`. */
export function commandsOf({ bin, before, sizes, root }: Subject): Commands {
  const medium = catalogOf(root, sizes.medium);
  const small = catalogOf(root, sizes.small);
  const out = (contender: Contender) => outputOf(root, contender);
  const build = (contender: Contender, data: string, ...more: string[]) =>
    buildCommand(bin, data, out(contender), '--quiet', noPages, ...more);
  return {
    small: build('small', small),
    compressed: build('compressed', small, '--host', 'caddy', '--precompress', 'gzip,brotli'),
    ...(before !== undefined && {
      before: buildCommand(before, medium, out('before'), '--quiet', ...(knowsPages(before) ? [noPages] : [])),
    }),
    build: build('build', medium),
    pages: buildCommand(bin, medium, out('pages'), '--quiet'),
    coursePages: buildCommand(bin, medium, out('coursePages'), '--quiet', '--course-pages'),
    journal: buildCommand(bin, medium, out('journal'), '--quiet', ...journalIn(root, 'cold')),
    dumpsNdjson: buildCommand(bin, medium, out('dumpsNdjson'), '--quiet', '--dumps', 'ndjson'),
    dumpsAll: buildCommand(bin, medium, out('dumpsAll'), '--quiet', '--dumps', 'ndjson,csv,parquet'),
    packs: build('packs', medium, '--host', 'cloudflare', '--pack'),
    copy: { node: false, args: ['cp', '-r', out('build'), out('copy')] },
    plain: node(PLAIN_BUILD, medium, out('plain'), BASE_URL),
    threads1: build('threads1', medium, '--threads', '1'),
    threads2: build('threads2', medium, '--threads', '2'),
    threads4: build('threads4', medium, '--threads', '4'),
    large: build('large', catalogOf(root, sizes.large)),
    sample: build('sample', SAMPLE),
    ...(before !== undefined && {
      sampleBefore: buildCommand(
        before,
        SAMPLE,
        out('sampleBefore'),
        '--quiet',
        ...(knowsPages(before) ? [noPages] : []),
      ),
    }),
    version: node(bin, '--version'),
  };
}

/** The catalogs that are edited. */
export function livesOf({ bin, before, root }: Subject): Lives {
  const live = (by: string, name: string, output: string, ...more: string[]) => {
    const [catalog, out] = [join(root, `edited-${name}`), join(root, 'live', output)];
    const build = buildCommand(by, catalog, out, '--quiet', ...more);
    return { catalog, out, build, watch: buildCommand(by, catalog, out, '--watch', ...more) };
  };
  return {
    one: live(bin, 'one', 'one', noPages),
    before: before === undefined ? undefined : live(before, 'one', 'before', ...(knowsPages(before) ? [noPages] : [])),
    many: live(bin, 'many', 'many', noPages),
    pages: live(bin, 'pages', 'pages'),
    coursePages: live(bin, 'course-pages', 'course-pages', '--course-pages'),
    journal: live(bin, 'journal', 'journal', ...journalIn(root, 'live')),
  };
}

/** The journal is outside the catalogs, which several contenders read. */
function journalIn(root: string, name: string): string[] {
  return ['--journal', join(root, `${name}.journal`), '--at', '2026-11-23T09:00:00Z'];
}

/** `git status` of an output, with its index beside it; `prepare` adds every file to the index. */
export function gitStatusOf({ out }: Pick<Live, 'out'>): { prepare: Command[]; status: Command } {
  const git = (...args: string[]): Command => {
    return { node: false, args: ['git', `--git-dir=${out}.git`, `--work-tree=${out}`, ...args] };
  };
  return { prepare: [git('init', '--quiet'), git('add', '--all')], status: git('status', '--porcelain') };
}

export function buildCommand(bin: string, data: string, out: string, ...more: string[]): Command {
  return partCommand(bin, data, '--out', out, ...more);
}

/** Without an output: a shard writes below the folder of `--shards`. */
export function partCommand(bin: string, data: string, ...more: string[]): Command {
  return node(bin, 'build', '--data', data, '--base-url', BASE_URL, ...more);
}

/** In a separate process with the same loader, so that this one can handle signals. */
export function generator(courses: number, directory: string, files = 1): Command {
  const args = [String(courses), directory, '--files', String(files)];
  return { node: false, args: [process.execPath, ...process.execArgv, GENERATOR, ...args] };
}

export function catalogOf(root: string, courses: number): string {
  return join(root, `catalog-${courses}`);
}

export function outputOf(root: string, contender: Contender): string {
  return join(root, 'out', contender);
}

/** The cold contenders of a round that have a command. In every other round the earlier command comes after the one it is compared with. */
export function coldOf(commands: Commands, round: number): [Contender, Command][] {
  const names: readonly Contender[] = round === 1 ? [...COLD, ...ONCE] : COLD;
  return (round % 2 === 0 ? names.flatMap(inOtherOrder) : names).flatMap((name) => {
    const command = commands[name];
    return command ? [[name, command]] : [];
  });
}

/** The copy comes directly after the build in either order. */
function inOtherOrder(name: Contender): Contender[] {
  if (name === 'before') return [];
  return name === 'copy' ? [name, 'before'] : [name];
}

/** Whether a command, which may be an older one, writes HTML pages. */
function knowsPages(bin: string): boolean {
  return execFileSync(process.execPath, [bin, 'build', '--help'], { encoding: 'utf8' }).includes(noPages);
}

function node(...args: string[]): Command {
  return { node: true, args };
}
