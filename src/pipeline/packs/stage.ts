// Stages the packs of a build: those of views and of lists, and where each begins.
import { folderOfPacked, packKinds, packPath, packsFolder, startsPath, type PackKind } from '../../api/packs.ts';
import { apiRoot } from '../../api/routes.ts';
import type { Folder } from '../../output/listing.ts';
import type { Records, Writer, WrittenFiles } from '../../output/writer.ts';
import type { PackTask, WrittenPacks } from './job.ts';
import type { Pack } from './plan.ts';
import type { PublishedPacks } from './published.ts';
import { packKind, writeStarts } from './write.ts';

/** The packs of a build by kind. */
export type Packs = Readonly<Record<PackKind, readonly Pack[]>>;

export interface StagedPacks {
  readonly packs: Packs;
  readonly views: readonly WrittenPacks[];
  readonly lists: readonly WrittenPacks[];
  /** The files that list where packs begin. */
  readonly starts: WrittenFiles;
  /** Paths of packs that stay as they are. */
  readonly kept: readonly string[];
  /** Folders of the responses that are added, changed or removed; undefined if all are new. */
  readonly changed: readonly string[] | undefined;
}

/** A file that every packed API has; published last. */
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
  const changed = { views: views.changed, lists: lists.changed };
  const isNew = packKinds.every((kind) => changed[kind] === undefined);
  return {
    packs,
    views: views.written,
    lists: lists.written,
    starts: writer.tally(),
    kept: [...views.kept, ...lists.kept],
    changed: isNew
      ? undefined
      : packKinds.flatMap((kind) => (changed[kind] ?? []).map((name) => folderOfPacked(kind, name))),
  };
}

/** The paths of all packs. */
export function packPaths(packs: Packs): string[] {
  return packKinds.flatMap((kind) => packs[kind].map(({ start }) => packPath(kind, start)));
}

/** The folders of a packed API. */
export function packedFolders(): Set<string> {
  return new Set([apiRoot, packsFolder]);
}

/** What a packed build writes below `api/v1`. */
export function packedListing(packs: Packs): Folder {
  const paths = [...packKinds.map(startsPath), ...packPaths(packs)];
  const names = paths.map((path) => [path.slice(packsFolder.length + 1), null] as const);
  return new Map([[packsFolder.slice(apiRoot.length + 1), new Map(names)]]);
}

function isOf(kind: PackKind): (records: Records) => boolean {
  return (records) => records.kind === kind;
}
