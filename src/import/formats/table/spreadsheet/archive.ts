// Archives: the parts of a spreadsheet file, which is a ZIP of XML, within limits that no list of courses reaches.
import { SaxesParser } from 'saxes';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { Limits, RefusedError, requireAtMost } from './limits.ts';

const maxParts = 2000;
/** Maximum bytes of a part. */
const maxSize = 256 * 1024 ** 2;
/** Maximum bytes without a tag. */
const maxText = 16 * 1024 ** 2;
/** Maximum depth of elements. Rows in groups of groups take some twenty. */
const maxDepth = 100;
/** Maximum attributes of an element, and characters of one of them. */
const maxAttributes = 256;
const maxAttribute = 100_000;

export class Archive {
  /** By their names, in which case does not count (OPC). */
  private readonly entries = new Map<string, Entry>();

  readonly limits: Limits;

  private constructor(
    private readonly zip: ZipFile,
    private readonly signal: AbortSignal,
  ) {
    this.limits = new Limits(zip.fileSize);
  }

  /** Reads a file; of its parts only what is asked for. */
  static async read(file: string, signal: AbortSignal, work: (archive: Archive) => Promise<void>): Promise<void> {
    const zip = await openPromise(file, { lazyEntries: true, autoClose: false });
    try {
      requireAtMost(maxParts, zip.entryCount, 'parts');
      const archive = new Archive(zip, signal);
      for await (const entry of zip.eachEntry()) archive.entries.set(entry.fileName.toLowerCase(), entry);
      await work(archive);
    } finally {
      zip.close();
    }
  }

  has(name: string): boolean {
    return this.entries.has(name.toLowerCase());
  }

  /** Reads a part of XML as it comes, and no more of it than the directory declares. Nothing that it names is expanded or fetched. */
  async scan(name: string, { open, close, text, isDone }: Handlers): Promise<void> {
    const entry = this.entries.get(name.toLowerCase());
    if (entry === undefined) throw new Error(`it has no ${name}`);
    if (entry.isEncrypted()) throw new RefusedError('is protected by a password');
    if (entry.uncompressedSize > maxSize) throw new RefusedError(`unpacks to more than ${maxSize / 1024 ** 2} MB`);
    const parser = new SaxesParser();
    const withoutPrefix = (prefixed: string) => prefixed.slice(prefixed.indexOf(':') + 1);
    parser.on('error', (error) => {
      throw error;
    });
    let [textSinceTag, skipped, untagged, depth, attributeCount] = ['', 0, 0, 0, 0];
    const addText = (piece: string) => {
      if (skipped > 0) return;
      textSinceTag += piece;
      text?.(piece);
    };
    parser.on('text', addText);
    parser.on('cdata', addText);
    parser.on('attribute', ({ value }) => {
      this.limits.spend('nodes', 1);
      attributeCount += 1;
      requireAtMost(maxAttributes, attributeCount, 'attributes at one element');
      requireAtMost(maxAttribute, value.length, 'characters in an attribute');
    });
    parser.on('opentag', ({ name: prefixed, attributes }) => {
      this.limits.spend('nodes', 1);
      attributeCount = 0;
      depth += 1;
      requireAtMost(maxDepth, depth, 'levels of elements');
      if (skipped > 0 || isAside.test(prefixed)) skipped += 1;
      else open?.(withoutPrefix(prefixed), attributes);
      [textSinceTag, untagged] = ['', 0];
    });
    parser.on('closetag', ({ name: prefixed }) => {
      depth -= 1;
      if (skipped > 0) skipped -= 1;
      else close?.(withoutPrefix(prefixed), textSinceTag);
      [textSinceTag, untagged] = ['', 0];
    });
    const decoder = new TextDecoder();
    const stream: AsyncIterable<Buffer> = await this.zip.openReadStreamPromise(entry);
    for await (const bytes of stream) {
      this.signal.throwIfAborted();
      this.limits.spend('bytes', bytes.length);
      untagged += bytes.length;
      if (untagged > maxText) throw new RefusedError('has a longer text than a list of courses');
      parser.write(decoder.decode(bytes, { stream: true }));
      if (isDone?.()) return;
    }
    parser.close();
  }
}

export type Attributes = Readonly<Record<string, string>>;

/** Comments, and the readings that Japanese texts may have. */
const isAside = /(?:^|:)(?:annotation|rPh)$/u;

export interface Handlers {
  /** Elements by their names without a prefix. */
  readonly open?: (name: string, attributes: Attributes) => void;
  /** `text` is that since the last tag. */
  readonly close?: (name: string, text: string) => void;
  readonly text?: (text: string) => void;
  /** Whether the rest need not be read. */
  readonly isDone?: () => boolean;
}

/** What an attribute counts: at most some millions, so that sums of it stay exact; `otherwise` if it is no number from 1 on. */
export function countIn(text: string | undefined, otherwise: number): number {
  return /^\d+$/u.test(text ?? '') ? Math.min(Math.max(Number(text), otherwise), 2 ** 24) : otherwise;
}
