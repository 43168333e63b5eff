// The source as shards compare it: paths relative to its folder, which may be elsewhere on another machine.
import { relative } from 'node:path';
import { reasonOf } from '../../source/file-errors.ts';
import type { SourceFile } from '../../source/find.ts';
import { fingerprintOf } from '../../source/ranges.ts';
import type { ShardSourceFile } from './manifest.ts';

/** The path of a source file below the source folder. */
export function relativePath({ path }: Pick<SourceFile, 'path'>, data: string): string {
  return relative(data, path);
}

/** The files of a source; reads those that every shard reads. */
export function listSource(files: readonly SourceFile[], data: string): ShardSourceFile[] {
  return files.map((file) => ({
    path: relativePath(file, data),
    size: file.size,
    fingerprint: file.kind === 'courses' ? null : fingerprintIfReadable(file),
  }));
}

/** Null for a file that cannot be read: reading its records reports the problem, unless it is another. */
function fingerprintIfReadable(file: SourceFile): string | null {
  try {
    return fingerprintOf(file);
  } catch (error) {
    reasonOf(error, file.path);
    return null;
  }
}
