// The state: what is known of the build before, kept beside the output. It may be deleted at any time, and is never trusted unchecked.
import { hash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { asUint32, DamagedFile, readSections, writeSections } from '../output/sections.ts';
import { readBatch, readLinkhashes, readTermMarks, readTerms, writeBatch } from './batch-file.ts';
import { type Known, type KnownBatch, type KnownLists, type KnownPiece, type KnownFile } from './known.ts';

const headFile = 'state.json';
const newHeadFile = `${headFile}.new`;
const ignoreFile = '.gitignore';

/** The folder of the state of an output folder. */
export function stateFolderOf(target: string): string {
  return join(dirname(target), `.${basename(target)}.state`);
}

/** A batch in the head: its pieces with the index of each one's source file. */
interface HeadBatch {
  readonly name: string;
  readonly pieces: readonly (Pick<KnownPiece, 'mark' | 'indent' | 'records' | 'lines'> & { readonly file: number })[];
  readonly tally: KnownBatch['tally'];
  readonly years: KnownBatch['years'];
}

type Head = Omit<Known, 'batches' | 'lists' | 'stored'> & {
  readonly batches: readonly HeadBatch[];
};

/** What the last build by this tool left; undefined where there is nothing, or nothing that can be read. */
export function loadKnown(folder: string, tool: string): Known | undefined {
  const head = readHead(join(folder, headFile));
  if (head?.tool !== tool) return undefined;
  const { batches, ...rest } = head;
  let lists: KnownLists | undefined;
  return {
    ...rest,
    batches: batches.map(({ name, pieces, tally, years }) => {
      const path = join(folder, name);
      return {
        name,
        pieces: pieces.map(({ file, ...piece }) => ({ ...piece, ...sourceOf(head.files[file]) })),
        tally,
        years,
        linkhashes: () => readLinkhashes(path),
        columns: () => readBatch(path, years),
        terms: () => (head.hasTerms ? readTerms(path) : undefined),
        termMarks: () => (head.hasTerms ? readTermMarks(path) : []),
      };
    }),
    lists: () => (lists ??= readLists(join(folder, listsName(head)))),
    stored: new Set([listsName(head), ...batches.map(({ name }) => name)]),
  };
}

/** Says that the output is no more what the state tells, before it is changed. Where the state may not be touched, the next build sees that by itself. */
export function forgetKnown(folder: string): void {
  removeQuietly(join(folder, headFile));
}

/** Writes the batches that are not stored to a folder of the stage: while other threads write pages, this one has the time. */
export async function stageBatches(
  folder: string,
  { batches, stored }: Pick<Known, 'batches' | 'stored'>,
): Promise<void> {
  try {
    mkdirSync(folder, { recursive: true });
    for (const { name, columns, terms } of batches) {
      if (!stored.has(name)) writeBatch(join(folder, name), columns(), terms());
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    // Where there is no room for them now, there may be once the build is published.
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Keeps what is known for the next build, batches of the folder `staged` included, and answers the names of its files. Where that
 * fails, or something other than a folder of ours stands there, the next build begins anew.
 */
export function saveKnown(folder: string, known: Known, staged: string): ReadonlySet<string> {
  const entry = lstatSync(folder, { throwIfNoEntry: false });
  if (entry && !entry.isDirectory()) return new Set();
  try {
    mkdirSync(folder, { recursive: true });
    // Whoever keeps the catalog in Git need not be told.
    if (!existsSync(join(folder, ignoreFile))) writeFileSync(join(folder, ignoreFile), '*\n');
    const stored = writeParts(folder, known, staged);
    const text = JSON.stringify(headOf(known));
    writeFileSync(join(folder, newHeadFile), `${hash('sha256', text)}\n${text}`);
    renameSync(join(folder, newHeadFile), join(folder, headFile));
    removeParts(folder, stored);
    return stored;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    forgetKnown(folder);
    removeParts(folder, new Set());
    return new Set();
  }
}

/** Removes the files of a state but for those that are kept; nothing that others put there. */
function removeParts(folder: string, kept: ReadonlySet<string>): void {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const isPart = (name: string) => /^(?:batch|lists)-/u.test(name) || name === newHeadFile;
  for (const name of names) if (isPart(name) && !kept.has(name)) removeQuietly(join(folder, name));
}

function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // What cannot be removed does no harm: it is never trusted unchecked.
  }
}

function readHead(path: string): Head | undefined {
  try {
    const text = readFileSync(path, 'utf8');
    const end = text.indexOf('\n');
    const head = text.slice(end + 1);
    return hash('sha256', head) === text.slice(0, end) ? JSON.parse(head) : undefined;
  } catch {
    // There is none, or none that can be read.
    return undefined;
  }
}

function headOf({ batches, lists: _lists, stored: _stored, ...rest }: Known): Head {
  const indexes = new Map(rest.files.map(({ path }, index) => [path, index]));
  return {
    ...rest,
    batches: batches.map(({ name, pieces, tally, years }) => ({
      name,
      pieces: pieces.map(({ path, mark, indent, records, lines }) => {
        return { file: indexes.get(path) ?? -1, mark, indent, records, lines };
      }),
      tally,
      years,
    })),
  };
}

function sourceOf(file: KnownFile | undefined): KnownFile {
  if (!file) throw new DamagedFile('a piece of no file');
  return file;
}

function listsName({ listsId }: Pick<Known, 'listsId'>): string {
  return `lists-${listsId}`;
}

function writeParts(folder: string, known: Known, staged: string): Set<string> {
  const names = new Set<string>();
  for (const { name, columns, terms } of known.batches) {
    const path = join(folder, name);
    if (!known.stored.has(name) && !isMoved(join(staged, name), path)) writeBatch(path, columns(), terms());
    names.add(name);
  }
  const name = listsName(known);
  if (!known.stored.has(name)) writeLists(join(folder, name), known.lists());
  return names.add(name);
}

/** The stage may be half written, or on another file system. */
function isMoved(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch {
    return false;
  }
}

function writeLists(path: string, { references, lists, described, pageNumbers }: KnownLists): void {
  const { counts, members, catalogCounts, ...facts } = lists;
  writeSections(path, {
    facts: Buffer.from(JSON.stringify({ references, described, facts })),
    counts,
    members,
    catalogCounts,
    pageNumbers,
  });
}

function readLists(path: string): KnownLists {
  const bytes = readSections(path, 'facts', 'counts', 'members', 'catalogCounts', 'pageNumbers');
  const numbers = (name: 'counts' | 'members' | 'catalogCounts' | 'pageNumbers') => asUint32(bytes(name));
  const { references, described, facts } = JSON.parse(Buffer.from(bytes('facts')).toString('utf8'));
  const [counts, members, catalogCounts] = [numbers('counts'), numbers('members'), numbers('catalogCounts')];
  return {
    references,
    described,
    lists: { ...facts, counts, members, catalogCounts },
    pageNumbers: numbers('pageNumbers'),
  };
}
