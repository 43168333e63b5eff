// Stages the packs of a build: those of views and of lists, and where each begins.
import { folderOfPacked, packKinds, packPath, startsPath, type PackKind } from '../../api/packs.ts';
import type { OutputFile, Records, Writer, WrittenFiles } from '../writer.ts';
import { inReadersOrder, shrunkenPacks } from './order.ts';
import type { Pack } from './plan.ts';
import { namesOf, type PublishedPacks } from './published.ts';
import { packKind, writeStarts, type PacksOfKind } from './write.ts';
import type { PackTask, WrittenPacks } from './write-packs.ts';

/** The packs of a build by kind. */
export type Packs = Readonly<Record<PackKind, readonly Pack[]>>;

export interface StagedPacks {
  readonly packs: Packs;
  /** What was written, in the order of publication. */
  readonly written: readonly WrittenFiles[];
  /** The lists of where packs begin, if no packs were published. */
  readonly starts: WrittenFiles;
  /** The packs that were written. */
  readonly files: readonly OutputFile[];
  /** Paths of packs that stay as they are. */
  readonly kept: readonly string[];
  /** Folders of the responses that are added, changed or removed; undefined if all are new. */
  readonly changed: readonly string[] | undefined;
}

/** A file that every packed API has. */
export const packedFile = startsPath('lists');

/** Packs what the jobs of a build rendered, together with what stays of the published packs. `write` runs a job. */
export async function stagePacks(
  rendered: readonly WrittenFiles[],
  published: Readonly<Record<PackKind, PublishedPacks>>,
  write: (task: PackTask) => Promise<WrittenPacks>,
  writer: Writer,
  largest?: number,
): Promise<StagedPacks> {
  const records = rendered.flatMap((written) => written.records ?? []);
  const pack = (kind: PackKind) => packKind(kind, records.filter(isOf(kind)), published[kind], write, largest);
  const [views, lists] = await Promise.all([pack('views'), pack('lists')]);
  const packs = { views: views.packs, lists: lists.packs };
  for (const kind of packKinds) writeStarts(kind, packs[kind], writer);
  const starts = writer.tally();
  const partsOf = (kind: PackKind, { written, startsBefore }: PacksOfKind) => {
    const files = written.map((one) => one.written);
    const changedStarts = starts.changed.filter((path) => path === startsPath(kind));
    const startsNow = packs[kind].map(({ start }) => start);
    return inReadersOrder(files, changedStarts, shrunkenPacks(kind, startsBefore, startsNow));
  };
  const changed = { views: views.changed, lists: lists.changed };
  const isNew = packKinds.every((kind) => changed[kind] === undefined);
  return {
    packs,
    written: [...partsOf('views', views), ...partsOf('lists', lists)],
    starts: { ...starts, changed: [] },
    files: [...views.written, ...lists.written].flatMap(({ files }) => files),
    kept: [...views.kept, ...lists.kept],
    changed: isNew
      ? undefined
      : packKinds.flatMap((kind) =>
          (changed[kind] ?? namesOf(records.filter(isOf(kind)))).map((name) => folderOfPacked(kind, name)),
        ),
  };
}

/** The paths of all packs. */
export function packPaths(packs: Packs): string[] {
  return packKinds.flatMap((kind) => packs[kind].map(({ start }) => packPath(kind, start)));
}

function isOf(kind: PackKind): (records: Records) => boolean {
  return (records) => records.kind === kind;
}
