// Owns the order of the benchmark, `npm run bench`: catalogs, rounds of all contenders in turn, the report.
//   --quick       small sizes and one round, to try the script
//   --bin FILE    another build of the command than lib/bin.js
// BENCH_DIR names the RAM disk to work on, /dev/shm if not given.
import { existsSync, mkdirSync, mkdtempSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Contender, CONTENDERS, describe, median, type Medians, type Sizes } from './bench/figures.ts';
import {
  type Command,
  differences,
  digest,
  type Fingerprint,
  fingerprint,
  measure,
  type Measurement,
  notRamDisk,
  type Place,
  remove,
} from './bench/measure.ts';
import { type Identity, missed, report } from './bench/report.ts';

interface Plan {
  bin: string;
  sizes: Sizes;
  rounds: number;
  /** Whether a missed limit fails the run; limits are meant for the full sizes. */
  strict: boolean;
  /** Folder of the benchmark on the RAM disk: a folder for each catalog and one for the outputs. */
  root: string;
  signal: AbortSignal;
}

const FULL = { sizes: { small: 20_000, medium: 100_000, large: 300_000 }, rounds: 5, strict: true };
const QUICK = { sizes: { small: 2000, medium: 5000, large: 20_000 }, rounds: 1, strict: false };
const GENERATOR = fileURLToPath(new URL('generate-catalog.ts', import.meta.url));
const PLAIN_BUILD = fileURLToPath(new URL('plain-build.mjs', import.meta.url));
const REPOSITORY = fileURLToPath(new URL('..', import.meta.url));
const BASE_URL = 'https://courses.example.org';

// All outputs of the medium catalog have to be the same bytes; the first is what the others are held against.
const SAME_OUTPUT: readonly Contender[] = ['plain', 'build', 'threads1', 'threads2', 'threads4'];

/** Measures everything and prints the report; false where a limit is missed or outputs differ. */
async function bench(plan: Plan): Promise<boolean> {
  const { sizes, rounds, root, strict } = plan;
  for (const size of Object.values(sizes)) {
    progress(`generating ${size} courses`);
    await measure(generator(size, catalogOf(root, size)), emptyPlace(plan));
  }
  const measured = new Map<Contender, Measurement[]>(CONTENDERS.map((contender) => [contender, []]));
  const outputs = new Map<Contender, Fingerprint>();
  const commands = commandsOf(plan);
  // One at a time is the point.
  for (let round = 1; round <= rounds; round++) {
    for (const contender of CONTENDERS) {
      const measurement = await measure(commands[contender], emptyPlace(plan));
      progress(`${round}/${rounds} ${describe(contender, sizes)}: ${measurement.seconds.toFixed(3)} s`);
      measured.get(contender)?.push(measurement);
      if (round === 1 && SAME_OUTPUT.includes(contender)) {
        outputs.set(contender, await fingerprint(outputOf(root, contender)));
      }
      // `cp -r` still needs the output of the build.
      if (contender !== 'build') await remove(join(root, 'out'));
    }
  }
  const medians = mediansOf(measured);
  const identity = identityOf(outputs);
  process.stdout.write(report(medians, identity, sizes, rounds));
  const within = !strict || missed(medians, sizes).length === 0;
  return within && identity.every(({ differing }) => differing.length === 0);
}

// A folder of its own to run in, so that no configuration file is found there.
function emptyPlace({ root, signal }: Plan): Place {
  const scratch = join(root, 'scratch');
  mkdirSync(scratch, { recursive: true });
  mkdirSync(join(root, 'out'), { recursive: true });
  return { scratch, signal };
}

function commandsOf({ bin, sizes, root }: Plan): Readonly<Record<Contender, Command>> {
  const medium = catalogOf(root, sizes.medium);
  const out = (contender: Contender) => outputOf(root, contender);
  const build = (contender: Contender, data: string, ...more: string[]): Command =>
    node(bin, 'build', '--data', data, '--out', out(contender), '--base-url', BASE_URL, '--quiet', ...more);
  return {
    small: build('small', catalogOf(root, sizes.small)),
    compressed: build('compressed', catalogOf(root, sizes.small), '--host', 'caddy', '--precompress', 'gzip,brotli'),
    build: build('build', medium),
    copy: { node: false, args: ['cp', '-r', out('build'), out('copy')] },
    plain: node(PLAIN_BUILD, medium, out('plain'), BASE_URL),
    threads1: build('threads1', medium, '--threads', '1'),
    threads2: build('threads2', medium, '--threads', '2'),
    threads4: build('threads4', medium, '--threads', '4'),
    large: build('large', catalogOf(root, sizes.large)),
    sample: build('sample', join(REPOSITORY, 'data')),
    version: node(bin, '--version'),
  };
}

// In a process of its own, with the loader of this one, so that a signal finds this one awake.
function generator(courses: number, directory: string): Command {
  return { node: false, args: [process.execPath, ...process.execArgv, GENERATOR, String(courses), directory] };
}

function node(...args: string[]): Command {
  return { node: true, args };
}

function catalogOf(root: string, courses: number): string {
  return join(root, `catalog-${courses}`);
}

function outputOf(root: string, contender: Contender): string {
  return join(root, 'out', contender);
}

function mediansOf(measured: ReadonlyMap<Contender, readonly Measurement[]>): Medians {
  const of = (contender: Contender) => median(measured.get(contender) ?? []);
  return {
    small: of('small'),
    compressed: of('compressed'),
    build: of('build'),
    copy: of('copy'),
    plain: of('plain'),
    threads1: of('threads1'),
    threads2: of('threads2'),
    threads4: of('threads4'),
    large: of('large'),
    sample: of('sample'),
    version: of('version'),
  };
}

function identityOf(outputs: ReadonlyMap<Contender, Fingerprint>): Identity {
  const nothing: Fingerprint = new Map();
  const [first] = SAME_OUTPUT;
  const yardstick = (first && outputs.get(first)) ?? nothing;
  return SAME_OUTPUT.map((contender) => {
    const content = outputs.get(contender) ?? nothing;
    return {
      name: contender,
      digest: digest(content),
      files: content.size,
      differing: differences(yardstick, content),
    };
  });
}

function progress(text: string): void {
  process.stderr.write(`${text}\n`);
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      bin: { type: 'string', default: join(REPOSITORY, 'lib/bin.js') },
    },
  });
  const bin = resolve(values.bin);
  if (!existsSync(bin)) throw new Error(`${bin} is missing; run \`npm run compile\``);
  const directory = process.env['BENCH_DIR'] ?? '/dev/shm';
  const objection = notRamDisk(directory);
  if (objection !== undefined) throw new Error(objection);

  const abort = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => abort.abort());
  const root = mkdtempSync(join(directory, 'course-catalog-bench-'));
  try {
    const passed = await bench({ bin, ...(values.quick ? QUICK : FULL), root, signal: abort.signal });
    process.exitCode = passed ? 0 : 1;
  } finally {
    await remove(root);
  }
}

try {
  await main();
} catch (error) {
  progress(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
