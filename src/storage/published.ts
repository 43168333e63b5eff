// The published files: compares the file at a path with what a build would write there.
import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';
import { attempt, errorCode } from '../text/errors.ts';
import { entryAt } from '../paths.ts';
import { readFully } from '../catalog/source/bytes.ts';

/** Flags to open a published file without following a link or waiting for a pipe. */
export const plainFile = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** How a path compares with a file: a link to one, and a file that may not be read, is `other`. */
export type Comparison = 'same' | 'other' | 'absent';

/** Whether the path is a file of exactly these bytes. */
export function comparePublished(path: string, bytes: Uint8Array): Comparison {
  return comparing(path, (descriptor, size) => size === bytes.length && hasBytes(descriptor, bytes, 0));
}

/** The same for bytes in parts, which it takes as far as they are the same. */
export function comparePublishedParts(path: string, parts: Iterator<Uint8Array>): Comparison {
  return comparing(path, (descriptor, size) => {
    let offset = 0;
    for (let next = parts.next(); next.done !== true; next = parts.next()) {
      if (!hasBytes(descriptor, next.value, offset)) return false;
      offset += next.value.length;
    }
    return offset === size;
  });
}

function comparing(path: string, isSame: (descriptor: number, size: number) => boolean): Comparison {
  let descriptor: number;
  try {
    descriptor = openSync(path, plainFile);
  } catch (error) {
    return isAbsence(error) ? 'absent' : 'other';
  }
  try {
    const entry = fstatSync(descriptor);
    return entry.isFile() && isSame(descriptor, entry.size) ? 'same' : 'other';
  } finally {
    closeSync(descriptor);
  }
}

function hasBytes(descriptor: number, bytes: Uint8Array, offset: number): boolean {
  const found = Buffer.allocUnsafe(bytes.length);
  return readFully(descriptor, found, offset) === found.length && found.equals(bytes);
}

/** The bytes of the file at a path. Undefined for anything else, and for one that may not be read. */
export function readPublishedFile(path: string): Buffer | undefined {
  const descriptor = attempt(() => openSync(path, plainFile));
  if (descriptor === undefined) return undefined;
  try {
    return fstatSync(descriptor).isFile() ? readFileSync(descriptor) : undefined;
  } finally {
    closeSync(descriptor);
  }
}

/** Whether the path is another name of this file. */
export function isSameFile({ dev, ino, size, mtimeMs }: Stats, path: string): boolean {
  const other = entryAt(path);
  return other?.ino === ino && other.dev === dev && other.size === size && other.mtimeMs === mtimeMs;
}

/** The result of reading something; undefined if it does not exist. */
export function readIfExists<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}

/** The result of reading a path of a request, which may be no possible path. Undefined if nothing is there. */
export function readRequestedPath<T>(read: () => T): T | undefined {
  try {
    return readIfExists(read);
  } catch (error) {
    if (['EISDIR', 'ENAMETOOLONG', 'ELOOP', 'EINVAL'].includes(errorCode(error) ?? '')) return undefined;
    throw error;
  }
}

/** Whether the error says that nothing exists there, or that a parent is not a folder. */
export function isAbsence(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '');
}
