// Owns the order of the benchmark, `npm run bench`: catalogs, rounds of all contenders in turn, the report.
//   --quick         small sizes and one round, to test the script
//   --bin FILE      another build of the command than lib/bin.js
//   --before FILE   an earlier build of the command, measured for comparison
//   --disk DIR      instead of all that: a build compared with rsync, on the real disk of DIR
//   --import        instead of all that: imports of a table and of a service
//   --site CATALOG  instead of all that: scores and sizes of the pages for people, of the catalog in a folder
//   --shards N      instead of all that: 1, 2, 4 … up to N shards of one catalog, beside one build
//   --courses N     with --shards: the shards and their merge alone, of a catalog of N courses; BENCH_DIR may be on a disk
//   --million DIR   instead of all that: a million courses, on the real disk of DIR
// BENCH_DIR names the RAM disk to work on, /dev/shm by default.
import { existsSync, mkdirSync, mkdtempSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import {
  buildCommand,
  catalogOf,
  coldOf,
  commandsOf,
  generator,
  livesOf,
  noPages,
  outputOf,
  type Subject,
} from './bench/commands.ts';
import { benchDisk, benchMillion } from './bench/disk.ts';
import { benchImport } from './bench/import.ts';
import { type Contender, describe } from './bench/contenders.ts';
import { median, type Results } from './bench/figures.ts';
import { type Edited, measureLives } from './bench/incremental.ts';
import {
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
import { benchShards, benchShardsAlone } from './bench/shards.ts';
import { benchSite } from './bench/site.ts';

interface Plan extends Subject {
  rounds: number;
  /** Whether a missed limit fails the run; the limits are meant for the full sizes. */
  strict: boolean;
  signal: AbortSignal;
}

const FULL = { sizes: { small: 20_000, medium: 100_000, large: 300_000 }, rounds: 5, strict: true, million: 1_000_000 };
const QUICK = { sizes: { small: 2000, medium: 5000, large: 20_000 }, rounds: 1, strict: false, million: 30_000 };
const REPOSITORY = fileURLToPath(new URL('..', import.meta.url));

// The outputs of the medium catalog that must be identical; all are compared with the first.
const SAME_OUTPUT: readonly Contender[] = [
  'plain',
  'build',
  'pages',
  'coursePages',
  'before',
  'threads1',
  'threads2',
  'threads4',
];

/** Measures everything and prints the report; returns false if a limit is missed or outputs differ. */
async function bench(plan: Plan): Promise<boolean> {
  const { sizes, rounds, root, strict } = plan;
  const lives = livesOf(plan);
  for (const size of Object.values(sizes)) await generate(plan, size, catalogOf(root, size));
  for (const { catalog } of [lives.one, lives.pages, lives.coursePages, lives.journal])
    await generate(plan, sizes.medium, catalog);
  await generate(plan, sizes.medium, lives.many.catalog, 1000);
  const measured = new Map<Contender, Measurement[]>();
  const outputs = new Map<Contender, Fingerprint>();
  const commands = commandsOf(plan);
  let edited: Edited | undefined;
  // Sequential, so that measurements do not disturb each other.
  for (let round = 1; round <= rounds; round++) {
    const onMeasured = (contender: Contender, measurement: Measurement) => {
      progress(`${round}/${rounds} ${describe(contender, sizes)}: ${measurement.seconds.toFixed(3)} s`);
      measured.set(contender, [...(measured.get(contender) ?? []), measurement]);
    };
    for (const [contender, command] of coldOf(commands, round)) {
      onMeasured(contender, await measure(command, emptyPlace(plan)));
      if (round === 1 && SAME_OUTPUT.includes(contender)) {
        outputs.set(contender, ofApi(await fingerprint(outputOf(root, contender))));
      }
      // `cp -r` still needs the output of the build.
      if (contender !== 'build') await remove(join(root, 'out'));
    }
    const rewritten = await measureLives(lives, round, emptyPlace(plan), onMeasured);
    edited ??= rewritten;
  }
  if (!edited) throw new Error('no round was measured');
  const results: Results = { of: (contender) => median(measured.get(contender) ?? []), ...edited };
  const identity = [...identityOf(SAME_OUTPUT, outputs), ...(await identityOfLives(plan))];
  process.stdout.write(report(results, identity, sizes, rounds));
  const within = !strict || missed(results, sizes).length === 0;
  return within && identity.every(({ differing }) => differing.length === 0);
}

async function generate(plan: Plan, courses: number, directory: string, files = 1): Promise<void> {
  progress(`generating ${courses} courses, files of them: ${files}`);
  await measure(generator(courses, directory, files), emptyPlace(plan));
}

// An empty folder to run in, so that no configuration file is found.
function emptyPlace({ root, signal }: Pick<Plan, 'root' | 'signal'>): Place {
  const scratch = join(root, 'scratch');
  mkdirSync(scratch, { recursive: true });
  mkdirSync(join(root, 'out'), { recursive: true });
  mkdirSync(join(root, 'live'), { recursive: true });
  return { scratch, signal };
}

/** After all edits an output must equal a clean build of its catalog. */
async function identityOfLives(plan: Plan): Promise<Identity> {
  const { one, many, pages, coursePages } = livesOf(plan);
  const identities: Identity[number][] = [];
  for (const [name, { catalog, out }] of Object.entries({ one, many, pages, coursePages })) {
    const clean = join(plan.root, 'out', 'clean');
    const more = name === 'pages' ? [] : name === 'coursePages' ? ['--course-pages'] : [noPages];
    await measure(buildCommand(plan.bin, catalog, clean, '--quiet', ...more), emptyPlace(plan));
    const contents = new Map([
      [`edited source, ${name}: clean build`, await fingerprint(clean)],
      [`edited source, ${name}: build over build`, await fingerprint(out)],
    ]);
    await remove(join(plan.root, 'out'));
    identities.push(...identityOf([...contents.keys()], contents));
  }
  return identities;
}

/** The files that every contender writes: not all of them write descriptions of the API. */
function ofApi(content: Fingerprint): Fingerprint {
  return new Map([...content].filter(([path]) => path.startsWith('api/')));
}

function identityOf<Name extends string>(names: readonly Name[], outputs: ReadonlyMap<Name, Fingerprint>): Identity {
  const present = names.flatMap((name) => {
    const content = outputs.get(name);
    return content ? [{ name, content }] : [];
  });
  const [first] = present;
  return present.map(({ name, content }) => ({
    name,
    digest: digest(content),
    files: content.size,
    differing: differences(first?.content ?? content, content),
  }));
}

function progress(text: string): void {
  process.stderr.write(`${text}\n`);
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      bin: { type: 'string', default: join(REPOSITORY, 'lib/bin.js') },
      before: { type: 'string' },
      disk: { type: 'string' },
      million: { type: 'string' },
      import: { type: 'boolean', default: false },
      site: { type: 'string' },
      shards: { type: 'string' },
      courses: { type: 'string' },
    },
  });
  const bin = resolve(values.bin);
  const before = values.before === undefined ? undefined : resolve(values.before);
  for (const file of [bin, before]) {
    if (file !== undefined && !existsSync(file)) throw new Error(`${file} is missing; compile it`);
  }
  const disk = values.disk ?? values.million;
  const directory = disk ?? process.env['BENCH_DIR'] ?? '/dev/shm';
  const objection = notRamDisk(directory);
  // A catalog that large may need a disk; its figures are processor time and memory.
  const isRamDiskNeeded = disk === undefined && values.courses === undefined;
  if (isRamDiskNeeded && objection !== undefined) throw new Error(objection);
  if (disk !== undefined && objection === undefined)
    throw new Error(`${directory} is on a RAM disk; name one that is not`);

  const abort = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => abort.abort());
  const root = mkdtempSync(join(resolve(directory), 'course-catalog-bench-'));
  const { signal } = abort;
  const { million, ...plan } = values.quick ? QUICK : FULL;
  try {
    if (values.shards !== undefined) {
      const place = emptyPlace({ root, signal });
      const shards = Number(values.shards);
      if (values.courses !== undefined) {
        const courses = Number(values.courses);
        process.stdout.write(await benchShardsAlone({ bin, courses, shards, root, place, progress }));
        return;
      }
      const { text, isWithin } = await benchShards({ bin, courses: plan.sizes.large, shards, root, place, progress });
      process.stdout.write(text);
      process.exitCode = isWithin || !plan.strict ? 0 : 1;
      return;
    }
    if (values.site !== undefined) {
      const place = emptyPlace({ root, signal });
      const [catalog, courses] = [resolve(values.site), plan.sizes.medium];
      const rounds = Math.min(plan.rounds, 3);
      const { text, isWithin } = await benchSite({ bin, catalog, courses, rounds, root, place, progress });
      process.stdout.write(text);
      process.exitCode = isWithin || !plan.strict ? 0 : 1;
      return;
    }
    if (disk === undefined && !values.import) {
      const passed = await bench({ bin, before, ...plan, root, signal });
      process.exitCode = passed ? 0 : 1;
      return;
    }
    const place = emptyPlace({ root, signal });
    const [courses, rounds] = values.million === undefined ? [plan.sizes.medium, plan.rounds] : [million, 1];
    const measureDisk = values.import ? benchImport : values.disk === undefined ? benchMillion : benchDisk;
    const { text, isWithin } = await measureDisk({ bin, courses, rounds, root, place, progress });
    process.stdout.write(text);
    process.exitCode = isWithin || !plan.strict ? 0 : 1;
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
