// The order in which packs are published: at any moment, readers find every response that both builds have.
import { keyCount, packPath, startsPath } from '../../api/packs.ts';
import { noneWritten, type WrittenFiles } from '../writer.ts';
import type { PacksOfKind } from './write.ts';

/**
 * What was written of a kind, in the order of publication; `changedStarts` are the lists of starts that changed. Until readers
 * have the new list, they look in a pack for all responses of its old range of keys. So packs that grow come before the list, and
 * packs that shrink after it.
 */
export function inReadersOrder(
  { kind, packs, startsBefore, written }: PacksOfKind,
  changedStarts: readonly string[],
): WrittenFiles[] {
  const endsBefore = endsOf(startsBefore);
  const ends = endsOf(packs.map(({ start }) => start));
  const shrunken = [...ends].filter(([start, end]) => end < (endsBefore.get(start) ?? 0));
  const late = new Set(shrunken.map(([start]) => packPath(kind, start)));
  const parts = written.map((one) => one.written);
  const early = parts.map((part) => ({ ...part, changed: part.changed.filter((path) => !late.has(path)) }));
  const starts = changedStarts.filter((path) => path === startsPath(kind));
  const last = parts.flatMap(({ changed }) => changed.filter((path) => late.has(path)));
  return [...early, { ...noneWritten, changed: [...starts, ...last] }];
}

/** Where each pack ends, by its start. */
function endsOf(starts: readonly number[]): Map<number, number> {
  return new Map(starts.map((start, at) => [start, starts[at + 1] ?? keyCount]));
}
