// Archives: the parts of a spreadsheet file, which is a ZIP of XML, within limits that no list of courses reaches.
import { SaxesParser } from 'saxes';
import { openPromise, type Entry, type ZipFile } from 'yauzl';

const isProtected = 'is protected by a password';
const maxParts = 2000;
/** Bytes of a part, and characters of all cells. */
const maxSize = 256 * 1024 ** 2;

/** Why a file that is whole is not read. The message completes a sentence that begins with the file. */
export class RefusedError extends Error {}

export class Archive {
  private constructor(
    private readonly zip: ZipFile,
    private readonly entries: ReadonlyMap<string, Entry>,
    private readonly signal: AbortSignal,
  ) {}

  /** Reads the directory of a file only. */
  static async open(file: string, signal: AbortSignal): Promise<Archive> {
    const zip = await openPromise(file, { lazyEntries: true, autoClose: false });
    try {
      if (zip.entryCount > maxParts) throw new RefusedError(`has more than ${maxParts} parts`);
      const entries = new Map<string, Entry>();
      for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
      const archive = new Archive(zip, entries, signal);
      await archive.refuseEncrypted();
      return archive;
    } catch (error) {
      zip.close();
      throw error;
    }
  }

  has(name: string): boolean {
    return this.entries.has(name);
  }

  /** The text of a part in blocks. No more is unpacked than the directory declares. */
  async *textOf(name: string): AsyncGenerator<string> {
    const entry = this.entries.get(name);
    if (entry === undefined) throw new Error(`it has no ${name}`);
    if (entry.isEncrypted()) throw new RefusedError(isProtected);
    if (entry.uncompressedSize > maxSize) throw new RefusedError(`unpacks to more than ${maxSize / 1024 ** 2} MB`);
    const decoder = new TextDecoder();
    const stream: AsyncIterable<Buffer> = await this.zip.openReadStreamPromise(entry);
    for await (const bytes of stream) {
      this.signal.throwIfAborted();
      yield decoder.decode(bytes, { stream: true });
    }
  }

  /** OpenDocument says in a part of its own what is encrypted. */
  private async refuseEncrypted(): Promise<void> {
    if (!this.has('META-INF/manifest.xml')) return;
    for await (const block of this.textOf('META-INF/manifest.xml'))
      if (block.includes('encryption-data')) throw new RefusedError(isProtected);
  }

  close(): void {
    this.zip.close();
  }
}

export type Attributes = Readonly<Record<string, string>>;

export interface Handlers {
  /** Elements by their names without a prefix. */
  readonly open: (name: string, attributes: Attributes) => void;
  readonly close?: (name: string) => void;
  readonly text?: (text: string) => void;
  /** Whether the rest need not be read. */
  readonly isDone?: () => boolean;
}

/** Reads XML as it comes. Nothing that it names is expanded or fetched. Throws an error if it is not well-formed. */
export async function scan(blocks: AsyncIterable<string>, { open, close, text, isDone }: Handlers): Promise<void> {
  const parser = new SaxesParser();
  const local = (name: string) => name.slice(name.indexOf(':') + 1);
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => open(local(name), attributes));
  if (close) parser.on('closetag', ({ name }) => close(local(name)));
  if (text) {
    parser.on('text', text);
    parser.on('cdata', text);
  }
  for await (const block of blocks) {
    parser.write(block);
    if (isDone?.()) return;
  }
  parser.close();
}

/** A row that has a text: its number as the spreadsheet program shows it, and the addresses that its cells link to. */
export interface SheetRow {
  readonly number: number;
  readonly cells: (string | undefined)[];
  readonly links: (string | undefined)[];
}

/** What is left of the cells and characters that a file may have. */
export class Budget {
  private cells = 10_000_000;
  private characters = maxSize;

  spend(characters: number): void {
    this.cells -= 1;
    this.characters -= characters;
    if (this.cells < 0 || this.characters < 0) throw new RefusedError('has more cells or text than a list of courses');
  }
}

/** Columns beyond are not read. */
const maxColumns = 1024;

export class Sheet {
  readonly rows: SheetRow[] = [];
  private readonly byNumber = new Map<number, SheetRow>();
  readonly hiddenColumns = new Set<number>();
  /** Cells that are as wide as several columns. */
  readonly spans: { readonly row: number; readonly column: number; readonly width: number }[] = [];

  /** `most` is how many rows are wanted. */
  constructor(
    readonly name: string,
    private readonly budget: Budget,
    private readonly most: number,
  ) {}

  get isFull(): boolean {
    return this.rows.length >= this.most;
  }

  put(number: number, column: number, text: string, times = 1): void {
    if (text.trim() === '') return;
    let row = this.byNumber.get(number);
    if (row === undefined) {
      if (this.isFull) return;
      row = { number, cells: [], links: [] };
      this.byNumber.set(number, row);
      this.rows.push(row);
    }
    for (let at = column; at < Math.min(column + times, maxColumns); at += 1) {
      this.budget.spend(text.length);
      row.cells[at] = text;
    }
  }

  link(number: number, column: number, address: string | undefined): void {
    const row = this.byNumber.get(number);
    if (row && column < maxColumns && address !== undefined) row.links[column] = address;
  }

  hide(column: number, times: number): void {
    for (let at = column; at < Math.min(column + times, maxColumns); at += 1) this.hiddenColumns.add(at);
  }

  span(row: number, column: number, width: number): void {
    if (width > 1 && this.spans.length < maxColumns) this.spans.push({ row, column, width });
  }
}

/** Takes the sheets of a file one by one. */
export interface SheetTaker {
  /** How many rows of a sheet are wanted. */
  readonly wanted: (name: string, isHidden: boolean) => number;
  readonly take: (sheet: Sheet) => void;
}
