// The record: what a build that ended well leaves known to the next one.
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { apiRoot, type IndexFile } from '../api/routes.ts';
import type { FoundSource } from '../source/find.ts';
import { settled } from '../source/stamp.ts';
import type { Changes } from './changes.ts';
import type { ReadCourses } from './courses.ts';
import { linkhashesOf } from './hashes.ts';
import { digestOf } from './keys.ts';
import type { KnownBatch, KnownFile, Token } from './known.ts';
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
  return reads.map(({ pieces, columns, written }, at) => {
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
      linkhashes: known?.linkhashes ?? (() => linkhashesOf(columns)),
      columns: () => columns,
    };
  });
}

/** What tells this output from any other, and from an older one that is put in its place. */
export function tokensOf(target: string, indexFile: IndexFile, changes: Changes): Token[] {
  const [newest = `${apiRoot}/${indexFile}`] = changes.changed;
  const tokenOf = (path: string): Token => {
    const { ino, ctimeMs } = lstatSync(join(target, path));
    return [path, ino, ctimeMs];
  };
  // Others may put files beside the API.
  const [path, ino] = tokenOf('');
  return [[path, ino, null], ...[apiRoot, `${apiRoot}/${indexFile}`, newest].map(tokenOf)];
}
