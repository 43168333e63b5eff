// Reading piece by piece in tests: pieces with their bytes and marks, and what must hold of matched ones.
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Format, SourceFile } from '../../src/source/find.ts';
import { newKey } from '../../src/source/fingerprint.ts';
import { matchPieces, PieceMarker, type MatchedRange, type PieceMark } from '../../src/source/known.ts';
import type { SourceRange } from '../../src/source/ranges.ts';
import { readRange } from '../../src/source/read.ts';
import { csvFields } from '../../src/source/schema.ts';
import { stampOf } from '../../src/source/stamp.ts';

/** What all pieces are marked with. */
export const marksKey = newKey();

/** Writes the course file of a format, and finds it. */
export function writeCourses(folder: string, format: Format, content: string): SourceFile {
  const path = join(folder, `courses.${format}`);
  writeFileSync(path, content);
  const entry = statSync(path);
  return { kind: 'courses', format, path, size: entry.size, stamp: stampOf(entry) };
}

/** A piece as it was read: its mark, its bytes, and what it came to. */
export interface ReadPiece {
  readonly mark: PieceMark;
  readonly bytes: string;
  readonly found: string[];
}

export async function readPiece(range: SourceRange): Promise<ReadPiece> {
  const marker = new PieceMarker(marksKey);
  const chunks: Uint8Array[] = [];
  const found: string[] = [];
  await readRange(range, csvFields.courses, {
    record: ({ value }) => found.push(JSON.stringify(value)),
    problem: ({ rule, finding }) => found.push(`${rule} ${finding}`),
    bytes: (bytes, start) => {
      marker.add(bytes, start);
      chunks.push(Uint8Array.from(bytes));
    },
  });
  return { mark: marker.finish(range), bytes: Buffer.concat(chunks).toString('latin1'), found };
}

/** Reads what is not known; the pieces of the file as they are then. */
export async function readFresh(ranges: readonly MatchedRange[], pieces: readonly ReadPiece[]): Promise<ReadPiece[]> {
  const read: ReadPiece[] = [];
  for (const range of ranges) {
    const old = range.known === undefined ? undefined : pieces[range.known];
    const mark = old && { ...old.mark, start: range.start, end: range.end };
    read.push(old && mark ? { ...old, mark } : await readPiece(range));
  }
  return read;
}

export function match(file: SourceFile, pieces: readonly ReadPiece[], pieceSize: number): MatchedRange[] {
  return matchPieces(
    file,
    pieces.map(({ mark }) => mark),
    marksKey,
    pieceSize,
  );
}

/** Holds that the ranges are the file, and that the known ones have the bytes that were read. */
export function expectExact(ranges: readonly MatchedRange[], pieces: readonly ReadPiece[], file: SourceFile): void {
  const bytes = readFileSync(file.path);
  const separator = file.format === 'json' ? 1 : 0;
  let end = -separator;
  for (const range of ranges) {
    expect(range.start).toBe(end + separator);
    ({ end } = range);
  }
  expect(end).toBe(file.size);
  const old = ranges.filter((range) => range.known !== undefined);
  const inFile = old.map((range) => bytes.toString('latin1', range.start, range.end));
  expect(inFile).toEqual(old.map((range) => pieces[range.known ?? -1]?.bytes));
  expect(new Set(old.map(({ known }) => known)).size).toBe(old.length);
}

export function freshOf(ranges: readonly MatchedRange[]): MatchedRange[] {
  return ranges.filter(({ known }) => known === undefined);
}

export function recordLines(count: number): string[] {
  return Array.from({ length: count }, (_, id) => `${JSON.stringify({ id, title: `Course ${id}` })}\n`);
}
