// Owns the measurements of imports: tables beside a plain script, and a crawl beside `verify` of the same service.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeOds, writeXlsx } from 'hucre';
import { nginxServer, start } from '../../test/hosts/servers/server.ts';
import { freePort } from '../../test/helpers/ports.ts';
import { buildCommand, generator } from './commands.ts';
import { type Contender, count, measureInTurn } from './contenders.ts';
import type { Plan } from './plan.ts';
import { memory, ratio } from './figures.ts';
import { measure, remove } from './measure.ts';
import { type Report, reportOf } from './report.ts';

const plainImport = join(import.meta.dirname, '../plain-import.mjs');
/** As many as the largest real catalog at hand has. */
const served = 4497;

/** Imports a table in three formats, and a service that nginx serves. */
export async function benchImport(plan: Plan): Promise<Report> {
  const { bin, courses, root, workspace, progress } = plan;
  progress(`writing ${count(courses)} rows`);
  await writeTables(root, courses);
  const [source, out, scratch] = [join(root, 'source'), join(root, 'dist'), join(root, 'nginx')];
  const port = await freePort();
  const site = `http://127.0.0.1:${port}`;
  await measure(generator(served, source), workspace);
  await measure(buildCommand(bin, source, out, '--host', 'nginx', '--no-site', '--base-url', site), workspace);

  const rows = `${count(courses)} rows`;
  const plain: Contender = {
    name: `scripts/plain-import.mjs, ${rows} of CSV`,
    command: ({ folder }) => [plainImport, join(root, 'list.csv'), join(folder, 'plain.ndjson')],
  };
  const table = importOf(`import, ${rows} of CSV`, join(root, 'list.csv'));
  const again: Contender = { name: 'the same again', command: table.command };
  const xlsx = importOf(`import, ${rows} of .xlsx`, join(root, 'list.xlsx'));
  const ods = importOf(`import, ${rows} of .ods`, join(root, 'list.ods'));
  const service = `a service of ${count(served)} courses`;
  const verify: Contender = { name: `verify, ${service}`, command: (side) => [side.bin, 'verify', site, '--quiet'] };
  const crawl = importOf(`import, ${service}`, site, '--rate', '1000');
  const contenders = [plain, table, again, xlsx, ods, verify, crawl];

  mkdirSync(scratch);
  const nginx = await start(nginxServer, [{ root: out, prefix: '', port }], scratch);
  try {
    const results = await measureInTurn(plan, contenders);
    const figures = [
      ratio('CSV ÷ scripts/plain-import.mjs', table, plain, 3),
      memory('CSV: peak memory', table, 500),
      ratio('.xlsx ÷ CSV', xlsx, table, 2.5),
      ratio('.xlsx ÷ CSV: peak memory', xlsx, table, 2, 'peakBytes'),
      ratio('.ods ÷ CSV', ods, table, 4),
      // Waiting for its rate counts too.
      ratio('import of a service ÷ `verify` of it, by the clock', crawl, verify, 1.2, 'seconds'),
    ];
    return reportOf(figures, contenders, results);
  } finally {
    await nginx.stop();
  }
}

/** Into an empty folder. */
function importOf(name: string, from: string, ...options: string[]): Contender {
  return {
    name,
    prepare: async ({ folder }) => remove(join(folder, 'data')),
    command: ({ bin, folder }) => [bin, 'import', from, '--data', join(folder, 'data'), '--quiet', ...options],
  };
}

async function writeTables(root: string, rows: number): Promise<void> {
  const head = ['Title', 'URL', 'Provider', 'Language', 'Date', 'Author', 'Keywords', 'Subject', 'Description'];
  const table = [head, ...Array.from({ length: rows }, (_, at) => cellsOf(at))];
  const quoted = table.map((cells) => cells.map((cell) => (cell.includes(',') ? `"${cell}"` : cell)).join(','));
  const sheets = [{ name: 'Courses', rows: table }];
  writeFileSync(join(root, 'list.csv'), `${quoted.join('\n')}\n`);
  writeFileSync(join(root, 'list.xlsx'), await writeXlsx({ sheets }));
  writeFileSync(join(root, 'list.ods'), await writeOds({ sheets }));
}

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
