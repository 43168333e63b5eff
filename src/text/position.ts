// Positions in texts.
import type { Position } from '../problems.ts';

/** The position of an offset in a text, which counts from 0. Lines end with a line feed. */
export function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: before.length - before.lastIndexOf('\n') };
}
