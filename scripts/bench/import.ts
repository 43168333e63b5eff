// Owns the measurements of imports: a large table beside a plain script, and a crawl beside `verify` of the same service.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { writeOds, writeXlsx } from 'hucre';
import { freePort } from '../../test/ports.ts';
import { buildCommand, generator } from './commands.ts';
import { count } from './contenders.ts';
import type { DiskPlan } from './disk.ts';
import { type Figure, type Median, median } from './figures.ts';
import { type Command, measure, type Measurement, remove } from './measure.ts';
import { figureTable, isMissed, machine } from './report.ts';

const PLAIN_IMPORT = fileURLToPath(new URL('../plain-import.mjs', import.meta.url));
/** As many as the largest real catalog at hand has. */
const SERVED = 4497;

const steps = ['plain', 'table', 'again', 'xlsx', 'ods', 'verify', 'crawl'] as const;
type Step = (typeof steps)[number];
type Steps = Readonly<Record<Step, Median>>;

/** Imports a table and a service that nginx serves, in rounds. */
export async function benchImport(plan: DiskPlan): Promise<{ text: string; isWithin: boolean }> {
  const { bin, courses, rounds, root, place, progress } = plan;
  const [table, data, source, out] = ['list.csv', 'data', 'source', 'dist'].map((name) => join(root, name));
  if (table === undefined || data === undefined || source === undefined || out === undefined)
    throw new Error('no paths');
  const node = (...args: string[]): Command => ({ node: true, args });
  progress(`writing ${count(courses)} rows`);
  writeTable(table, courses);
  const sheet = { name: 'Courses', rows: [head, ...Array.from({ length: courses }, (_, at) => cellsOf(at))] };
  writeFileSync(join(root, 'list.xlsx'), await writeXlsx({ sheets: [sheet] }));
  writeFileSync(join(root, 'list.ods'), await writeOds({ sheets: [sheet] }));
  await measure(generator(SERVED, source), place);
  const port = await freePort();
  const site = `http://127.0.0.1:${port}`;
  await measure(buildCommand(bin, source, out, '--quiet', '--host', 'nginx', '--no-site', '--base-url', site), place);
  const importing = node(bin, 'import', table, '--data', data, '--quiet');
  const commands: Record<Step, Command> = {
    plain: node(PLAIN_IMPORT, table, join(root, 'plain.ndjson')),
    table: importing,
    again: importing,
    xlsx: node(bin, 'import', join(root, 'list.xlsx'), '--data', join(root, 'xlsx', 'data'), '--quiet'),
    ods: node(bin, 'import', join(root, 'list.ods'), '--data', join(root, 'ods', 'data'), '--quiet'),
    verify: node(bin, 'verify', site, '--quiet'),
    crawl: node(bin, 'import', site, '--data', join(root, 'copy', 'data'), '--rate', '1000', '--quiet'),
  };
  const measured: Record<Step, Measurement[]> = {
    plain: [],
    table: [],
    again: [],
    xlsx: [],
    ods: [],
    verify: [],
    crawl: [],
  };
  const stop = await startNginx(out, port, join(root, 'nginx'));
  try {
    for (let round = 1; round <= rounds; round++) {
      await remove(data);
      for (const name of ['copy', 'xlsx', 'ods']) await remove(join(root, name));
      for (const step of steps) {
        const measurement = await measure(commands[step], place);
        progress(`${round}/${rounds} ${step}: ${measurement.seconds.toFixed(3)} s`);
        measured[step].push(measurement);
      }
    }
  } finally {
    await stop();
  }
  const medians: Steps = {
    plain: median(measured.plain),
    table: median(measured.table),
    again: median(measured.again),
    xlsx: median(measured.xlsx),
    ods: median(measured.ods),
    verify: median(measured.verify),
    crawl: median(measured.crawl),
  };
  const rows: Figure<Steps>[] = [
    {
      name: `import of ${count(courses)} rows of CSV ÷ scripts/plain-import.mjs`,
      unit: '',
      must: 3,
      measured: (of) => of.table.seconds / of.plain.seconds,
    },
    { name: 'the same: peak memory', unit: ' MB', must: 500, measured: (of) => of.table.peakBytes / 1e6 },
    { name: 'the same again: finished in', unit: ' s', measured: (of) => of.again.seconds },
    {
      name: 'import of the same rows from .xlsx ÷ from CSV',
      unit: '',
      must: 2.5,
      measured: (of) => of.xlsx.seconds / of.table.seconds,
    },
    {
      name: 'the same: peak memory ÷ from CSV',
      unit: '',
      must: 2,
      measured: (of) => of.xlsx.peakBytes / of.table.peakBytes,
    },
    {
      name: 'import of the same rows from .ods ÷ from CSV',
      unit: '',
      must: 4,
      measured: (of) => of.ods.seconds / of.table.seconds,
    },
    {
      name: `import of a service of ${count(SERVED)} courses ÷ \`verify\` of it`,
      unit: '',
      must: 1.2,
      measured: (of) => of.crawl.seconds / of.verify.seconds,
    },
  ];
  const lines = [...figureTable(rows, medians), '', `${machine()}; medians of ${rounds}.`, ''];
  return { text: lines.join('\n'), isWithin: !rows.some((row) => isMissed(row, medians)) };
}

function writeTable(path: string, rows: number): void {
  const file = openSync(path, 'w');
  writeSync(file, `${head.join(',')}\n`);
  for (let from = 0; from < rows; from += 1000) {
    const lines = Array.from({ length: Math.min(1000, rows - from) }, (_, at) => rowOf(from + at));
    writeSync(file, lines.join(''));
  }
  closeSync(file);
}

const head = ['Title', 'URL', 'Provider', 'Language', 'Date', 'Author', 'Keywords', 'Subject', 'Description'];

function cellsOf(at: number): string[] {
  return [
    `Course ${at}, an introduction`,
    `https://example.org/courses/${at}`,
    `Provider ${at % 300}`,
    ['English', 'fr', 'de', 'Español'][at % 4] ?? '',
    `20${10 + (at % 15)}-0${1 + (at % 9)}-1${at % 10}`,
    `Author ${at % 1000}; Other ${at % 77}`,
    `tag${at % 50}|tag${at % 31}`,
    `Area ${at % 20} > Field ${at % 200}`,
    `What course ${at} is about. `.repeat(1 + (at % 12)),
  ];
}

function rowOf(at: number): string {
  const cells = cellsOf(at).map((cell, column) => ([0, 6, 8].includes(column) ? `"${cell}"` : cell));
  return `${cells.join(',')}\n`;
}

/** Starts nginx with the configuration of the build; returns how to stop it. */
async function startNginx(out: string, port: number, scratch: string): Promise<() => Promise<void>> {
  mkdirSync(scratch, { recursive: true });
  const configuration = join(scratch, 'nginx.conf');
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${name};`);
  writeFileSync(
    configuration,
    `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; pid nginx.pid; error_log stderr; events { }
http { include /etc/nginx/mime.types; access_log off; ${paths.join(' ')}
  server { listen 127.0.0.1:${port}; root ${JSON.stringify(out)}; include ${JSON.stringify(join(out, '_hosts', 'nginx.conf'))}; } }
`,
  );
  const child = spawn('nginx', ['-p', scratch, '-c', configuration, '-e', 'stderr'], { stdio: 'ignore' });
  const ended = once(child, 'close');
  for (;;) {
    if (child.exitCode !== null) throw new Error('nginx ended before it was ready');
    const isReady = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    );
    if (isReady) break;
    await setTimeout(20);
  }
  return async () => {
    child.kill();
    await ended;
  };
}
