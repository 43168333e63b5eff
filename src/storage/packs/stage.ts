// Stages the packs of a build: those of views and of lists, and where each begins.
import { folderOfPacked, keyText, packKinds, packPath, startsPath, type PackKind } from '../../api/packs.ts';
import type { Writer, WrittenFiles } from '../writer.ts';
import { inReadersOrder } from './order.ts';
import type { Pack } from './plan.ts';
import { namesOf, type PublishedPacks } from './published.ts';
import { packKind, type PacksOfKind } from './write.ts';
import type { PackTask, WrittenPacks } from './write-packs.ts';

export type Packs = Readonly<Record<PackKind, readonly Pack[]>>;

/** A file that every packed API has. */
export const packedFile = startsPath('lists');

/** Packs what the jobs of a build rendered, together with what stays of the published packs. `write` runs a job. */
export async function stagePacks(
  rendered: readonly WrittenFiles[],
  published: Readonly<Record<PackKind, PublishedPacks>>,
  write: (task: PackTask) => Promise<WrittenPacks>,
  writer: Writer,
  largest?: number,
) {
  const all = rendered.flatMap((written) => written.records ?? []);
  const pack = async (kind: PackKind) => {
    const records = all.filter((one) => one.kind === kind);
    return packKind(kind, records, published[kind], write, largest);
  };
  const [views, lists] = await Promise.all([pack('views'), pack('lists')]);
  const both = [views, lists];
  for (const { kind, packs } of both) {
    writer.write(startsPath(kind), JSON.stringify(packs.map(({ start }) => keyText(start))));
  }
  const starts = writer.tally();
  const isNew = both.every(({ changed }) => changed === undefined);
  const changedIn = ({ kind, records, changed = namesOf(records) }: PacksOfKind) =>
    changed.map((name) => folderOfPacked(kind, name));
  return {
    packs: { views: views.packs, lists: lists.packs },
    // In the order of publication.
    written: both.flatMap((packs) => inReadersOrder(packs, starts.changed)),
    // Written before everything else if no packs were published.
    starts: { ...starts, changed: [] },
    files: both.flatMap(({ written }) => written.flatMap(({ files }) => files)),
    kept: both.flatMap(({ kept }) => kept),
    // Folders of the responses that are added, changed or removed.
    changed: isNew ? undefined : both.flatMap(changedIn),
  };
}

export function packPaths(packs: Packs): string[] {
  return packKinds.flatMap((kind) => packs[kind].map(({ start }) => packPath(kind, start)));
}
