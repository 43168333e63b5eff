// The views and course pages of a shard in its output folder, which may be its own or one that all shards share.
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { count } from '../../amounts.ts';
import { apiRoot, viewsFolder } from '../../api/routes.ts';
import type { Changes, Paths } from '../../output/changes.ts';
import type { Folder, OutputListing } from '../../output/listing.ts';
import { moveFolders } from '../../output/move-folders.ts';
import type { Stage } from '../../output/stage.ts';
import type { UndoLog } from '../../output/undo-log.ts';
import type { WriteRoots, WrittenFiles } from '../../output/writer.ts';
import { pathsAbove } from '../../paths.ts';
import { problemAt, ProblemsError } from '../../problems.ts';
import { coursePagesFolder, fileIn } from '../../site/pages/paths.ts';
import { coursePageFolder, indexFilesOf, viewFolder } from '../lists/layout.ts';
import type { BuildOptions } from '../options.ts';
import { linkhashesIn, linkhashesOf, type ChunkResult } from '../read/result.ts';

type Form = Pick<BuildOptions, 'indexFile' | 'precompress' | 'coursePages'>;

/** A kind of files of which each course has its own, in a folder named by its linkhash. */
interface Kind {
  readonly names: readonly [one: string, several: string];
  /** The folder of all of them. */
  readonly folder: string;
  readonly writtenIn: (result: ChunkResult) => WrittenFiles;
  /** The files of a course; the bits of `encodings` say which compressed ones exist. */
  readonly filesOf: (linkhash: string, encodings: number) => string[];
}

function kindsOf(form: Form): Kind[] {
  const views: Kind = {
    names: ['view', 'views'],
    folder: viewsFolder,
    writtenIn: (result) => result.views,
    filesOf: (linkhash, encodings) => indexFilesOf(viewFolder(linkhash), encodings, form),
  };
  const pages: Kind = {
    names: ['course page', 'course pages'],
    folder: coursePagesFolder,
    writtenIn: (result) => result.coursePages,
    filesOf: (linkhash) => [fileIn(`${coursePageFolder(linkhash)}/`)],
  };
  return form.coursePages ? [views, pages] : [views];
}

/** The files that a course may have. */
export function filesOfCourse(linkhash: string, form: Form): string[] {
  return kindsOf(form).flatMap(({ filesOf }) => filesOf(linkhash, -1));
}

/** Where a shard stages what it writes, and what that is compared with: nothing if there is none yet. */
export interface ShardRoots {
  readonly apiRoots: WriteRoots;
  readonly siteRoots: WriteRoots;
}

export function shardRoots({ site }: Stage, target: string): ShardRoots {
  const rootsOf = (folder: string) => {
    return { stage: site, published: existsSync(join(target, folder)) ? target : null, odd: [] };
  };
  return { apiRoots: rootsOf(viewsFolder), siteRoots: rootsOf(coursePagesFolder) };
}

/** Moves what is staged into the output, beside the files of other shards, and returns what that changed. */
export function publishCourses(
  results: readonly ChunkResult[],
  { apiRoots, siteRoots }: ShardRoots,
  log: UndoLog,
  form: Form,
): Changes {
  const kinds = kindsOf(form);
  const written = kinds.flatMap(({ writtenIn }) => results.map(writtenIn));
  const { stage } = apiRoots;
  for (const { folder } of kinds) {
    if (stage !== null && existsSync(join(stage, folder))) moveFolders(stage, folder, log);
  }
  const stale = written.flatMap((one) => one.stale);
  for (const path of stale.filter((one) => existsSync(log.placeOf(one)))) log.takeAway(path);
  const added = kinds.map((kind) => {
    const { published } = kind.folder === viewsFolder ? apiRoots : siteRoots;
    return published === null ? allFiles(results, kind) : results.flatMap((result) => kind.writtenIn(result).added);
  });
  return { added: concat(added), changed: written.flatMap(({ changed }) => changed), removed: stale };
}

