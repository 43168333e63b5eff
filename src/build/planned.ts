// Planned batches: the course files cut into jobs of reading; those whose bytes an earlier build read are not read again.
import type { SourceFile } from '../source/find.ts';
import { matchPieces } from '../source/known.ts';
import { batchSize, gatherBatches, splitFile, type SourceRange } from '../source/ranges.ts';
import { isSameStamp } from '../source/stamp.ts';
import type { Known, KnownBatch, KnownPiece } from './known.ts';

/** Pieces that are read by one job, or are known. */
export interface PlannedBatch {
  readonly ranges: readonly SourceRange[];
  /** What an earlier build read from the same bytes. */
  readonly known?: KnownBatch;
}

/** The batches that course files are read in, where nothing of them is known. */
export function planBatches(files: readonly SourceFile[], chunkSize = batchSize): PlannedBatch[] {
  const ranges = coursesIn(files).flatMap((file) => splitFile(file, chunkSize));
  return gatherBatches(ranges, chunkSize).map((gathered) => ({ ranges: gathered }));
}

/** The same over an earlier build: a batch is known where all its pieces are still there, one after the other, and its files are. */
export function planChanged(
  files: readonly SourceFile[],
  { batches: known, marksKey }: Pick<Known, 'batches' | 'marksKey'>,
  spoilt: ReadonlySet<KnownBatch>,
  chunkSize = batchSize,
): PlannedBatch[] {
  const byFile = knownByFile(known);
  const pieces = coursesIn(files).flatMap((file) => piecesOf(file, byFile.get(file.path) ?? [], marksKey, chunkSize));
  const batches: PlannedBatch[] = [];
  let fresh: SourceRange[] = [];
  const flush = () => {
    batches.push(...gatherBatches(fresh, chunkSize).map((ranges) => ({ ranges })));
    fresh = [];
  };
  for (let at = 0; at < pieces.length;) {
    const length = wholeBatchAt(pieces, at, spoilt);
    const ranges = pieces.slice(at, at + Math.max(1, length)).map(({ range }) => range);
    const batch = pieces[at]?.known?.batch;
    if (length > 0 && batch) {
      flush();
      batches.push({ ranges, known: batch });
    } else fresh.push(...ranges);
    at += ranges.length;
  }
  flush();
  const size = coursesIn(files).reduce((sum, file) => sum + file.size, 0);
  // Edits leave smaller batches behind; where there are too many, all are gathered anew.
  return batches.length > 16 + (3 * size) / chunkSize ? planBatches(files, chunkSize) : batches;
}

interface KnownPlace {
  readonly batch: KnownBatch;
  readonly index: number;
  readonly piece: KnownPiece;
}

interface PlannedPiece {
  readonly range: SourceRange;
  readonly known?: KnownPlace;
}

function coursesIn(files: readonly SourceFile[]): SourceFile[] {
  return files.filter(({ kind }) => kind === 'courses');
}

function knownByFile(known: readonly KnownBatch[]): Map<string, KnownPlace[]> {
  const byFile = new Map<string, KnownPlace[]>();
  for (const batch of known) {
    for (const [index, piece] of batch.pieces.entries()) {
      const places = byFile.get(piece.path) ?? [];
      if (places.length === 0) byFile.set(piece.path, places);
      places.push({ batch, index, piece });
    }
  }
  return byFile;
}

function piecesOf(file: SourceFile, places: readonly KnownPlace[], key: string, chunkSize: number): PlannedPiece[] {
  if (places.length === 0) return splitFile(file, chunkSize).map((range) => ({ range }));
  // Where the stamp is the same, so are the bytes: the file need not be opened.
  if (places.every(({ piece: { stamp } }) => stamp !== null && isSameStamp(stamp, file.stamp))) {
    return places.map((known) => {
      const { mark, indent } = known.piece;
      return { range: { file, start: mark.start, end: mark.end, indent }, known };
    });
  }
  const marks = places.map(({ piece }) => piece.mark);
  return matchPieces(file, marks, key, chunkSize).map(({ known: at, ...range }) => {
    const known = at === undefined ? undefined : places[at];
    return { range, ...(known && { known }) };
  });
}

/** How many pieces from here on are those of one known batch; 0 where they are none. */
function wholeBatchAt(pieces: readonly PlannedPiece[], at: number, spoilt: ReadonlySet<KnownBatch>): number {
  const batch = pieces[at]?.known?.batch;
  if (!batch || spoilt.has(batch)) return 0;
  const isWhole = batch.pieces.every((_, index) => {
    const known = pieces[at + index]?.known;
    return known?.batch === batch && known.index === index;
  });
  return isWhole ? batch.pieces.length : 0;
}
