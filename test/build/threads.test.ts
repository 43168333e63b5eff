// Builds with one and with three threads, running compiled code: the same bytes from every form of one catalog.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { generateCatalog } from '../../scripts/generate-catalog.ts';
import { makeFolder, removeFolder, snapshot } from '../helpers/folders.ts';
import { compareBuild } from '../oracle/compare.ts';
import { expectedFiles } from '../oracle/expected.ts';
import { compileModules } from '../helpers/modules.ts';
import { readSource } from '../oracle/read-source.ts';
import { oneFileEach, plainFile, writeCatalog, type FileStyle } from './layout.ts';
import { beside, plain } from './run.ts';
import { smallCatalog } from './small-catalog.ts';

const run = promisify(execFile);
const bin = resolve(import.meta.dirname, '../../lib/bin.js');
/** Enough for the command to start every thread. */
const size = 800;
/** So small that the builds in other forms, of fewer courses, have more chunks than threads. */
const chunkSize = 16 * 1024;
const fewer = 300;
const threadCounts = [1, 3];
const windows = { mark: true, lineEnd: '\r\n', loose: true, lastLineEnd: false } as const;
/** How the files of the courses are written. */
const forms: Readonly<Record<string, readonly FileStyle[]>> = {
  ndjson: [plainFile],
  array: [{ ...plainFile, format: 'json' }],
  csv: [{ ...plainFile, format: 'csv' }],
  'small files': (['json', 'jsonl', 'csv', 'yaml'] as const).flatMap((format) =>
    Array.from({ length: 4 }, () => ({ ...windows, format })),
  ),
};

let folder = '';
let expected: Map<string, string>;
let buildAll = '';
beforeAll(async () => {
  folder = makeFolder();
  const modules = await compileModules(folder, 'src/build/build.ts', 'src/build/workers/kept-threads.ts');
  buildAll = buildAllBy(modules);
  generateCatalog({ courses: size, directory: join(folder, 'large') });
  for (const [form, styles] of Object.entries(forms)) {
    writeCatalog(join(folder, form), smallCatalog(fewer), { ...oneFileEach, courses: styles });
  }
  expected = expectedFiles(readSource(join(folder, 'ndjson')), plain);
});
afterAll(() => removeFolder(folder));

/**
 * Builds with each of these options, with threads of its own or kept ones, and prints the number of its chunks, how many threads it has
 * started, and how it ended; last, how many threads have ended. A build into `aborted` is aborted when its first chunk is read.
 */
const buildAllBy = ({ build, 'kept-threads': kept }: Record<string, string>) => `
  import { build } from '${build}';
  import { KeptThreads } from '${kept}';
  const [options, isKept] = process.argv.slice(1).map((text) => JSON.parse(text));
  const threads = isKept ? new KeptThreads() : undefined;
  let [workers, ended] = [0, 0];
  process.on('worker', (worker) => {
    workers += 1;
    worker.on('exit', () => (ended += 1));
  });
  for (const each of options) {
    let chunks = 0;
    workers = 0;
    const abort = new AbortController();
    const onProgress = ({ phase }) => {
      if (phase === 'courses') chunks += 1;
      if (each.out.endsWith('aborted')) abort.abort();
    };
    const io = { signal: abort.signal, onProgress, threads };
    const end = await build(each, io).then(() => 'built', ({ name }) => name);
    console.log(chunks, workers, end);
  }
  await threads?.[Symbol.asyncDispose]();
  console.log(ended);`;

