// Stages the packs of a build: those of views and of all other responses, and where each begins.
import { folderOfPacked, keyCount, keyText, packKinds, packPath, startsPath, type PackKind } from '../../api/packs.ts';
import { noneWritten, type WrittenFiles } from '../writer.ts';
import { packKind, type PackContext, type PublishedPacks } from './pack-kind.ts';
import type { Pack } from './plan.ts';

export type Packs = Readonly<Record<PackKind, readonly Pack[]>>;

/** A file that every packed API has. */
export const packedFile = startsPath('other');

/** Packs what the jobs of a build rendered, together with what stays of the published packs. */
export async function stagePacks(
  rendered: readonly WrittenFiles[],
  published: Readonly<Record<PackKind, PublishedPacks>>,
  context: PackContext,
) {
  const { writer } = context;
  const responses = rendered.flatMap((written) => written.rendered ?? []);
  const pack = async (kind: PackKind) => {
    const responsesOfKind = responses.filter((batch) => batch.kind === kind);
    const packed = await packKind(kind, responsesOfKind, published[kind], context);
    return { ...packed, written: writer.tally() };
  };
  const [views, other] = [await pack('views'), await pack('other')];
  const both = [views, other];
  for (const { kind, packs } of both) {
    writer.write(startsPath(kind), JSON.stringify(packs.map(({ start }) => keyText(start))));
  }
  const starts = writer.tally();
  return {
    packs: { views: views.packs, other: other.packs },
    // In the order of publication.
    written: both.flatMap((packed) => inReadersOrder(packed, starts.changed)),
    // Written before everything else if no packs were published.
    starts: { ...starts, changed: [] },
    staying: both.flatMap(({ staying }) => staying),
    // Folders of the responses that are added, changed or removed.
    changed: both.flatMap(({ kind, changed }) => changed.map((name) => folderOfPacked(kind, name))),
  };
}

export function packPaths(packs: Packs): string[] {
  return packKinds.flatMap((kind) => packs[kind].map(({ start }) => packPath(kind, start)));
}

type PackedKind = Awaited<ReturnType<typeof packKind>> & { readonly written: WrittenFiles };

/**
 * What was written of a kind, in an order in which readers find every response that both builds have; `changedStarts` are the lists of
 * starts that changed. Until readers have the new list, they look in a pack for all responses of its old range of keys. So packs that
 * grow come before the list, and packs that shrink after it.
 */
function inReadersOrder(
  { kind, packs, startsBefore, written }: PackedKind,
  changedStarts: readonly string[],
): WrittenFiles[] {
  const endsBefore = endsOf(startsBefore);
  const shrunken = [...endsOf(packs.map(({ start }) => start))].filter(
    ([start, end]) => end < (endsBefore.get(start) ?? 0),
  );
  const late = new Set(shrunken.map(([start]) => packPath(kind, start)));
  const starts = changedStarts.filter((path) => path === startsPath(kind));
  return [
    { ...written, changed: written.changed.filter((path) => !late.has(path)) },
    { ...noneWritten, changed: [...starts, ...written.changed.filter((path) => late.has(path))] },
  ];
}

/** Where each pack ends, by its start. */
function endsOf(starts: readonly number[]): Map<number, number> {
  return new Map(starts.map((start, index) => [start, starts[index + 1] ?? keyCount]));
}
