// Writes packs: plans them, compares the responses with those that are published, and writes the packs that changed.
import { setImmediate } from 'node:timers/promises';
import { packChecksum, keyCount, packKey, packPath, packStartFor, type PackKind } from '../../api/packs.ts';
import { attempt, messageOf } from '../../errors.ts';
import { compareText } from '../../problems.ts';
import { GrowingBytes, lineEnd } from '../../text/bytes.ts';
import { lowerBound } from '../../text/positions.ts';
import type { RenderedResponses, Writer } from '../writer.ts';
import { PackedApi } from './packed.ts';
import { planPacks, singleResponse, type Pack, type ResponseGroup } from './plan.ts';
import { responseReader, type NamedResponse } from './spool.ts';

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

type ReadResponses = (start: number, end: number) => Iterable<Omit<NamedResponse, 'key'>>;

/** Packs the rendered responses of a kind, together with what stays of the published packs. */
export async function packKind(
  kind: PackKind,
  rendered: readonly RenderedResponses[],
  published: PublishedPacks,
  { writer, largest, throwIfAborted }: PackContext,
) {
  const previous = readPreviousPacks(kind, published);
  const renderedIn = responseReader(rendered);
  const touched = touchedPacks(previous, rendered);
  const fresh = rendered.flatMap(({ keys, nameLengths, offsets }) =>
    Array.from(keys, (key, index) => {
      const nameLength = nameLengths[index] ?? 0;
      return singleResponse(key, nameLength, (offsets[index + 1] ?? 0) - (offsets[index] ?? 0) - nameLength);
    }),
  );
  const untouched = (previous.packs ?? []).filter(({ start }) => !touched.has(start));
  const planned = planPacks([...fresh, ...stayingResponses(previous, touched, renderedIn)], untouched, largest);
  const changed = previous.packs ? [...previous.gone] : [];
  const bytesOfPack = new GrowingBytes();
  for (const [index, { start, isStaying }] of planned.entries()) {
    if (isStaying) continue;
    // Signals are received meanwhile.
    await setImmediate();
    throwIfAborted();
    const pack = responsesBetween(index === 0 ? 0 : start, planned[index + 1]?.start ?? keyCount, previous, renderedIn);
    changed.push(...pack.changed);
    assemble(bytesOfPack, pack.responses);
    writer.write(packPath(kind, start), bytesOfPack);
  }
  if (planned.length === 0) for (const start of previous.starts) changed.push(...previous.responsesOf(start).keys());
  return {
    kind,
    startsBefore: previous.starts,
    packs: planned.map(({ start, bytes, indexBytes, count }): Pack => ({ start, bytes, indexBytes, count })),
    /** Paths of packs that stay as they are. */
    staying: planned.filter(({ isStaying }) => isStaying).map(({ start }) => packPath(kind, start)),
    /** Names of responses that are added, changed or removed. */
    changed,
  };
}

type PreviousPacks = ReturnType<typeof readPreviousPacks>;

/** The published packs of a kind, which are read on demand. */
function readPreviousPacks(kind: PackKind, { target, packs, removed }: PublishedPacks) {
  const published = new PackedApi(target);
  return {
    kind,
    packs,
    gone: new Set(removed),
    starts: packs?.map(({ start }) => start) ?? attempt(() => published.startsOf(kind)) ?? [],
    // Without a state, the published packs may be anybody's.
    responsesOf: (start: number): ReadonlyMap<string, Buffer> =>
      packs ? savedPack(published, kind, start) : (attempt(() => published.pack(kind, start)) ?? new Map()),
  };
}

/** Where the packs of the last build begin in which a response is added, changed or removed. */
function touchedPacks({ kind, packs, starts, gone }: PreviousPacks, rendered: readonly RenderedResponses[]) {
  const touched = new Set<number | undefined>();
  for (const { keys } of packs ? rendered : []) for (const key of keys) touched.add(packStartFor(starts, key));
  for (const name of gone) touched.add(packStartFor(starts, packKey(kind, name)));
  return touched;
}

/** The responses of touched packs that stay as they are. */
function stayingResponses(
  { kind, packs, starts, gone, responsesOf }: PreviousPacks,
  touched: ReadonlySet<number | undefined>,
  renderedIn: ReadResponses,
): ResponseGroup[] {
  return starts.flatMap((start, index) => {
    if (!packs || !touched.has(start)) return [];
    const rendered = new Set(Array.from(renderedIn(start, starts[index + 1] ?? keyCount), ({ name }) => name));
    const staying = [...responsesOf(start)].filter(([name]) => !rendered.has(name) && !gone.has(name));
    return staying.map(([name, { length }]) => singleResponse(packKey(kind, name), Buffer.byteLength(name), length));
  });
}

/** The responses with keys from `from` up to `end`, and the names of those that are not as published. */
function responsesBetween(
  from: number,
  end: number,
  { kind, packs, starts, gone, responsesOf }: PreviousPacks,
  renderedIn: ReadResponses,
) {
  const isInRange = (name: string) => packKey(kind, name) >= from && packKey(kind, name) < end;
  const startsInRange = starts.slice(Math.max(0, lowerBound(starts, from + 1) - 1), lowerBound(starts, end));
  const published = new Map(
    startsInRange.flatMap((start) => [...responsesOf(start)].filter(([name]) => isInRange(name))),
  );
  const responses = [...renderedIn(from, end)];
  const changed: string[] = [];
  for (const { name, bytes } of responses) {
    if (published.get(name)?.equals(bytes) !== true) changed.push(name);
    published.delete(name);
  }
  for (const [name, bytes] of published) {
    if (!packs) changed.push(name);
    else if (!gone.has(name)) responses.push({ name, bytes });
  }
  return { responses, changed };
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
