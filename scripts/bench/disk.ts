// Owns the measurements on a real disk: a million courses, and a build compared with `rsync` of the same change.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildCommand, generator } from './commands.ts';
import { changeTitle } from './edits.ts';
import { count } from './contenders.ts';
import { type Figure, type Median, median } from './figures.ts';
import { removeOutput, settle } from './incremental.ts';
import { type Command, measure, type Measurement, type Place } from './measure.ts';
import { figureTable, isMissed, machine } from './report.ts';
import { measureWorker } from './worker.ts';

export interface DiskPlan {
  bin: string;
  courses: number;
  rounds: number;
  /** An empty folder on the disk. */
  root: string;
  place: Place;
  progress: (text: string) => void;
}

type Step = 'cold' | 'unchanged' | 'title' | 'rsync' | 'packed' | 'packedTitle' | 'request';
type Steps = Readonly<Record<Step, Median>>;

/** Builds a large catalog once, and again after an edit. */
export async function benchMillion(plan: DiskPlan): Promise<{ text: string; isWithin: boolean }> {
  const { courses } = plan;
  const name = `${count(courses)} courses on disk`;
  const rows: Figure<Steps>[] = [
    { name: `${name}: peak memory`, unit: ' MB', must: 1200, aim: 900, measured: ({ cold }) => cold.peakBytes / 1e6 },
    { name: `${name}: finished in`, unit: ' s', measured: ({ cold }) => cold.seconds },
    { name: 'nothing changed: finished in', unit: ' s', measured: ({ unchanged }) => unchanged.seconds },
    { name: 'nothing changed: peak memory', unit: ' MB', measured: ({ unchanged }) => unchanged.peakBytes / 1e6 },
    { name: 'one title changed: finished in', unit: ' s', measured: ({ title }) => title.seconds },
    { name: 'one title changed: peak memory', unit: ' MB', measured: ({ title }) => title.peakBytes / 1e6 },
  ];
  const steps = await measureSteps(plan, ['cold', 'unchanged', 'title']);
  return reportOf(rows, steps, 1);
}

/** Builds repeatedly, each time followed by the `rsync` that would send the change. */
export async function benchDisk(plan: DiskPlan): Promise<{ text: string; isWithin: boolean }> {
  const rows: Figure<Steps>[] = [
    { name: `cold build of ${count(plan.courses)} courses`, unit: ' s', measured: ({ cold }) => cold.seconds },
    { name: 'nothing changed', unit: ' s', measured: ({ unchanged }) => unchanged.seconds },
    { name: 'one title changed', unit: ' s', measured: ({ title }) => title.seconds },
    { name: '`rsync -a --checksum` of that change', unit: ' s', measured: ({ rsync }) => rsync.seconds },
    { name: 'one title changed ÷ cold', unit: '', measured: ({ title, cold }) => title.seconds / cold.seconds },
    { name: 'one title changed ÷ `rsync`', unit: '', measured: ({ title, rsync }) => title.seconds / rsync.seconds },
    {
      name: 'cold build with --pack ÷ without',
      unit: '',
      must: 0.7,
      aim: 0.5,
      measured: ({ packed, cold }) => packed.seconds / cold.seconds,
    },
    { name: 'with --pack, one title changed', unit: ' s', measured: ({ packedTitle }) => packedTitle.seconds },
    {
      name: 'worker for packs: processor time of one request in workerd',
      unit: ' ms',
      must: 10,
      aim: 2,
      measured: ({ request }) => request.seconds * 1000,
    },
  ];
  const steps = await measureSteps(plan, ['cold', 'unchanged', 'title', 'rsync', 'packed', 'packedTitle', 'request']);
  return reportOf(rows, steps, plan.rounds);
}

async function measureSteps({ bin, courses, rounds, root, place, progress }: DiskPlan, steps: Step[]): Promise<Steps> {
  const [catalog, out, mirror] = [join(root, 'catalog'), join(root, 'dist'), join(root, 'mirror')];
  const build = buildCommand(bin, catalog, out, '--quiet');
  const packs = join(root, 'packs');
  const pack = buildCommand(bin, catalog, packs, '--quiet', '--host', 'cloudflare', '--pack');
  // Source and target are on this disk: over a network `rsync` is no faster.
  const rsync: Command = { node: false, args: ['rsync', '-a', '--checksum', '--delete', `${out}/`, mirror] };
  const measured: Record<Step, Measurement[]> = {
    cold: [],
    unchanged: [],
    title: [],
    rsync: [],
    packed: [],
    packedTitle: [],
    request: [],
  };
  progress(`generating ${count(courses)} courses`);
  await measure(generator(courses, catalog), place);
  for (let round = 1; round <= rounds; round++) {
    const take = async (step: Step, command: Command) => {
      // Otherwise writes that are still pending would be charged to this measurement.
      await promisify(execFile)('sync');
      const measurement = await measure(command, place);
      progress(`${round}/${rounds} ${step}: ${measurement.seconds.toFixed(3)} s`);
      measured[step].push(measurement);
    };
    await removeOutput(out);
    await take('cold', build);
    if (steps.includes('rsync')) await measure(rsync, place);
    await settle({ build }, place);
    await take('unchanged', build);
    if (steps.includes('packed')) {
      await removeOutput(packs);
      await take('packed', pack);
      measured.request.push(await measureWorker(packs, place.scratch));
      await settle({ build: pack }, place);
    }
    changeTitle(catalog, `Title of round ${round}`);
    await take('title', build);
    if (steps.includes('packedTitle')) await take('packedTitle', pack);
    if (steps.includes('rsync')) await take('rsync', rsync);
  }
  const { cold, unchanged, title, rsync: sent, packed, packedTitle, request } = measured;
  return {
    cold: median(cold),
    unchanged: median(unchanged),
    title: median(title),
    rsync: median(sent),
    packed: median(packed),
    packedTitle: median(packedTitle),
    request: median(request),
  };
}

function reportOf(rows: readonly Figure<Steps>[], steps: Steps, rounds: number): { text: string; isWithin: boolean } {
  const lines = [...figureTable(rows, steps), '', `${machine()}; on a disk, medians of ${rounds}.`, ''];
  const isWithin = rows.every((row) => !isMissed(row, steps) || row.must === undefined);
  return { text: lines.join('\n'), isWithin };
}
