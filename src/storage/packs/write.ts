// Writes packs: plans which of them changed, and distributes these to the workers.
import { keyCount, keyOf, packPath, type PackKind } from '../../api/packs.ts';
import { runOf, segmentsOf } from './records.ts';
import type { Records } from '../writer.ts';
import type { PackTask, WrittenPacks } from './write-packs.ts';
import { inKeyOrder, isKept, planPacks, type Pack, type PlannedPack } from './plan.ts';
import { compareWithPublished, type PackDifference, type PublishedPacks } from './published.ts';

export interface PacksOfKind extends Pick<PackDifference, 'startsBefore' | 'changed'> {
  readonly kind: PackKind;
  /** What jobs rendered for them. */
  readonly records: readonly Records[];
  readonly packs: readonly Pack[];
  /** What each job wrote of them. */
  readonly written: readonly WrittenPacks[];
  /** Paths of packs that stay as they are. */
  readonly kept: readonly string[];
}

/** Packs the rendered responses of a kind, together with what stays of the published packs. */
export async function packKind(
  kind: PackKind,
  records: readonly Records[],
  published: PublishedPacks,
  write: (task: PackTask) => Promise<WrittenPacks>,
  largest?: number,
): Promise<PacksOfKind> {
  const { startsBefore, untouched, staying, changed } = compareWithPublished(kind, records, published);
  const planned = planPacks(inKeyOrder([...records, ...staying]), untouched, largest);
  const tasks = jobsOf(planned).map((packs): PackTask => {
    const [start, end] = [packs[0]?.start ?? 0, packs.at(-1)?.end ?? 0];
    const isBetween = (key: number) => key >= start && key < end;
    const others = [...staying.filter(({ keys }) => keys.some(isBetween)), ...packs.flatMap((one) => one.packs)];
    return {
      kind,
      starts: packs.map((one) => one.start),
      end,
      segments: segmentsOf(records, start, end),
      published: {
        target: published.target,
        starts: others.map((one) => one.start),
        removed: others.length === 0 ? [] : published.removed.filter((name) => isBetween(keyOf(kind, name))),
      },
    };
  });
  return {
    kind,
    records,
    packs: planned.map(({ start, bytes, indexBytes, count }) => ({ start, bytes, indexBytes, count })),
    written: await Promise.all(tasks.map(write)),
    startsBefore,
    kept: planned.filter(isKept).map(({ start }) => packPath(kind, start)),
    changed,
  };
}

/** The packs of each job: those that are not kept and begin in the same run, as their records are read together. */
function jobsOf(planned: readonly PlannedPack[]): (PlannedPack & { readonly end: number })[][] {
  const ended = planned.map((pack, at) => ({ ...pack, end: planned[at + 1]?.start ?? keyCount }));
  const changed = ended.filter((pack) => !isKept(pack));
  const runs = new Set(changed.map(({ start }) => runOf(start)));
  return Array.from(runs, (run) => changed.filter(({ start }) => runOf(start) === run));
}
