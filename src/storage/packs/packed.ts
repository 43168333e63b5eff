// A packed API: reads responses from the packs of a published folder.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  folderOfPacked,
  packKey,
  packedName,
  packKinds,
  packPath,
  parsePack,
  parseStarts,
  packStartFor,
  startsPath,
  type PackKind,
} from '../../api/packs.ts';
import { isInApi } from '../../api/routes.ts';
import { messageOf } from '../../errors.ts';
import { readIfExists } from '../published.ts';

/** Number of packs that stay in memory. */
const maxLoaded = 16;

/** A file of the packs is not what a build wrote; the message names it. */
export class DamagedPack extends Error {}

/** The packs of a folder that does not change meanwhile. Its functions throw the system's error for a file that cannot be read, and a DamagedPack. */
export class PackedApi {
  private readonly starts = new Map<PackKind, readonly number[]>();
  /** By path, the one read last at the end. */
  private readonly loaded = new Map<string, Map<string, Buffer>>();

  constructor(private readonly out: string) {}

  exists(): boolean {
    return packKinds.every((kind) => this.startsOf(kind).length > 0);
  }

  /** The response of a folder; undefined if there is none. */
  read(folder: string): Buffer | undefined {
    if (!isInApi(`${folder}/`)) return undefined;
    const { kind, name } = packedName(folder);
    const start = packStartFor(this.startsOf(kind), packKey(kind, name));
    if (start === undefined) return undefined;
    return readIfExists(() => this.loadedPack(packPath(kind, start)))?.get(name);
  }

  /** Every response, pack by pack. Page 1 of a list is the response of the list alone. */
  *responses(): Generator<{ readonly folder: string; readonly bytes: Buffer }> {
    for (const kind of packKinds) {
      for (const start of this.startsOf(kind)) {
        for (const [name, bytes] of this.pack(kind, start)) yield { folder: folderOfPacked(kind, name), bytes };
      }
    }
  }

  /** The responses of the pack that begins at a key, by their names. */
  pack(kind: PackKind, start: number): Map<string, Buffer> {
    return this.readFile(packPath(kind, start), parsePack);
  }

  /** Where each pack begins; empty if the folder has no packs. */
  startsOf(kind: PackKind): readonly number[] {
    const read = () => this.readFile(startsPath(kind), (bytes) => parseStarts(bytes.toString()));
    const starts = this.starts.get(kind) ?? readIfExists(read) ?? [];
    this.starts.set(kind, starts);
    return starts;
  }

  private loadedPack(path: string): Map<string, Buffer> {
    const pack = this.loaded.get(path) ?? this.readFile(path, parsePack);
    this.loaded.delete(path);
    this.loaded.set(path, pack);
    const [oldest] = this.loaded.keys();
    if (this.loaded.size > maxLoaded && oldest !== undefined) this.loaded.delete(oldest);
    return pack;
  }

  private readFile<T>(path: string, parse: (bytes: Buffer) => T): T {
    const bytes = readFileSync(join(this.out, path));
    try {
      return parse(bytes);
    } catch (cause) {
      throw new DamagedPack(`${path} is damaged: ${messageOf(cause)}`, { cause });
    }
  }
}
