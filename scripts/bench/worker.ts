// Owns what a request costs the worker that answers from packs, in processor time of workerd.
import { join } from 'node:path';
import { PackedApi } from '../../src/storage/packs/packed.ts';
import { freePort } from '../../test/ports.ts';
import type { Measurement } from './measure.ts';
import { startWorkerd } from './workerd.ts';

/** Requests that are measured; every one of them is to another address. */
const REQUESTS = 1000;

/** Asks the worker of a packed build for addresses all over the catalog. The seconds are those of one request. */
export async function measureWorker(dist: string, scratch: string): Promise<Measurement> {
  const folders = Array.from(new PackedApi(dist).responses(), ({ folder }) => folder);
  const step = Math.max(1, Math.floor(folders.length / REQUESTS));
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
    return { seconds: (workerd.seconds() - before) / asked.length, peakBytes: undefined };
  } finally {
    await workerd.stop();
  }
}
