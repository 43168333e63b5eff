// Writing: folders and files of a build, counted. What goes into them is decided elsewhere.
import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { indexFile } from '../api/routes.ts';

/** Writes below one folder, which nobody else writes to but other threads of the same build. */
export class Writer {
  /** Files written. */
  files = 0;
  /** Bytes in them. */
  bytes = 0;

  constructor(readonly root: string) {}

  /** Makes a folder and those above it, where they are missing. */
  folder(path: string): void {
    mkdirSync(`${this.root}/${path}`, { recursive: true });
  }

  /** Makes a folder in one that is there, and its index file. */
  writeFolder(path: string, content: string | Uint8Array): void {
    makeFolder(`${this.root}/${path}`);
    this.write(`${path}/${indexFile}`, content);
  }

  /** Writes a file in a folder that is there. */
  write(path: string, content: string | Uint8Array): void {
    const file = `${this.root}/${path}`;
    if (typeof content === 'string') {
      writeFileSync(file, content);
      this.bytes += Buffer.byteLength(content);
    } else {
      writeBytes(file, content);
      this.bytes += content.length;
    }
    this.files += 1;
  }
}

/** Two courses of one address come here twice; that they are two is reported once all courses are known. */
function makeFolder(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

function writeBytes(file: string, bytes: Uint8Array): void {
  const descriptor = openSync(file, 'w');
  try {
    let done = 0;
    while (done < bytes.length) done += writeSync(descriptor, bytes, done, bytes.length - done);
  } finally {
    closeSync(descriptor);
  }
}
