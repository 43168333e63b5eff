// Moved pieces: where in an NDJSON file its known pieces stand now, whatever was put in, taken out or moved between them.
import type { PieceMark } from './known.ts';
import type { FileLines } from './lines.ts';

/** A stretch of whole lines that holds the bytes of the known piece of this index. */
export interface FoundPiece {
  readonly start: number;
  readonly end: number;
  readonly known: number;
}

/**
 * The known pieces that stand in the file, in the order in which they do. Each is found once at most, and the first piece
 * of a file only as the first, as its first line is read in another way.
 */
export function findPieces(known: readonly PieceMark[], lines: FileLines): FoundPiece[] {
  const found: FoundPiece[] = [];
  const sought = new SoughtPieces(known);
  let expected = sought.first;
  for (let start = 0; start < lines.size;) {
    let piece = expected && standsAt(expected, start, lines) ? expected : undefined;
    if (!piece) {
      const next = searchFrom(start, sought, expected, lines);
      if (!next) break;
      ({ piece, start } = next);
    }
    const end = start + lengthOf(piece);
    found.push({ start, end, known: piece.index });
    // The second half of a line that is longer than a piece is a piece without bytes.
    for (let index = piece.index + 1; isEmpty(known[index]); index += 1) found.push({ start: end, end, known: index });
    sought.remove(piece);
    start = end;
    expected = piece.next;
  }
  return found;
}

interface Piece {
  readonly mark: PieceMark;
  readonly index: number;
  /** The piece that followed it. */
  next: Piece | undefined;
  isFound: boolean;
  /** How often bytes that begin as it does were others. */
  failures: number;
}

/** Many pieces may begin alike, and many lines as they do: comparing each with every one would never end. */
const mostFailures = 2;

class SoughtPieces {
  readonly first: Piece | undefined;
  private readonly byHead = new Map<number, Set<Piece>>();

  constructor(known: readonly PieceMark[]) {
    let last: Piece | undefined;
    for (const [index, mark] of known.entries()) {
      if (isEmpty(mark)) continue;
      const piece = { mark, index, next: undefined, isFound: false, failures: 0 };
      if (last) last.next = piece;
      else this.first = piece;
      last = piece;
      const alike = this.byHead.get(mark.head);
      if (alike) alike.add(piece);
      else this.byHead.set(mark.head, new Set([piece]));
    }
  }

  beginningAs(head: number): Iterable<Piece> {
    return this.byHead.get(head) ?? [];
  }

  remove(piece: Piece): void {
    piece.isFound = true;
    this.byHead.get(piece.mark.head)?.delete(piece);
  }

  /** Forgets the piece, except where it is expected, once it has been looked for in vain too often. */
  fail(piece: Piece): void {
    piece.failures += 1;
    if (piece.failures === mostFailures) this.byHead.get(piece.mark.head)?.delete(piece);
  }
}

/** The first piece that stands at a line at or after `from`; `expected` is known not to stand at `from` itself. */
function searchFrom(
  from: number,
  sought: SoughtPieces,
  expected: Piece | undefined,
  lines: FileLines,
): { piece: Piece; start: number } | undefined {
  for (const { at, head } of lines.heads(from)) {
    for (const piece of sought.beginningAs(head)) {
      if (at === from && piece === expected) continue;
      if (standsAt(piece, at, lines)) return { piece, start: at };
      sought.fail(piece);
    }
  }
  return undefined;
}

function standsAt(piece: Piece, start: number, lines: FileLines): boolean {
  const { mark, isFound } = piece;
  const end = start + lengthOf(piece);
  if (isFound || end > lines.size || (start === 0) !== (mark.start === 0)) return false;
  const there = lines.fingerprint(start, end);
  // A last line without an end may go on now.
  return there?.fingerprint === mark.fingerprint && there.endsLine;
}

function isEmpty(mark: PieceMark | undefined): boolean {
  return mark !== undefined && mark.start === mark.end;
}

function lengthOf({ mark }: Piece): number {
  return mark.end - mark.start;
}
