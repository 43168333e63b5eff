// Owns the rounds: every contender in turn, each by the command and by that of --before.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Plan } from './plan.ts';
import { type Command, measure, type Measurement, median } from './measure.ts';

/** One of the two commands, with a folder for all that it writes. */
export interface Side {
  bin: string;
  folder: string;
}

export interface Contender {
  /** What the report calls it. */
  name: string;
  /** Makes ready what the command needs; not measured. */
  prepare?: (side: Side) => Promise<void>;
  command: (side: Side) => Command;
  /** How often it is measured in each round: once by default. */
  times?: number;
  /** The limit of its processor time, divided by that of the command of --before. */
  must?: number;
}

/** What was measured of a contender by one of the commands, as medians: NaN where nothing was. */
export type Medians = (contender: Contender) => Measurement;

export interface Results {
  of: Medians;
  /** By the command of --before, if there is one. */
  before: Medians | undefined;
}

/** The command, and that of --before. */
export function sidesOf({ bin, before, root }: Plan): readonly [Side, Side?] {
  const sideIn = (folder: string, by: string): Side => {
    mkdirSync(join(root, folder), { recursive: true });
    return { bin: by, folder: join(root, folder) };
  };
  const now = sideIn('now', bin);
  return before === undefined ? [now] : [now, sideIn('before', before)];
}

/** Measures all contenders, in their order, in each round. */
export async function measureInTurn(plan: Plan, contenders: readonly Contender[]): Promise<Results> {
  const [now, old] = sidesOf(plan);
  const measured = { now: new Map<Contender, Measurement[]>(), old: new Map<Contender, Measurement[]>() };
  for (let round = 1; round <= plan.rounds; round++) {
    for (const contender of contenders) {
      const label = `${round}/${plan.rounds} ${contender.name}`;
      const steps = [
        async () => take(plan, contender, now, label, measured.now),
        async () => old && takeOld(plan, contender, old, `${label}, before`, measured.old),
      ];
      // The first of the two reads what is new to the caches of the system.
      const inTurn = round % 2 === 0 ? steps.toReversed() : steps;
      for (let time = 1; time <= (contender.times ?? 1); time++) for (const step of inTurn) await step();
    }
  }
  const of = (contender: Contender) => medianOf(measured.now.get(contender) ?? []);
  const before = (contender: Contender) => medianOf(measured.old.get(contender) ?? []);
  return { of, before: old && before };
}

type Measured = Map<Contender, Measurement[]>;

async function take(plan: Plan, contender: Contender, side: Side, label: string, measured: Measured): Promise<void> {
  await contender.prepare?.(side);
  const measurement = await measure(contender.command(side), plan.workspace);
  plan.progress(`${label}: ${measurement.cpuSeconds.toFixed(3)} s`);
  measured.set(contender, [...(measured.get(contender) ?? []), measurement]);
}

/** An earlier command may fail at what it does not know. */
async function takeOld(...[plan, contender, side, label, measured]: Parameters<typeof take>): Promise<void> {
  try {
    await take(plan, contender, side, label, measured);
  } catch (error) {
    if (plan.workspace.signal.aborted) throw error;
    plan.progress(`${label}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function medianOf(measurements: readonly Measurement[]): Measurement {
  const middle = (key: keyof Measurement) => median(measurements.map((one) => one[key]));
  return { cpuSeconds: middle('cpuSeconds'), seconds: middle('seconds'), peakBytes: middle('peakBytes') };
}

/** A number of courses, as the report prints it. */
export function count(number: number): string {
  return number.toLocaleString('en-US');
}
