// Known pieces: which pieces of a source file hold the very bytes that were read before.
import { whyUnreadable } from './errors.ts';
import { Fingerprint } from './fingerprint.ts';
import type { SourceFile } from './find.ts';
import { headOf, withLines, type FileLines } from './lines.ts';
import { findPieces } from './moved.ts';
import { batchSize, splitFile, type SourceRange } from './ranges.ts';

/** A piece of a file as it was read: what tells it again. NDJSON: `start` and `end` are those of its lines. */
export interface PieceMark {
  readonly start: number;
  readonly end: number;
  /** Of its bytes. */
  readonly fingerprint: string;
  /** NDJSON: see `headOf`. JSON: 1 for the last piece of its file. Else 0. */
  readonly head: number;
}

/** A piece of a file; `known` is the index of the known piece that holds the same bytes. */
export interface MatchedRange extends SourceRange {
  readonly known?: number;
}

/** Makes the mark of one piece from its bytes, as a `Listener` takes them. */
export class PieceMarker {
  private readonly bytes: Fingerprint;
  private start: number | undefined;
  private head = 0;
  private length = 0;

  constructor(key: string) {
    this.bytes = new Fingerprint(key);
  }

  add(bytes: Uint8Array, start: number): void {
    if (this.start === undefined) {
      this.start = start;
      this.head = headOf(bytes);
    }
    this.bytes.add(bytes);
    this.length += bytes.length;
  }

  finish(range: SourceRange): PieceMark {
    const start = this.start ?? range.start;
    const head = range.file.format === 'ndjson' ? this.head : lastness(range);
    return { start, end: start + this.length, fingerprint: this.bytes.finish(), head };
  }
}

/**
 * The pieces of a file, in order, as `splitFile` gives them, except that NDJSON is cut where known pieces begin and end.
 * `known` are pieces of this file, or of what it was, and marked with `key`. Each is found once at most, and the first piece
 * of a file only as the first, the last of a JSON array only as the last, as they are read in another way.
 */
export function matchPieces(
  file: SourceFile,
  known: readonly PieceMark[],
  key: string,
  pieceSize = batchSize,
): MatchedRange[] {
  if (known.length === 0) return splitFile(file, pieceSize);
  try {
    return withLines(file, key, (lines) => {
      if (file.format !== 'ndjson' || file.size === 0) return matchRanges(splitFile(file, pieceSize), known, lines);
      const segments = segmentsOf(findPieces(known, lines), file.size, pieceSize);
      return segments.flatMap((segment) =>
        segment.known === undefined ? cutFresh(file, segment, lines, pieceSize) : [{ file, indent: 0, ...segment }],
      );
    });
  } catch (error) {
    if (whyUnreadable(error, file.path) === undefined) throw error;
    // Reading the file tells what keeps it from being read.
    return splitFile(file, pieceSize);
  }
}

function lastness({ file, end }: SourceRange): number {
  return file.format === 'json' && end === file.size ? 1 : 0;
}

/** Only stretches that are as long as a known piece, and stand where it stood in its file, are read. */
function matchRanges(ranges: readonly SourceRange[], known: readonly PieceMark[], lines: FileLines): MatchedRange[] {
  const placeOf = (start: number, end: number, head: number) => `${end - start} ${start === 0} ${head}`;
  const places = new Set<string>();
  const unused = new Map<string, number[]>();
  for (const [index, { start, end, head, fingerprint }] of known.entries()) {
    const place = placeOf(start, end, head);
    places.add(place);
    addTo(unused, `${place} ${fingerprint}`, index);
  }
  return ranges.map((range) => {
    const place = placeOf(range.start, range.end, lastness(range));
    if (!places.has(place)) return range;
    const index = unused.get(`${place} ${lines.fingerprint(range.start, range.end)?.fingerprint}`)?.shift();
    return index === undefined ? range : { ...range, known: index };
  });
}

interface Segment {
  readonly start: number;
  readonly end: number;
  readonly known?: number;
}

/** Found pieces and the stretches between them. A small piece beside a stretch joins it: many edits would leave ever smaller ones. */
function segmentsOf(found: readonly Segment[], size: number, pieceSize: number): Segment[] {
  const segments: Segment[] = [];
  const add = (segment: Segment) => {
    const last = segments.at(-1);
    const areKnown = last?.known !== undefined && segment.known !== undefined;
    if (!last || areKnown || segment.end - last.start > pieceSize) segments.push(segment);
    else segments.splice(-1, 1, { start: last.start, end: segment.end });
  };
  let end = 0;
  for (const piece of found) {
    if (piece.start > end) add({ start: end, end: piece.start });
    add(piece);
    ({ end } = piece);
  }
  if (size > end) add({ start: end, end: size });
  return segments;
}

/** Cuts a stretch where lines start, into pieces of about the same size. */
function cutFresh(file: SourceFile, { start, end }: Segment, lines: FileLines, pieceSize: number): SourceRange[] {
  const count = Math.max(1, Math.round((end - start) / pieceSize));
  const ranges: SourceRange[] = [];
  let from = start;
  for (let nth = 1; nth < count; nth += 1) {
    const aim = start + Math.ceil(((end - start) / count) * nth);
    // A line may be longer than a piece.
    const to = aim > from ? lines.startFrom(aim) : from;
    if (to >= end) break;
    if (to > from) ranges.push({ file, start: from, end: to, indent: 0 });
    from = to;
  }
  return [...ranges, { file, start: from, end, indent: 0 }];
}

function addTo(map: Map<string, number[]>, key: string, index: number): void {
  const indexes = map.get(key);
  if (indexes) indexes.push(index);
  else map.set(key, [index]);
}
