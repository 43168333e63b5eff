// The lines of a journal as ranges of one text: most builds read little of them.
import { lineEnd, sharedNumbers } from '../text/bytes.ts';
import { fieldPlaces, lineIn, type CourseChange } from './line.ts';

/** Plain data that threads share. */
export interface LinesData {
  /** Each line has an end. */
  readonly bytes: Uint8Array;
  /** Where each line begins, and at the end where the text ends. */
  readonly starts: Uint32Array;
}

/** Finds the lines in a text. */
export function linesIn(bytes: Uint8Array): LinesData {
  let count = 0;
  for (let end = bytes.indexOf(lineEnd); end !== -1; end = bytes.indexOf(lineEnd, end + 1)) count += 1;
  const starts = sharedNumbers(count + 1);
  for (let line = 1; line <= count; line += 1) starts[line] = bytes.indexOf(lineEnd, starts[line - 1]) + 1;
  return { bytes, starts };
}

export class JournalLines {
  readonly bytes: Buffer;
  readonly length: number;
  private readonly starts: Uint32Array;

  constructor({ bytes, starts }: LinesData) {
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.starts = starts;
    this.length = starts.length - 1;
  }

  linkhash(line: number): string {
    return this.field(line, fieldPlaces.linkhash);
  }

  /** The time of a line; undefined if there is no such line. */
  at(line: number): string | undefined {
    return line >= 0 && line < this.length ? this.field(line, fieldPlaces.at) : undefined;
  }

  /** The time of the newest line. */
  get newest(): string | undefined {
    return this.at(this.length - 1);
  }

  text(line: number): string {
    return this.bytes.toString('latin1', this.starts[line], (this.starts[line + 1] ?? 0) - 1);
  }

  /** What a line says. Throws if it says nothing: whoever is not sure asks for its text. */
  change(line: number): CourseChange {
    const change = lineIn(this.text(line));
    if (!change) throw new RangeError(`line ${line + 1} is no line of a journal`);
    return change;
  }

  /** The bytes of lines, each with its end. */
  range(from: number, to: number): Buffer {
    return this.bytes.subarray(this.starts[from], this.starts[to]);
  }

  private field(line: number, [from, to]: readonly [number, number]): string {
    const start = this.starts[line] ?? 0;
    return this.bytes.toString('latin1', start + from, start + to);
  }
}
