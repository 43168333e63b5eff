// Measures the command, and prints the figures of docs/benchmarks.md: `npm run bench -- [MODE] [options]`.
//   --before FILE     an earlier lib/bin.js, measured in turn with this one
//   --bin FILE        another build of the command than lib/bin.js
//   --dir DIR         where to work: /dev/shm, a RAM disk, by default
//   --catalog FOLDER  the real catalog of the mode `site`, with its courses in courses.ndjson
//   --quick           small catalogs and one round, to test the benchmark itself; a missed limit does not fail it
import { mkdirSync, mkdtempSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { benchBuilds, benchMillion } from './bench/builds.ts';
import { benchImport } from './bench/import.ts';
import { remove } from './bench/measure.ts';
import type { Plan } from './bench/plan.ts';
import type { Report } from './bench/report.ts';
import { benchShards } from './bench/shards.ts';
import { benchSite } from './bench/site.ts';

interface Mode {
  /** Of the generated catalog. */
  courses: number;
  rounds: number;
  bench: (plan: Plan) => Promise<Report>;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    before: { type: 'string' },
    bin: { type: 'string', default: fileURLToPath(new URL('../lib/bin.js', import.meta.url)) },
    dir: { type: 'string', default: '/dev/shm' },
    catalog: { type: 'string' },
    quick: { type: 'boolean', default: false },
  },
});

const modes: Readonly<Partial<Record<string, Mode>>> = {
  builds: { courses: 100_000, rounds: 5, bench: benchBuilds },
  million: { courses: 1_000_000, rounds: 1, bench: benchMillion },
  shards: { courses: 300_000, rounds: 1, bench: benchShards },
  import: { courses: 100_000, rounds: 5, bench: benchImport },
  site: {
    courses: 100_000,
    rounds: 3,
    bench: async (plan) => {
      if (values.catalog === undefined) throw new Error('the mode site needs --catalog FOLDER');
      return benchSite({ ...plan, catalog: resolve(values.catalog) });
    },
  },
};

const [name = 'builds'] = positionals;
const mode = modes[name];
if (!mode) throw new Error(`no mode ${name}: there are ${Object.keys(modes).join(', ')}`);
const abort = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => abort.abort());
const root = mkdtempSync(join(resolve(values.dir), 'bench-'));
const workspace = { scratch: join(root, 'scratch'), signal: abort.signal };
mkdirSync(workspace.scratch);
try {
  const { text, isWithin } = await mode.bench({
    bin: resolve(values.bin),
    before: values.before && resolve(values.before),
    courses: values.quick ? mode.courses / 20 : mode.courses,
    rounds: values.quick ? 1 : mode.rounds,
    root,
    workspace,
    progress: (line) => process.stderr.write(`${line}\n`),
  });
  process.stdout.write(text);
  process.exitCode = isWithin || values.quick ? 0 : 1;
} finally {
  await remove(root);
}