/** The folders in the output of courses that are not in these results. */
export function otherCourses(results: readonly ChunkResult[], target: string, form: Form): string[] {
  const own = new Set(linkhashesOf(results));
  return kindsOf(form).flatMap(({ folder }) => {
    const names = existsSync(join(target, folder)) ? readdirSync(join(target, folder)) : [];
    return names.filter((name) => !own.has(name)).map((name) => `${folder}/${name}`);
  });
}

/** Removes folders, and those above them that are empty then. */
export function removeFolders(folders: readonly string[], log: UndoLog): void {
  for (const path of folders) log.takeAway(path);
  for (const path of new Set(folders.flatMap((one) => pathsAbove(one).toReversed()))) {
    if (readdirSync(log.placeOf(path)).length === 0) log.takeAway(path);
  }
}

/** Removes what builds with other options left beside the files of these courses; `ours` are the folders that only builds write to. */
export function removeOtherFiles(
  results: readonly ChunkResult[],
  log: UndoLog,
  ours: readonly string[],
  form: Form,
): void {
  for (const { folder: above, filesOf } of kindsOf(form)) {
    const own = new Set(filesOf('', -1).map((path) => basename(path)));
    for (const linkhash of linkhashesOf(results)) {
      const folder = `${above}/${linkhash}`;
      for (const name of readdirSync(log.placeOf(folder))) if (!own.has(name)) log.takeAway(`${folder}/${name}`);
    }
  }
  const isStale = !form.coursePages && ours.includes(`${coursePagesFolder}/`);
  if (isStale && existsSync(log.placeOf(coursePagesFolder))) log.takeAway(coursePagesFolder);
}

/** Generated on demand: there may be hundreds of thousands. */
function allFiles(results: readonly ChunkResult[], { writtenIn, filesOf }: Kind): Paths {
  return {
    length: results.reduce((sum, result) => sum + writtenIn(result).files, 0),
    *[Symbol.iterator]() {
      for (const result of results) {
        const addresses = result.addresses();
        let at = 0;
        for (const linkhash of linkhashesIn(addresses)) {
          yield* filesOf(linkhash, addresses.encodings[at] ?? 0);
          at += 1;
        }
      }
    },
  };
}

function concat(parts: readonly Paths[]): Paths {
  return {
    length: parts.reduce((sum, { length }) => sum + length, 0),
    *[Symbol.iterator]() {
      for (const part of parts) yield* part;
    },
  };
}

/**
 * Throws a ProblemsError if an output has the views, or the course pages, of some shards and not those of others: then it is neither
 * the one that all shards share, nor one for the merge alone.
 */
export function failIfCoursesMissing(
  { api, coursePages }: OutputListing,
  results: readonly ChunkResult[],
  shardOf: (result: ChunkResult) => string,
  options: Form & Pick<BuildOptions, 'out'>,
): void {
  const views = viewsFolder.split('/').slice(apiRoot.split('/').length).reduce<Folder | undefined>(folderIn, api);
  const problems = kindsOf(options).flatMap(({ folder, filesOf, names: [one, several] }) => {
    const listed = folder === viewsFolder ? views : coursePages;
    const file = basename(filesOf('', 0)[0] ?? '');
    const missing = new Map<string, number>();
    let found = 0;
    for (const result of results) {
      for (const linkhash of linkhashesIn(result.addresses())) {
        if (listed?.get(linkhash)?.has(file) === true) found += 1;
        else missing.set(shardOf(result), (missing.get(shardOf(result)) ?? 0) + 1);
      }
    }
    if (found === 0) return [];
    return [...missing].map(([shard, lacking]) => {
      const finding = `lacks ${count(lacking, one, several)} of shard ${shard}, and has ${several} of other shards`;
      return problemAt(options.out, undefined, '', { rule: 'shard-output', finding });
    });
  });
  if (problems.length > 0) throw new ProblemsError(problems);
}

function folderIn(folder: Folder | undefined, name: string): Folder | undefined {
  return folder?.get(name) ?? undefined;
}
