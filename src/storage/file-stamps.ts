// Stamps of the files of a shard, which tell whether these are unchanged wherever its folder was moved or copied to.
import { hash } from 'node:crypto';
import { lstatSync, readFileSync, type Stats } from 'node:fs';
import { errorCode } from '../errors.ts';
import { entryAt } from '../paths.ts';

/** The stamps of some files, in the order in which these were written. */
export interface FileStamps {
  /** Two numbers for each file: its size in bytes, and its time of change in milliseconds since 1970. */
  readonly stamps: Float64Array;
  /** The SHA-256 of each file, one after another. */
  readonly digests: Uint8Array;
}

const digestBytes = 32;

export class FileStamper {
  private readonly stamps: number[] = [];
  private readonly digests: Buffer[] = [];

  /** Stamps the file at `place`, which holds these bytes. */
  add(place: string, bytes: Uint8Array): void {
    this.stamps.push(bytes.length, lstatSync(place).mtimeMs);
    this.digests.push(hash('sha256', bytes, 'buffer'));
  }

  /** The stamps since the last call. */
  finish(): FileStamps {
    const [stamps, digests] = [this.stamps.splice(0), this.digests.splice(0)];
    return { stamps: Float64Array.from(stamps), digests: new Uint8Array(Buffer.concat(digests)) };
  }
}

/**
 * The file at `place` if it is the one with stamp number `at`: its size and time say so or, where the time is another one, its bytes.
 * Undefined otherwise.
 */
export function unchangedFile(place: string, { stamps, digests }: FileStamps, at: number): Stats | undefined {
  try {
    const entry = entryAt(place);
    if (entry?.isFile() !== true || entry.size !== stamps[2 * at]) return undefined;
    if (entry.mtimeMs === stamps[2 * at + 1]) return entry;
    const digest = digests.subarray(digestBytes * at, digestBytes * (at + 1));
    return hash('sha256', readFileSync(place), 'buffer').equals(digest) ? entry : undefined;
  } catch (error) {
    // A file that cannot be read is not as it was written.
    if (errorCode(error) === undefined) throw error;
    return undefined;
  }
}
