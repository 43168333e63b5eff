// The spool: the responses of a packed API in the order in which jobs render them, in files of the staging folder until they are packed.
import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { keyCount, packKey, packedName, packKinds, type PackKind } from '../../api/packs.ts';
import { readBytes } from '../../source/bytes.ts';
import type { GrowingBytes } from '../../text/bytes.ts';
import { lowerBound } from '../../text/positions.ts';
import type { IndexFileOptions } from '../index-files.ts';
import {
  noFiles,
  noneWritten,
  type ResponseWriter,
  type OutputFile,
  type RenderedResponses,
  type WrittenFiles,
} from '../writer.ts';

/** Maximum bytes of responses in memory; above it, a batch ends before its job does. */
const maxBytes = 16 * 1024 * 1024;

/** A response under its name. */
export interface NamedResponse {
  readonly key: number;
  readonly name: string;
  readonly bytes: Buffer;
}

/** Writes responses to the spool as a `Writer` writes files. Each is listed as the file that it would be without packs. */
export class ResponseSpool implements ResponseWriter {
  private readonly file: string;
  private readonly pending: Record<PackKind, NamedResponse[]> = { views: [], other: [] };
  private rendered: RenderedResponses[] = [];
  /** Bytes in the file, and in memory. */
  private written = 0;
  private pendingBytes = 0;
  private files = 0;
  private bytes = 0;
  private largest = noFiles.largest;

  /** `folder` is an existing folder, which several threads may share. */
  constructor(
    folder: string,
    private readonly form: IndexFileOptions,
    private readonly list?: OutputFile[],
  ) {
    this.file = join(folder, randomUUID());
  }

  tally(): WrittenFiles {
    this.flush();
    const { files, bytes, largest, rendered } = this;
    [this.files, this.bytes, this.largest, this.rendered] = [0, 0, noFiles.largest, []];
    return { ...noneWritten, files, bytes, largest, rendered };
  }

  /** A second folder of the same response is an alias that readers resolve. */
  writeIndex(content: string | GrowingBytes, path: string): number {
    const { kind, name } = packedName(path);
    const isText = typeof content === 'string';
    const bytes = Buffer.from(isText ? `${content}\n` : content.bytes);
    const { length } = bytes;
    this.pending[kind].push({ key: packKey(kind, name), name, bytes });
    this.files += 1;
    this.bytes += length;
    if (length > this.largest.bytes) this.largest = { path, bytes: length };
    this.list?.push({ path: `${path}/${this.form.indexFile}`, bytes: length });
    this.pendingBytes += length;
    if (this.pendingBytes > maxBytes) this.flush();
    return 0;
  }

  /** Ends a batch. */
  private flush(): void {
    for (const kind of packKinds) {
      const batch = this.pending[kind].splice(0).toSorted((a, b) => a.key - b.key);
      if (batch.length === 0) continue;
      const names = batch.map(({ name }) => Buffer.from(name));
      const offsets = [this.written];
      for (const [index, { bytes }] of batch.entries()) {
        this.written += (names[index]?.length ?? 0) + bytes.length;
        offsets.push(this.written);
      }
      appendFileSync(this.file, Buffer.concat(batch.flatMap(({ bytes }, index) => [names[index] ?? bytes, bytes])));
      this.rendered.push({
        kind,
        file: this.file,
        keys: Uint32Array.from(batch, ({ key }) => key),
        nameLengths: Uint16Array.from(names, ({ length }) => length),
        offsets: Float64Array.from(offsets),
      });
    }
    this.pendingBytes = 0;
  }
}

/** The keys are divided into so many runs, whose responses are read at once: each holds those of some packs. */
const runs = 64;
const keysPerRun = keyCount / runs;

/** Reads the responses with keys from `start` up to `end`; fast if called in their order. No more than one run is in memory at a time. */
export function responseReader(
  rendered: readonly RenderedResponses[],
): (start: number, end: number) => Generator<NamedResponse> {
  let loaded: { readonly run: number; readonly responses: readonly NamedResponse[] } = { run: -1, responses: [] };
  return function* read(start, end) {
    for (let run = Math.floor(start / keysPerRun); run * keysPerRun < end; run += 1) {
      if (loaded.run !== run) loaded = { run, responses: rendered.flatMap((batch) => responsesOfRun(batch, run)) };
      for (const response of loaded.responses) if (response.key >= start && response.key < end) yield response;
    }
  };
}

function responsesOfRun({ file, keys, nameLengths, offsets }: RenderedResponses, run: number): NamedResponse[] {
  const [from, to] = [lowerBound(keys, run * keysPerRun), lowerBound(keys, (run + 1) * keysPerRun)];
  if (from === to) return [];
  const start = offsets[from] ?? 0;
  const end = offsets[to] ?? 0;
  const bytesOfRun = readBytes({ file: { path: file }, start, end });
  if (bytesOfRun.length < end - start) throw new Error(`${file} ends too early`);
  return Array.from(keys.subarray(from, to), (key, index) => {
    const nameStart = (offsets[from + index] ?? 0) - start;
    const begin = nameStart + (nameLengths[from + index] ?? 0);
    const bytes = bytesOfRun.subarray(begin, (offsets[from + index + 1] ?? 0) - start);
    return { key, name: bytesOfRun.toString('utf8', nameStart, begin), bytes };
  });
}
