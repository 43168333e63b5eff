// The published packs: what stays of them, and which responses differ from them.
import { keyCount, keyOf, packPath, startFor, type PackKind } from '../../api/packs.ts';
import { attempt, messageOf } from '../../errors.ts';
import type { GrowingBytes } from '../../text/bytes.ts';
import { PackedApi } from './packed.ts';
import { RecordReader } from './records.ts';
import type { Records } from '../writer.ts';
import type { Pack, Sizes } from './plan.ts';

/** What a build over published packs knows of them. */
export interface PublishedPacks {
  readonly target: string;
  /** Those of the saved state; undefined if nothing of them can be reused. */
  readonly packs: readonly Pack[] | undefined;
  /** Names of responses that are no longer part of the API. */
  readonly removed: readonly string[];
}

export interface Staying extends Sizes {
  readonly start: number;
  readonly keys: readonly number[];
}

/** How a build differs from the published packs. */
export interface PackDifference {
  readonly startsBefore: readonly number[];
  /** Packs of which every response stays. */
  readonly untouched: readonly Pack[];
  /** The responses that stay of all others. */
  readonly staying: readonly Staying[];
  /** Names of responses that are added, changed or removed; undefined if no pack of the kind is published: then all are new. */
  readonly changed: readonly string[] | undefined;
}

/** The responses of a pack of the saved state. Throws an error that does not look like one of the system: it means that the state is wrong. */
export function savedPack(published: PackedApi, kind: PackKind, start: number): ReadonlyMap<string, Buffer> {
  try {
    return published.pack(kind, start);
  } catch (cause) {
    throw new Error(`${packPath(kind, start)} cannot be used: ${messageOf(cause)}`, { cause });
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
  const published = new PackedApi(target);
  // Without a state, the published packs may be anybody's.
  const packBefore = (start: number) =>
    packs ? savedPack(published, kind, start) : (attempt(() => published.pack(kind, start)) ?? new Map());
  const starts = packs?.map(({ start }) => start) ?? attempt(() => published.startsOf(kind)) ?? [];
  if (!packs && starts.length === 0) return { startsBefore: [], untouched: [], staying: [], changed: undefined };
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
    compare(start, starts[at + 1] ?? keyCount, packBefore(start));
  }
  const untouched = (packs ?? []).filter(({ start }) => !touched.has(start));
  return { startsBefore: starts, untouched, staying, changed };
}

/** The names of all rendered responses of a kind. */
export function namesOf(rendered: readonly Records[]): string[] {
  using reader = new RecordReader();
  return Array.from(reader.readByRun(rendered), ({ name }) => name);
}
