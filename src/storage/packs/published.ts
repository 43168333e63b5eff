// The published packs: what stays of them, and which responses differ from them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  keyCount,
  keyOf,
  packPath,
  parsePack,
  parseStarts,
  responseIn,
  startFor,
  startsPath,
} from '../../api/packs.ts';
import type { PackKind, ParsedPack } from '../../api/packs.ts';
import { messageOf } from '../../errors.ts';
import type { GrowingBytes } from '../../text/bytes.ts';
import { RecordReader } from './records.ts';
import type { Records } from '../writer.ts';
import type { Pack } from './plan.ts';
import type { Sizes } from './sizes.ts';

/** What a build over published packs knows of them. */
export interface PublishedPacks {
  /** The published folder. */
  readonly target: string;
  /** Those of the saved state; undefined if nothing of them can be reused. */
  readonly packs: readonly Pack[] | undefined;
  /** Names of responses that are no longer part of the API. */
  readonly removed: readonly string[];
}

/** What stays of a published pack. */
export interface Staying extends Sizes {
  readonly start: number;
  readonly keys: readonly number[];
}

/** How a build differs from the published packs. */
export interface PackDifference {
  /** Where the published packs begin. */
  readonly startsBefore: readonly number[];
  /** Packs of which every response stays. */
  readonly untouched: readonly Pack[];
  /** The responses that stay of all others. */
  readonly staying: readonly Staying[];
  /** Names of responses that are added, changed or removed; undefined if no pack of the kind is published: then all are new. */
  readonly changed: readonly string[] | undefined;
}

export class PackFiles {
  constructor(
    private readonly target: string,
    private readonly kind: PackKind,
  ) {}

  /** The responses of a pack by name. Throws an error that does not look like one of the system: it means that the saved state is wrong. */
  responses(start: number): Map<string, Buffer> {
    const path = packPath(this.kind, start);
    try {
      return responsesIn(parsePack(readFileSync(join(this.target, path))));
    } catch (cause) {
      throw new Error(`${path} cannot be used: ${messageOf(cause)}`, { cause });
    }
  }

  /** Without a state, the published packs may be anybody's. */
  responsesIfWhole(start: number): Map<string, Buffer> {
    try {
      return this.responses(start);
    } catch {
      return new Map();
    }
  }

  /** Where each pack begins; undefined if no packs are published. */
  starts(): number[] | undefined {
    try {
      const starts = parseStarts(readFileSync(join(this.target, startsPath(this.kind)), 'utf8'));
      return starts.length > 0 ? starts : undefined;
    } catch {
      return undefined;
    }
  }
}

/** Compares the rendered responses with those in published packs. `memory` is for the records that are read. */
export function compareWithPublished(
  kind: PackKind,
  rendered: readonly Records[],
  { target, packs, removed }: PublishedPacks,
  memory?: GrowingBytes,
): PackDifference {
  using reader = new RecordReader(memory);
  const files = new PackFiles(target, kind);
  const starts = packs?.map(({ start }) => start) ?? files.starts();
  if (!starts) return { startsBefore: [], untouched: [], staying: [], changed: undefined };
  const gone = new Set(removed);
  const keys = [...rendered.flatMap((records) => [...records.keys]), ...Array.from(gone, (name) => keyOf(kind, name))];
  const touched = packs ? new Set(keys.map((key) => startFor(starts, key))) : new Set(starts);
  const staying: Staying[] = [];
  const changed: string[] = [];
  const compare = (start: number, end: number, before: ReadonlyMap<string, Buffer>) => {
    const now = new Set<string>();
    for (const { name, bytes } of reader.readByRun(rendered, start, end)) {
      now.add(name);
      if (before.get(name)?.equals(bytes) !== true) changed.push(name);
    }
    const others = [...before.keys()].filter((name) => !now.has(name));
    const stays = (name: string) => packs !== undefined && !gone.has(name);
    changed.push(...others.filter((name) => !stays(name)));
    const names = others.filter(stays);
    if (names.length === 0) return;
    staying.push({
      start,
      keys: names.map((name) => keyOf(kind, name)),
      names: names.map((name) => Buffer.byteLength(name)),
      lengths: names.map((name) => before.get(name)?.length ?? 0),
    });
  };
  // No published pack has the keys before the first one.
  if ((starts[0] ?? keyCount) > 0) compare(0, starts[0] ?? keyCount, new Map());
  for (const [at, start] of starts.entries()) {
    if (!touched.has(start)) continue;
    compare(start, starts[at + 1] ?? keyCount, packs ? files.responses(start) : files.responsesIfWhole(start));
  }
  const untouched = (packs ?? []).filter(({ start }) => !touched.has(start));
  return { startsBefore: starts, untouched, staying, changed };
}

/** The names of all rendered responses of a kind. */
export function namesOf(rendered: readonly Records[]): string[] {
  using reader = new RecordReader();
  return Array.from(reader.readByRun(rendered), ({ name }) => name);
}

function responsesIn(pack: ParsedPack): Map<string, Buffer> {
  return new Map(Object.keys(pack.index).map((name) => [name, responseIn(pack, name) ?? Buffer.alloc(0)]));
}
