// The views of a shard in its output folder, which may be its own or one that all shards share.
import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { count } from '../../amounts.ts';
import { apiRoot, viewsFolder } from '../../api/routes.ts';
import type { Changes, Paths } from '../../output/changes.ts';
import type { Folder, OutputListing } from '../../output/listing.ts';
import { moveTree } from '../../output/move-tree.ts';
import type { Stage } from '../../output/stage.ts';
import type { IndexForm, WriteRoots } from '../../output/writer.ts';
import { pathsAbove } from '../../paths.ts';
import { problemAt, ProblemsError } from '../../problems.ts';
import { indexFilesOf, viewFolder } from '../lists/layout.ts';
import type { BuildOptions } from '../options.ts';
import { linkhashesIn, type ChunkResult } from '../read/result.ts';

/** Where views are staged, and what they are compared with: nothing if there are none yet. */
export function viewRoots({ site }: Stage, target: string): WriteRoots {
  return { stage: site, published: existsSync(join(target, viewsFolder)) ? target : null, odd: [] };
}

/** Moves staged views into the output, beside those of other shards, and returns what that changed. */
export function publishViews(
  results: readonly ChunkResult[],
  { stage, published }: WriteRoots,
  target: string,
  form: IndexForm,
): Changes {
  const written = results.map(({ views }) => views);
  if (stage !== null && existsSync(stage) && readdirSync(stage).length > 0) moveTree(stage, target);
  const stale = written.flatMap((one) => one.stale);
  for (const path of stale) rmSync(join(target, path), { force: true });
  return {
    added: published === null ? viewPaths(results, form) : written.flatMap(({ added }) => added),
    changed: written.flatMap(({ changed }) => changed),
    removed: stale,
  };
}

/** Removes every view from the output that does not belong to these results, and returns their linkhashes. */
export function removeOtherViews(results: readonly ChunkResult[], target: string): string[] {
  const folder = join(target, viewsFolder);
  if (!existsSync(folder)) return [];
  const own = new Set(linkhashesOf(results));
  const others = readdirSync(folder).filter((name) => !own.has(name));
  for (const name of others) rmSync(join(folder, name), { recursive: true, force: true });
  for (const path of [viewsFolder, ...pathsAbove(viewsFolder).toReversed()]) {
    if (readdirSync(join(target, path)).length > 0) break;
    rmdirSync(join(target, path));
  }
  return others;
}

/** Removes what builds with other options left beside the files of these views. */
export function removeOtherFiles(results: readonly ChunkResult[], target: string, form: IndexForm): void {
  const own = new Set(indexFilesOf('', -1, form).map((path) => path.slice(1)));
  for (const linkhash of linkhashesOf(results)) {
    const folder = join(target, viewFolder(linkhash));
    for (const name of readdirSync(folder)) if (!own.has(name)) rmSync(join(folder, name), { recursive: true });
  }
}

export function* linkhashesOf(results: readonly ChunkResult[]): Generator<string> {
  for (const result of results) yield* linkhashesIn(result.addresses());
}

/** Generated on demand: there may be hundreds of thousands. */
function viewPaths(results: readonly ChunkResult[], form: IndexForm): Paths {
  return {
    length: results.reduce((sum, { views }) => sum + views.files, 0),
    *[Symbol.iterator]() {
      for (const result of results) {
        const addresses = result.addresses();
        let at = 0;
        for (const linkhash of linkhashesIn(addresses)) {
          yield* indexFilesOf(viewFolder(linkhash), addresses.encodings[at] ?? 0, form);
          at += 1;
        }
      }
    },
  };
}

/**
 * Throws a ProblemsError if an output has the views of some shards and not those of others: then it is neither the one that all
 * shards share, nor one for the merge alone.
 */
export function failIfViewsMissing(
  { api }: OutputListing,
  results: readonly ChunkResult[],
  shardOf: (result: ChunkResult) => string,
  { out, indexFile }: Pick<BuildOptions, 'out' | 'indexFile'>,
): void {
  const views = viewsFolder.split('/').slice(apiRoot.split('/').length).reduce<Folder | undefined>(folderIn, api);
  const missing = new Map<string, number>();
  let found = 0;
  for (const result of results) {
    for (const linkhash of linkhashesIn(result.addresses())) {
      if (views?.get(linkhash)?.has(indexFile) === true) found += 1;
      else missing.set(shardOf(result), (missing.get(shardOf(result)) ?? 0) + 1);
    }
  }
  if (found === 0 || missing.size === 0) return;
  throw new ProblemsError(
    [...missing].map(([shard, lacking]) => {
      const finding = `lacks ${count(lacking, 'view', 'views')} of shard ${shard}, and has views of other shards`;
      return problemAt(out, undefined, '', { rule: 'shard-output', finding });
    }),
  );
}

function folderIn(folder: Folder | undefined, name: string): Folder | undefined {
  return folder?.get(name) ?? undefined;
}