it.each(Object.keys(forms))(
  'a catalog as %s gives the expected bytes with one and with three threads',
  async (form) => {
    const builds = threadCounts.map((threads) => {
      const out = join(folder, `${form}-${threads}`, 'dist');
      fs.mkdirSync(dirname(out));
      return { ...plain, data: join(folder, form), out, threads, chunkSize };
    });
    const printed = await run('node', ['--input-type=module', '--eval', buildAll, JSON.stringify(builds), 'false']);
    const lines = printed.stdout
      .trimEnd()
      .split('\n')
      .slice(0, -1)
      .map((line) => line.split(' ').map(Number));
    const chunks = lines.map(([count = 0]) => count);
    expect([chunks.length, printed.stderr]).toEqual([threadCounts.length, '']);
    // CSV files are not split.
    const minChunks = form === 'csv' ? 1 : Math.max(...threadCounts) + 1;
    expect(Math.min(...chunks)).toBeGreaterThanOrEqual(minChunks);
    // One thread is that of the command.
    expect(lines.map(([, workers]) => workers)).toEqual([0, form === 'csv' ? 0 : 3]);
    for (const { out, threads } of builds) {
      expect(compareBuild(out, expected).slice(0, 20), `${threads} threads`).toEqual([]);
      expect(beside(out)).toEqual([]);
    }
  },
);

it('builds of one process share their threads, whatever they build, and however one of them ended', async () => {
  fs.cpSync(join(folder, 'ndjson'), join(folder, 'broken'), { recursive: true });
  fs.appendFileSync(join(folder, 'broken/courses.ndjson'), '{"id":1}\n');
  fs.mkdirSync(join(folder, 'kept'));
  const site = { ...plain, pages: true, dumps: ['ndjson'], threads: 3, chunkSize };
  const buildOf = (data: string, out: string) => ({
    ...site,
    data: join(folder, data),
    out: join(folder, 'kept', out),
  });
  const alone = [buildOf('ndjson', 'small alone'), buildOf('large', 'large alone')];
  await run('node', ['--input-type=module', '--eval', buildAll, JSON.stringify(alone), 'false']);
  const together = [
    buildOf('ndjson', 'small 1'),
    buildOf('large', 'large 1'),
    buildOf('large', 'aborted'),
    buildOf('ndjson', 'small 2'),
    buildOf('broken', 'broken'),
    buildOf('large', 'large 2'),
    { ...buildOf('ndjson', 'small 3'), threads: 2 },
  ];
  const printed = await run('node', ['--input-type=module', '--eval', buildAll, JSON.stringify(together), 'true']);
  const lines = printed.stdout.trimEnd().split('\n');
  const outcomes = ['3 built', '0 built', '0 AbortError', '0 built', '0 ProblemsError', '0 built'];
  // Others are started for another number, and all end.
  expect(lines.map((line) => line.replace(/^\d+ /u, ''))).toEqual([...outcomes, '2 built', '5']);
  expect(Math.min(...lines.slice(0, 2).map((line) => Number.parseInt(line, 10)))).toBeGreaterThan(3);
  const snapshotOf = (out: string) => snapshot(join(folder, 'kept', out));
  for (const out of ['small 1', 'small 2', 'small 3']) expect(snapshotOf(out), out).toEqual(snapshotOf('small alone'));
  for (const out of ['large 1', 'large 2']) expect(snapshotOf(out), out).toEqual(snapshotOf('large alone'));
  const left = fs.readdirSync(join(folder, 'kept')).filter((name) => !/^(?:small|large) /u.test(name));
  expect(left).toEqual([]);
});

it('build --watch starts its threads once, not for each edit', async () => {
  const data = join(folder, 'watched');
  generateCatalog({ courses: size, directory: data });
  const reporter = `data:text/javascript,process.on('worker', () => console.error('a thread starts'))`;
  const args = ['build', '--watch', '--data', data, '--out', join(folder, 'watched dist'), '--threads', '2'];
  const child = spawn('node', ['--import', reporter, bin, ...args], { env: { PATH: process.env['PATH'] ?? '' } });
  onTestFinished(() => void child.kill('SIGKILL'));
  let printed = '';
  child.stderr.on('data', (text) => (printed += String(text)));
  const countOf = (line: RegExp) => printed.match(line)?.length ?? 0;
  const courses = join(data, 'courses.ndjson');
  for (const builds of [1, 2, 3]) {
    await expect.poll(() => countOf(/^Built /gmu)).toBe(builds);
    if (builds === 3) break;
    const text = fs.readFileSync(courses, 'utf8');
    fs.writeFileSync(courses, text.replace('"title":"', `"title":"Edit ${builds}: `));
  }
  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(countOf(/^a thread starts$/gmu)).toBe(2);
});

