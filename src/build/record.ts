// The record: what a build that ended well leaves known to the next one.
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { apiRoot, type IndexFile } from '../api/routes.ts';
import type { FoundSource } from '../source/find.ts';
import { settled } from '../source/stamp.ts';
import type { ReadCourses } from './courses.ts';
import { isFolderIntact } from './audit.ts';
import { linkhashesOf } from './hashes.ts';
import { digestOf } from './keys.ts';
import { entryAt, pathsAbove } from '../output/obstacles.ts';
import type { Step } from '../output/publish.ts';
import type { KnownBatch, KnownFile, Token, Trust } from './known.ts';
import type { PlannedBatch } from './planned.ts';

/** `began` is when the build did, in milliseconds since 1970. */
export function knownFiles({ files }: FoundSource, began: number): KnownFile[] {
  return files.map(({ kind, format, path, stamp }) => ({ kind, format, path, stamp: settled(stamp, began) }));
}

/** `key` tells what the batches were made with beside their bytes. */
export function knownBatches(
  batches: readonly PlannedBatch[],
  reads: readonly ReadCourses[],
  key: string,
  began: number,
): KnownBatch[] {
  return reads.map((read, at) => {
    const { pieces, columns, written } = read;
    const { ranges = [], known } = batches[at] ?? {};
    const { files, bytes, largest } = written;
    const kept = pieces.flatMap(({ mark, records, lines }, index) => {
      const range = ranges[index];
      if (!range) return [];
      const { path, format, stamp } = range.file;
      // The piece may have another place in its file now.
      const place = known ? { ...mark, start: range.start, end: range.end } : mark;
      return [{ path, format, stamp: settled(stamp, began), mark: place, indent: range.indent, records, lines }];
    });
    return {
      name: known?.name ?? `batch-${digestOf([key, kept.map(({ mark, format }) => [mark, format])])}`,
      pieces: kept,
      tally: known?.tally ?? { files, bytes, largest },
      years: columns.years,
      linkhashes: known?.linkhashes ?? (() => linkhashesOf(columns)),
      columns: () => columns,
      terms: known?.terms ?? (() => read.terms),
      termMarks: known?.termMarks ?? (() => read.terms?.marks ?? []),
    };
  });
}

/** What tells this output from any other, and from an older one that is put in its place. */
export function tokensOf(target: string, indexFile: IndexFile): Token[] {
  const tokenOf = (path: string): Token => {
    const { ino, ctimeMs } = lstatSync(join(target, path));
    return [path, ino, ctimeMs];
  };
  // Others may put files beside the API.
  const [path, ino] = tokenOf('');
  return [[path, ino, null], ...[apiRoot, `${apiRoot}/${indexFile}`].map(tokenOf)];
}

/** More of them are not worth to be kept: the next build then looks at every file. */
const mostLater = 200_000;

/**
 * Says before some steps are done what to ask when they are: then it answers what can be trusted from then on, or undefined where
 * so much was put that it is not worth to be kept. A folder that others changed before stays one that they changed.
 */
export function trustOver(
  { moment, later }: Trust,
  steps: readonly Step[],
  target: string,
  shared: ReadonlySet<string>,
): () => Trust | undefined {
  const times = new Map(later);
  const asked = { target, moment, later: times };
  const touched = steps.map((step) => ('put' in step ? step.put : step.remove));
  // What is put or removed changes the time of a folder above it.
  const above = [...new Set(touched.flatMap(pathsAbove))].filter((path) => shared.has(path));
  const folders = above.filter((path) => !entryAt(join(target, path)) || isFolderIntact(path, asked));
  return () => {
    for (const path of [...touched, ...folders]) {
      const entry = entryAt(join(target, path));
      if (entry) times.set(path, entry.ctimeMs);
      else times.delete(path);
    }
    return times.size > mostLater ? undefined : { moment, later: [...times] };
  };
}
