// The order in which packs are published: at any moment, readers find every response that both builds have.
import { keyCount, packPath, type PackKind } from '../../api/packs.ts';
import { noneWritten, type WrittenFiles } from '../writer.ts';

/** Paths of the packs that end at a lower key than before; `before` and `now` are where all packs of a kind begin. */
export function shrunkenPacks(kind: PackKind, before: readonly number[], now: readonly number[]): Set<string> {
  const ends = endsOf(before);
  const shrunken = Array.from(endsOf(now)).filter(([start, end]) => end < (ends.get(start) ?? 0));
  return new Set(shrunken.map(([start]) => packPath(kind, start)));
}

/**
 * What was written of a kind, in the order of publication; `starts` is its list of starts, if that changed. Until readers
 * have the new list, they look in a pack for all responses of its old range of keys. So packs that grow come before the list, and
 * packs that shrink after it.
 */
export function inReadersOrder(
  packs: readonly WrittenFiles[],
  starts: readonly string[],
  shrunken: ReadonlySet<string>,
): WrittenFiles[] {
  const isLate = (path: string) => shrunken.has(path);
  const late = packs.flatMap(({ changed }) => changed.filter(isLate));
  const early = packs.map((part) => ({ ...part, changed: part.changed.filter((path) => !isLate(path)) }));
  return [...early, { ...noneWritten, changed: [...starts, ...late] }];
}

/** Where each pack ends, by its start. */
function endsOf(starts: readonly number[]): Map<number, number> {
  return new Map(starts.map((start, at) => [start, starts[at + 1] ?? keyCount]));
}
