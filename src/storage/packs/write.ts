// Writes packs: plans them, compares the responses with those that are published, and writes the packs that changed.
import { setImmediate } from 'node:timers/promises';
import { packChecksum, keyCount, packKey, packPath, packStartFor, type PackKind } from '../../api/packs.ts';
import { lowerBound } from '../../text/lower-bound.ts';
import { attempt, messageOf } from '../../errors.ts';
import { compareText } from '../../problems.ts';
import { GrowingBytes, lineEnd } from '../../text/bytes.ts';
import type { Records, Writer } from '../writer.ts';
import { PackedApi } from './packed.ts';
import { planPacks, singleResponse, type Pack } from './plan.ts';
import { recordReader, type NamedResponse } from './records.ts';

/** What a build over published packs knows of them. */
export interface PublishedPacks {
  readonly target: string;
  /** The packs of the saved state; undefined if nothing of them can be reused. */
  readonly packs: readonly Pack[] | undefined;
  /** Names of responses that are no longer part of the API. */
  readonly removed: readonly string[];
}

export interface PackContext {
  readonly writer: Writer;
  /** Largest pack in bytes. */
  readonly largest: number | undefined;
  readonly throwIfAborted: () => void;
}

/** Packs the rendered responses of a kind, together with what stays of the published packs. */
export async function packKind(
  kind: PackKind,
  rendered: readonly Records[],
  { target, packs, removed }: PublishedPacks,
  { writer, largest, throwIfAborted }: PackContext,
) {
  const published = new PackedApi(target);
  const recordsIn = recordReader(rendered);
  // Without a state, the published packs may be anybody's.
  const packBefore = (start: number) =>
    packs ? savedPack(published, kind, start) : (attempt(() => published.pack(kind, start)) ?? new Map());
  const startsBefore = packs?.map(({ start }) => start) ?? attempt(() => published.startsOf(kind)) ?? [];
  const gone = new Set(removed);
  const touched = new Set<number | undefined>();
  for (const { keys } of packs ? rendered : []) for (const key of keys) touched.add(packStartFor(startsBefore, key));
  for (const name of gone) touched.add(packStartFor(startsBefore, packKey(kind, name)));
  const fresh = rendered.flatMap(({ keys, names, lengths }) =>
    Array.from(keys, (key, at) => singleResponse(key, names[at] ?? 0, lengths[at] ?? 0)),
  );
  const staying = startsBefore.flatMap((start, at) => {
    if (!packs || !touched.has(start)) return [];
    const now = new Set(Array.from(recordsIn(start, startsBefore[at + 1] ?? keyCount), ({ name }) => name));
    const stay = [...packBefore(start)].filter(([name]) => !now.has(name) && !gone.has(name));
    return stay.map(([name, { length }]) => singleResponse(packKey(kind, name), Buffer.byteLength(name), length));
  });
  const untouched = (packs ?? []).filter(({ start }) => !touched.has(start));
  const planned = planPacks([...fresh, ...staying], untouched, largest);
  const changed = packs ? [...gone] : [];
  const pack = new GrowingBytes();
  for (const [at, one] of planned.entries()) {
    if (one.isKept) continue;
    // Signals are received meanwhile.
    await setImmediate();
    throwIfAborted();
    const [from, end] = [at === 0 ? 0 : one.start, planned[at + 1]?.start ?? keyCount];
    const places = [Math.max(0, lowerBound(startsBefore, from + 1) - 1), lowerBound(startsBefore, end)] as const;
    const before = new Map(
      startsBefore
        .slice(...places)
        .flatMap((start) => [...packBefore(start)].filter(([name]) => isBetween(packKey(kind, name), from, end))),
    );
    const responses: Omit<NamedResponse, 'key'>[] = [...recordsIn(from, end)];
    for (const { name, bytes } of responses) {
      if (before.get(name)?.equals(bytes) !== true) changed.push(name);
      before.delete(name);
    }
    for (const [name, bytes] of before) {
      if (!packs) changed.push(name);
      else if (!gone.has(name)) responses.push({ name, bytes });
    }
    assemble(pack, responses);
    writer.write(packPath(kind, one.start), pack);
  }
  if (planned.length === 0) for (const start of startsBefore) changed.push(...packBefore(start).keys());
  return {
    kind,
    startsBefore,
    packs: planned.map(({ start, bytes, indexBytes, count }): Pack => ({ start, bytes, indexBytes, count })),
    /** Paths of packs that stay as they are. */
    kept: planned.filter(({ isKept }) => isKept).map(({ start }) => packPath(kind, start)),
    /** Names of responses that are added, changed or removed. */
    changed,
  };
}

function isBetween(key: number, from: number, end: number): boolean {
  return key >= from && key < end;
}

/** The responses of a pack of the saved state. Throws an error that does not look like one of the system: it means that the state is wrong. */
function savedPack(published: PackedApi, kind: PackKind, start: number): ReadonlyMap<string, Buffer> {
  try {
    return published.pack(kind, start);
  } catch (cause) {
    throw new Error(`${packPath(kind, start)} cannot be used: ${messageOf(cause)}`, { cause });
  }
}

/** The bytes of a pack: its index, the responses in the order of their names, and the checksum. */
function assemble(pack: GrowingBytes, responses: readonly Omit<NamedResponse, 'key'>[]): void {
  const sorted = responses.toSorted((a, b) => compareText(a.name, b.name));
  let [index, offset] = ['', 0];
  for (const { name, bytes } of sorted) {
    index += `${index === '' ? '{' : ','}${JSON.stringify(name)}:[${offset},${bytes.length}]`;
    offset += bytes.length;
  }
  pack.clear();
  pack.addText(`${index}}`);
  pack.addByte(lineEnd);
  for (const { bytes } of sorted) pack.addBytes(bytes);
  pack.addText(packChecksum(pack.bytes));
  pack.addByte(lineEnd);
}
