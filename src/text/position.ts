// Positions in texts.
import type { Position } from './problems.ts';

/** The position of an offset in a text, which counts from 0. Lines end with a line feed. */
export function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: before.length - before.lastIndexOf('\n') };
}

/** The position in a whole text of one in a part of it, which begins at `start`. */
export function positionInWhole({ line, column }: Position, start: Position): Position {
  return { line: start.line + line - 1, column: line === 1 ? start.column + column - 1 : column };
}

/** Positions in a text that comes in pieces, none before the one asked for last. */
export class PositionCounter {
  private position: Position = { line: 1, column: 1 };
  private offset = 0;
  /** What comes from that position on, of the last piece. */
  private rest = '';

  add(piece: string): void {
    this.positionAt(this.offset + this.rest.length);
    this.rest = piece;
  }

  /** The position of an offset in the last piece, which counts from the start of the whole text. */
  positionAt(offset: number): Position {
    const length = offset - this.offset;
    this.position = positionInWhole(positionAt(this.rest, length), this.position);
    this.rest = this.rest.slice(length);
    this.offset = offset;
    return this.position;
  }
}
