// Builds a demo of everything: the sample and 10,000 generated courses, below one address as on GitHub Pages: `npm run demo`.
//   --base-url URL  address of the demo; without it, the demo is served on this machine
//   --out DIR       folder to write, needed with --base-url; by default one that is removed at the end
//   --courses N     number of generated courses
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { outputFileSync } from 'fs-extra/esm';
import { html } from '../src/text/html.ts';
import { generateCatalog } from './generate-catalog.ts';

const require = createRequire(import.meta.url);
const path = 'static-course-catalog';
const port = 8080;
const sites = [
  { name: 'sample', title: 'Sample catalog', about: '201 courses of well-known providers' },
  { name: 'large', title: 'Large catalog', about: 'generated courses in many languages' },
];

const { values } = parseArgs({
  options: {
    'base-url': { type: 'string' },
    out: { type: 'string' },
    courses: { type: 'string', default: '10000' },
  },
});
const { 'base-url': baseUrl = `http://127.0.0.1:${port}/${path}`, courses } = values;
if ((values['base-url'] === undefined) !== (values.out === undefined))
  throw new Error('--base-url and --out belong together');
const scratch = mkdtempSync(join(tmpdir(), 'demo-'));
const out = values.out ?? join(scratch, 'served', path);
try {
  generateCatalog({ courses: Number(courses), directory: join(scratch, 'large') });
  for (const { name, title } of sites) {
    const data = name === 'sample' ? 'data' : join(scratch, name);
    const options = { data, out: join(out, name), 'base-url': `${baseUrl}/${name}`, title, host: 'github-pages' };
    const flags = Object.entries({ ...options, dumps: 'ndjson,csv,parquet' }).flatMap(([flag, value]) => [
      `--${flag}`,
      value,
    ]);
    execFileSync(process.execPath, ['lib/bin.js', 'build', '--course-pages', ...flags], { stdio: 'inherit' });
  }
  outputFileSync(join(out, 'index.html'), startPage());
  if (values.out === undefined) await serve();
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function startPage(): string {
  const items = sites.map(({ name, title, about }) => html`<li><a href="${name}/">${title}</a>: ${about}</li>`);
  return html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>static-course-catalog: demo</title>
<h1>Demo</h1>
<ul>${items}</ul>
`.toString();
}

/** Serves the demo until Ctrl-C. */
async function serve(): Promise<void> {
  const server = spawn(
    process.execPath,
    [
      require.resolve('http-server/bin/http-server'),
      join(scratch, 'served'),
      '--a=127.0.0.1',
      `--port=${port}`,
      '--silent',
    ],
    { stdio: 'inherit' },
  );
  const addresses = ['', ...sites.map(({ name }) => `${name}/`)].map((part) => `  ${baseUrl}/${part}\n`);
  process.stdout.write(`The demo is at\n${addresses.join('')}Press Ctrl-C to stop.\n`);
  await once(process, 'SIGINT');
  server.kill();
}
