// The published files: what stands at a path now, held against what a build would write there.
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from 'node:fs';
import { errorCode } from '../errors.ts';

/** How to open what should be a file of ours: no link is followed, and no pipe waited for. */
export const plainFile = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Bytes of a published file that are read at a time. */
const bufferSize = 64 * 1024;

/** Whether a file of exactly these bytes stands at the path: a link to one, and what may not be read, is `other`. */
export function comparePublished(path: string, bytes: Uint8Array): 'same' | 'other' | 'absent' {
  let descriptor: number;
  try {
    descriptor = openSync(path, plainFile);
  } catch (error) {
    return isAbsence(error) ? 'absent' : 'other';
  }
  try {
    const entry = fstatSync(descriptor);
    if (!entry.isFile() || entry.size !== bytes.length) return 'other';
    return holds(descriptor, bytes) ? 'same' : 'other';
  } finally {
    closeSync(descriptor);
  }
}

/** Whether anything stands at the path. */
export function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    if (isAbsence(error)) return false;
    throw error;
  }
}

/** Nothing stands there, or something other than a folder above it. */
export function isAbsence(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '');
}

function holds(descriptor: number, bytes: Uint8Array): boolean {
  const piece = Buffer.allocUnsafe(Math.min(bytes.length, bufferSize));
  for (let at = 0; at < bytes.length;) {
    const count = readSync(descriptor, piece, 0, piece.length, at);
    if (count === 0 || piece.compare(bytes, at, Math.min(bytes.length, at + count), 0, count) !== 0) return false;
    at += count;
  }
  return true;
}
