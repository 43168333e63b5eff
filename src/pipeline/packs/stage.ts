// Stages the packs of a build: those of views and of lists, and where each begins.
import { folderOfPacked, packKinds, packPath, packsFolder, startsPath, type PackKind } from '../../api/packs.ts';
import { apiRoot } from '../../api/routes.ts';
import type { Folder } from '../publish/listing.ts';
import type { StagedFiles } from '../publish/publication.ts';
import type { Records, Writer, WrittenFiles } from '../../storage/writer.ts';
import { coursePagesFolder } from '../../outputs/course-pages/paths.ts';
import type { OutputFile } from '../lists/totals.ts';
import type { PackTask, WrittenPacks } from './job.ts';
import { inReadersOrder, shrunkenPacks } from './order.ts';
import type { Pack } from './plan.ts';
import { namesOf, type PublishedPacks } from './published.ts';
import { packKind, writeStarts, type PacksOfKind } from './write.ts';

/** The packs of a build by kind. */
export type Packs = Readonly<Record<PackKind, readonly Pack[]>>;

export interface StagedPacks {
  readonly packs: Packs;
  /** What was written, in the order of publication. The lists of where packs begin are resources if no packs were published. */
  readonly parts: Pick<StagedFiles, 'views' | 'pages' | 'resources'>;
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
    parts: {
      views: partsOf('views', views),
      pages: partsOf('lists', lists),
      resources: { ...starts, changed: [] },
    },
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

/** Every folder of a packed API, and that of all course pages. */
export function packedFolders(hasCoursePages: boolean): Set<string> {
  return new Set([apiRoot, packsFolder, ...(hasCoursePages ? [coursePagesFolder] : [])]);
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
