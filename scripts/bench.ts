// Measures builds of a generated catalog, and prints them as a table, and a table of what their processor time is spent on: `npm run bench -- [options]`.
//   --before FILE  an earlier lib/bin.js, measured in turn with this one
//   --courses N    100,000 by default
//   --rounds N     of which the medians are taken: 3 by default; 0 prints only what time is spent on
//   --dir DIR      where to work: /dev/shm, a RAM disk, by default
//   --quick        2,000 courses and one round, to try the benchmark itself
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { generateCatalog } from './generate-catalog.ts';
import { placesInLib, samplesByPurpose, tableOfShares, type SamplesByPurpose } from './processor-shares.ts';

interface Measurement {
  /** Processor time of all threads, user and system. */
  cpuSeconds: number;
  /** By the clock, from start to exit. */
  seconds: number;
  /** Peak of the resident memory. */
  peakBytes: number;
  /** In the output. */
  files: number;
}

const { values } = parseArgs({
  options: {
    before: { type: 'string' },
    courses: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '3' },
    dir: { type: 'string', default: '/dev/shm' },
    quick: { type: 'boolean', default: false },
  },
});
const [courses, rounds] = values.quick ? [2000, 1] : [Number(values.courses), Number(values.rounds)];
const commands = ['lib/bin.js', ...(values.before === undefined ? [] : [values.before])].map((path) => resolve(path));
const builds = [['--no-site'], ['--no-course-pages'], []];
const preload = join(import.meta.dirname, 'peak-memory.mjs');

// Ctrl-C ends the command that is measured, and with it the run, which removes what it wrote.
process.on('SIGINT', () => {});
const root = mkdtempSync(join(resolve(values.dir), 'bench-'));
const [catalog, out, scratch] = [join(root, 'catalog'), join(root, 'dist'), join(root, 'scratch')];
try {
  mkdirSync(scratch);
  generateCatalog({ courses, directory: catalog });
  const measured = Array.from({ length: rounds }, (_, round) => measureAll(round)).flat();
  const names = [...new Set(measured.map(({ name }) => name))];
  const rows = names.map((name) => {
    const [now, before] = commands.map((command) =>
      medianOf(measured.filter((one) => one.name === name && one.command === command)),
    );
    return now === undefined ? '' : rowOf(name, now, before);
  });
  const [processor] = cpus();
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  const about = `${processor?.model ?? 'unknown processor'}, ${availableParallelism()} cores, ${memory}, Node ${process.version}`;
  const figures = `
| medians of ${rounds} | processor time | by the clock | peak memory | files | time ÷ before | memory ÷ before |
| --- | --- | --- | --- | --- | --- | --- |
${rows.join('\n')}
`;
  process.stdout.write(`${courses.toLocaleString('en-US')} courses; ${about}\n${rounds === 0 ? '' : figures}`);
  process.stdout.write(`\n${tableOfShares(await profileAll())}`);
} finally {
  rmSync(root, { recursive: true, force: true });
}

/** Every build by every command, into an empty folder and over itself. The first command reads what is new to the caches of the system, so they take turns. */
function measureAll(round: number): (Measurement & { name: string; command: string })[] {
  rmSync(out, { recursive: true, force: true });
  const inTurn = round % 2 === 0 ? commands : commands.toReversed();
  const start = inTurn.map((command) => ({ name: '`--version`', command, ...measure([command, '--version']) }));
  const built = builds.flatMap((options) =>
    inTurn.flatMap((command) => {
      const args = buildBy(command, options);
      rmSync(out, { recursive: true, force: true });
      const name = `\`${['build', ...options].join(' ')}\``;
      return ['cold', 'nothing changed'].map((over) => {
        process.stderr.write(`${round + 1}/${rounds} ${name}, ${over}, by ${command}\n`);
        return { name: `${name}, ${over}`, command, ...measure(args) };
      });
    }),
  );
  return [...start, ...built];
}

/** Two builds by this command, each into an empty folder and over itself, with the profiler. */
async function profileAll(): Promise<Record<string, SamplesByPurpose>> {
  const placeOf = await placesInLib(join(root, 'maps'));
  const profiled = Object.entries({ API: ['--no-site'], 'with site': [] }).flatMap(([name, options]) => {
    rmSync(out, { recursive: true, force: true });
    return ['new', 'nothing changed'].map((over) => {
      process.stderr.write(`profile of ${name}, ${over}\n`);
      const profiles = join(root, `profiles of ${name}, ${over}`);
      measure(['--cpu-prof', `--cpu-prof-dir=${profiles}`, ...buildBy(commands[0] ?? '', options)]);
      return [`${name}, ${over}`, samplesByPurpose(profiles, placeOf)] as const;
    });
  });
  return Object.fromEntries(profiled);
}

function buildBy(command: string, options: readonly string[]): string[] {
  const address = 'https://courses.example.org';
  return [command, 'build', '--quiet', '--data', catalog, '--base-url', address, '--out', out, ...options];
}

/** Runs Node from start to exit, in an empty folder without a configuration. */
function measure(args: readonly string[]): Measurement {
  const peakFile = join(root, 'peak');
  // With NODE_EXTRA_CA_CERTS, Node parses all of its certificates at every start: 40 ms.
  const { NODE_OPTIONS: _, NODE_EXTRA_CA_CERTS: __, ...environment } = process.env;
  const begin = performance.now();
  const { status, stderr } = spawnSync(process.execPath, ['--import', preload, ...args], {
    cwd: scratch,
    env: { ...environment, BENCH_PEAK_FILE: peakFile },
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const seconds = (performance.now() - begin) / 1000;
  if (status !== 0) throw new Error(`exit code ${status}: ${args.join(' ')}\n${stderr}`);
  const [peak, microseconds] = readFileSync(peakFile, 'utf8').split(' ');
  return { cpuSeconds: Number(microseconds) / 1e6, seconds, peakBytes: Number(peak), files: filesIn(out) };
}

function filesIn(folder: string): number {
  if (!existsSync(folder)) return 0;
  return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;
}

function medianOf(measurements: readonly Measurement[]): Measurement {
  const median = (key: keyof Measurement) =>
    measurements.map((one) => one[key]).toSorted((a, b) => a - b)[Math.floor(measurements.length / 2)] ?? Number.NaN;
  return {
    cpuSeconds: median('cpuSeconds'),
    seconds: median('seconds'),
    peakBytes: median('peakBytes'),
    files: median('files'),
  };
}

function rowOf(name: string, now: Measurement, before: Measurement | undefined): string {
  const ratio = (key: keyof Measurement) => (before === undefined ? '' : (now[key] / before[key]).toFixed(2));
  const cells = [
    name,
    `${now.cpuSeconds.toFixed(2)} s`,
    `${now.seconds.toFixed(2)} s`,
    `${Math.round(now.peakBytes / 1e6)} MB`,
    now.files === 0 ? '' : now.files.toLocaleString('en-US'),
    ratio('cpuSeconds'),
    ratio('peakBytes'),
  ];
  return `| ${cells.join(' | ')} |`;
}
