// Writes a text that is generated on demand, since it may be too long to be in memory at once.
import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs';

const bufferLength = 65_536;

/** Writes a new file; one that is there is replaced. */
export function writePieces(path: string, pieces: Iterable<string>): void {
  rmSync(path, { force: true });
  const descriptor = openSync(path, 'wx');
  try {
    let buffer = '';
    for (const piece of pieces) {
      buffer += piece;
      if (buffer.length < bufferLength) continue;
      writeFileSync(descriptor, buffer);
      buffer = '';
    }
    writeFileSync(descriptor, buffer);
  } finally {
    closeSync(descriptor);
  }
}
