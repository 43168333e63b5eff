// File errors: say in words why a file or a folder cannot be read.
import { errorCode } from '../../text/errors.ts';

/** System calls that read. A listener that receives records may write, and its errors are not errors of the source. */
const reading = new Set(['open', 'read', 'fstat', 'stat', 'lstat', 'scandir', 'readlink']);

/** Says why the file or folder at `path` cannot be read. Rethrows an error that has another cause. */
export function reasonOf(error: unknown, path?: string): string {
  const reason = whyUnreadable(error, path);
  if (reason === undefined) throw error;
  return reason;
}

/** Says why the file or folder at `path` cannot be read; undefined if the error has another cause. */
export function whyUnreadable(error: unknown, path?: string): string | undefined {
  const code = errorCode(error);
  if (!(error instanceof Error) || code === undefined) return undefined;
  const isOther = path !== undefined && 'path' in error && error.path !== path;
  if (isOther || ('syscall' in error && !reading.has(String(error.syscall)))) return undefined;
  if (code === 'EACCES' || code === 'EPERM') return 'cannot be read: permission denied';
  if (code === 'EISDIR') return 'is a folder, not a file';
  if (code === 'EIO') return 'cannot be read: the disk reports an error';
  if (code === 'ENOENT') return 'no longer exists';
  if (code === 'ELOOP') return 'is a link that leads back to itself';
  if ('syscall' in error) return `cannot be read: ${code}`;
  return undefined;
}