it('HTML pages, their search index, the dumps and the lists of changed files have the same bytes with one and with three threads', async () => {
  const builds = threadCounts.map(async (threads) => {
    const out = join(folder, `site-${threads}`, 'dist');
    fs.mkdirSync(dirname(out));
    const from = ['--data', join(folder, 'large'), '--dumps', 'ndjson,csv,parquet'];
    const journal = ['--journal', join(folder, `journal-${threads}.ndjson`), '--at', '2026-01-01T00:00:00Z'];
    const args = ['build', ...from, ...journal, '--out', out, '--threads', String(threads), '--quiet'];
    const printed = await run('node', [bin, ...args], { env: { PATH: process.env['PATH'] ?? '' }, cwd: folder });
    expect(printed).toEqual({ stdout: '', stderr: '' });
    return snapshot(out);
  });
  const [one, three] = await Promise.all(builds);
  expect(['search/index.json', 'dumps/courses.parquet', 'changes.ndjson'].filter((path) => !one?.has(path))).toEqual(
    [],
  );
  expect(three).toEqual(one);
});

it.each([
  ['all threads fail to load their jobs', 'thread > 0', 'jobs'],
  ['every other thread fails to load its jobs', 'thread % 2 === 1', 'jobs'],
  ['all threads fail to start', 'thread > 0', 'worker'],
  ['every other thread fails to start', 'thread % 2 === 1', 'worker'],
])('if %s, the build ends as for any other bug, and leaves nothing', async (what, fails, module) => {
  const copy = join(folder, what);
  for (const path of ['lib', 'package.json']) fs.cpSync(path, join(copy, path), { recursive: true });
  fs.symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
  const code = `import { threadId as thread } from 'node:worker_threads';\nif (${fails}) throw new Error('cannot start');`;
  // What the threads load. The command may load it too, in thread 0.
  const worker = fs.readFileSync(join(copy, 'lib/worker.js'), 'utf8');
  const [, jobs = ''] = /import\("\.\/([^"]+)"\)/u.exec(worker) ?? [];
  fs.appendFileSync(join(copy, 'lib', module === 'jobs' ? jobs : 'worker.js'), code);
  fs.mkdirSync(join(copy, 'site'));
  const args = ['build', '--data', join(folder, 'large'), '--out', join(copy, 'site/dist'), '--threads', '4'];
  const ended = run('node', [join(copy, 'lib/bin.js'), ...args], { env: { PATH: process.env['PATH'] ?? '' } });
  const stderr = expect.stringMatching(/^This is a bug in static-course-catalog [^]*\nError: cannot start\n/u);
  await expect(ended).rejects.toMatchObject({ code: 70, stderr });
  expect(fs.readdirSync(join(copy, 'site'))).toEqual([]);
});

it('a broken catalog has the same report with one and with three threads', async () => {
  const data = join(folder, 'large');
  fs.appendFileSync(join(data, 'courses.ndjson'), '{"id":1}\n{"id":2,\n');
  const codes = threadCounts.map(async (threads) => {
    const out = join(folder, `broken-${threads}`);
    const args = ['build', '--data', data, '--out', out, '--threads', String(threads), '--json'];
    const ended = run('node', [bin, ...args], { cwd: folder, env: { PATH: process.env['PATH'] ?? '' } });
    return ended.then(
      () => ({ code: 0, stdout: '', stderr: '' }),
      (error: unknown) => error,
    );
  });
  const [one, three] = await Promise.all(codes);
  expect(one).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('6 errors'),
    stdout: expect.stringContaining(`"line":${size + 2}`),
  });
  expect(three).toMatchObject({ code: 1, stdout: stdoutOf(one) });
});

function stdoutOf(ended: unknown): string {
  return typeof ended === 'object' && ended !== null && 'stdout' in ended ? String(ended.stdout) : '';
}
