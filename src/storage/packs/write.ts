// Writes packs: plans which of them changed, and distributes these to the workers; and the file that lists where each pack begins.
import { keyCount, keyOf, keyText, packPath, startsPath, type PackKind } from '../../api/packs.ts';
import { runOf, segmentsOf } from './records.ts';
import type { Records, Writer } from '../writer.ts';
import type { PackTask, WrittenPacks } from './write-packs.ts';
import { isKept, planPacks, type Pack, type PlannedPack } from './plan.ts';
import { compareWithPublished, type PublishedPacks } from './published.ts';
import { inOrder } from './sizes.ts';

/** The packs of one kind. */
export interface PacksOfKind {
  readonly packs: readonly Pack[];
  /** What each job wrote of them. */
  readonly written: readonly WrittenPacks[];
  /** See `PackDifference`. */
  readonly startsBefore: readonly number[];
  /** Paths of packs that stay as they are. */
  readonly kept: readonly string[];
  /** See `PackDifference`. */
  readonly changed: readonly string[] | undefined;
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
  const planned = planPacks(inOrder([...records, ...staying]), untouched, largest);
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
    packs: planned.map(({ start, bytes, indexBytes, count }) => ({ start, bytes, indexBytes, count })),
    written: await Promise.all(tasks.map(write)),
    startsBefore,
    kept: planned.filter(isKept).map(({ start }) => packPath(kind, start)),
    changed,
  };
}

/** Writes the list of where packs begin. */
export function writeStarts(kind: PackKind, packs: readonly Pack[], writer: Writer): void {
  writer.write(startsPath(kind), JSON.stringify(packs.map(({ start }) => keyText(start))));
}

/** The packs of each job: those that are not kept and begin in the same run, as their records are read together. */
function jobsOf(planned: readonly PlannedPack[]): (PlannedPack & { readonly end: number })[][] {
  const jobs = new Map<number, (PlannedPack & { readonly end: number })[]>();
  for (const [at, pack] of planned.entries()) {
    if (isKept(pack)) continue;
    const run = runOf(pack.start);
    const job = jobs.get(run) ?? [];
    jobs.set(run, job);
    job.push({ ...pack, end: planned[at + 1]?.start ?? keyCount });
  }
  return [...jobs.values()];
}
