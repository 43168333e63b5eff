// Owns what a request costs the worker that answers from packs, in processor time of Cloudflare's runtime.
import { join } from 'node:path';
import { PackedApi } from '../../src/storage/packs/packed.ts';
import { freePort } from '../../test/helpers/ports.ts';
import { buildCommand, catalogOf, generator } from './commands.ts';
import type { Plan } from './plan.ts';
import type { Figure } from './figures.ts';
import { measure } from './measure.ts';
import { figureTable, isMissed, machine, type Report } from './report.ts';
import { startWorkerd } from './workerd.ts';

/** Requests that are measured; every one of them is to another address. */
const most = 1000;

/** The limit is that of the free plan. */
const figure: Figure<number> = {
  name: 'worker for packs: processor time of a request',
  unit: ' ms',
  must: 10,
  measured: (seconds) => seconds * 1000,
};

/** Asks the worker of a packed build for addresses all over the catalog. */
export async function benchWorker({ bin, courses, root, workspace, progress }: Plan): Promise<Report> {
  const [catalog, dist] = [catalogOf(root, courses), join(root, 'dist')];
  progress(`building ${courses} courses`);
  await measure(generator(courses, catalog), workspace);
  await measure(buildCommand(bin, catalog, dist, '--host', 'cloudflare', '--pack'), workspace);
  const seconds = await secondsOfRequest(dist, workspace.scratch);
  const text = [...figureTable([figure], seconds), '', `${machine()}.`, ''].join('\n');
  return { text, isWithin: !isMissed(figure, seconds) };
}

async function secondsOfRequest(dist: string, scratch: string): Promise<number> {
  const folders = Array.from(new PackedApi(dist).responses(), ({ folder }) => folder);
  const step = Math.ceil(folders.length / most);
  const asked = folders.filter((_, at) => at % step === 0);
  const port = await freePort();
  const workerd = await startWorkerd(dist, port, join(scratch, 'workerd'));
  try {
    const before = workerd.seconds();
    for (const folder of asked) {
      const path = folder.split('/').map(encodeURIComponent).join('/');
      const response = await fetch(`http://127.0.0.1:${port}/${path}/`);
      if (response.status !== 200) throw new Error(`${path}: status ${response.status}`);
      await response.arrayBuffer();
    }
    return (workerd.seconds() - before) / asked.length;
  } finally {
    await workerd.stop();
  }
}
