// The published packs: what stays of them, and which responses differ from them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { keyCount, keyOf, packPath, parsePack, responseIn, startFor, startsPath } from '../../api/packs.ts';
import type { PackKind, ParsedPack } from '../../api/packs.ts';
import { messageOf } from '../../errors.ts';
import type { Pack } from './plan.ts';
import type { RecordSource, RecordTable } from './table.ts';

/** What a build over published packs knows of them. */
export interface PublishedPacks {
  /** The published folder. */
  readonly target: string;
  /** Those of the saved state; undefined if nothing of them can be reused. */
  readonly packs: readonly Pack[] | undefined;
  /** Names of responses that are no longer part of the API. */
  readonly removed: Iterable<string>;
}

/** How a build differs from the published packs. */
export interface PackDifference {
  /** Packs of which every response stays. */
  readonly untouched: readonly Pack[];
  /** The responses that stay of all others. */
  readonly staying: readonly RecordSource[];
  /** Names of responses that are added, changed or removed; undefined if no pack is published: then all are new. */
  readonly changed: readonly string[] | undefined;
}

/** Reads packs, and keeps the last one, for the next response is mostly in the same. */
export class PackFiles {
  private last: { readonly start: number; readonly pack: ParsedPack } | undefined;

  constructor(
    private readonly target: string,
    private readonly kind: PackKind,
  ) {}

  /** Throws an error that does not look like one of the system: it means that the saved state is wrong. */
  load(start: number): ParsedPack {
    if (this.last?.start === start) return this.last.pack;
    const path = packPath(this.kind, start);
    try {
      const pack = parsePack(readFileSync(join(this.target, path)));
      this.last = { start, pack };
      return pack;
    } catch (cause) {
      throw new Error(`${path} cannot be used: ${messageOf(cause)}`, { cause });
    }
  }

  /** Where each pack begins; undefined if no packs are published. */
  starts(): number[] | undefined {
    try {
      const starts: unknown = JSON.parse(readFileSync(join(this.target, startsPath(this.kind)), 'utf8'));
      return Array.isArray(starts) ? starts.map((start) => Number.parseInt(String(start), 16)) : undefined;
    } catch {
      return undefined;
    }
  }
}

/** Compares the rendered responses with those in published packs. */
export function compareWithPublished(
  kind: PackKind,
  rendered: RecordTable,
  { packs, removed }: Omit<PublishedPacks, 'target'>,
  files: PackFiles,
): PackDifference {
  const starts = packs?.map(({ start }) => start) ?? files.starts();
  if (!starts) return { untouched: [], staying: [], changed: undefined };
  const gone = new Set(removed);
  const keys = [...rendered.keys, ...Array.from(gone, (name) => keyOf(kind, name))];
  const touched = packs ? new Set(keys.map((key) => startFor(starts, key))) : new Set(starts);
  const isSame = new Uint8Array(rendered.length);
  const staying: RecordSource[] = [];
  const changed: string[] = [];
  for (const [at, start] of starts.entries()) {
    if (!touched.has(start)) continue;
    const positions = rendered.namesBetween(start, starts[at + 1] ?? keyCount);
    const pack = packs ? files.load(start) : loadIfWhole(files, start);
    const names = Object.keys(pack?.index ?? {});
    const kept: string[] = [];
    for (const name of names) {
      const position = positions.get(name);
      if (pack && position !== undefined) {
        const before = responseIn(pack, name) ?? Buffer.alloc(0);
        if (Buffer.compare(before, rendered.at(position).bytes) === 0) isSame[position] = 1;
      } else if (packs && !gone.has(name)) kept.push(name);
      else changed.push(name);
    }
    if (kept.length > 0) staying.push(publishedSource(kind, start, kept, files));
  }
  for (let at = 0; at < rendered.length; at += 1) if (isSame[at] === 0) changed.push(rendered.nameAt(at));
  return { untouched: (packs ?? []).filter(({ start }) => !touched.has(start)), staying, changed };
}

/** Responses of one published pack. */
export function publishedSource(
  kind: PackKind,
  start: number,
  names: readonly string[],
  files: PackFiles,
): RecordSource {
  const at = (ordinal: number) => {
    const name = names[ordinal] ?? '';
    const bytes = responseIn(files.load(start), name);
    if (!bytes) throw new Error(`${packPath(kind, start)} has no response of the name ${name}`);
    return { name, bytes };
  };
  return {
    keys: names.map((name) => keyOf(kind, name)),
    names: names.map((name) => Buffer.byteLength(name)),
    lengths: names.map((_, ordinal) => at(ordinal).bytes.length),
    nameAt: (ordinal) => names[ordinal] ?? '',
    at,
  };
}

/** Without a state, the published packs may be anybody's. */
function loadIfWhole(files: PackFiles, start: number): ParsedPack | undefined {
  try {
    return files.load(start);
  } catch {
    return undefined;
  }
}
