// Makes the pictures of the documentation: the catalog page of the sample in a browser, and a build in a terminal.
//   npm run build && npx tsx scripts/pictures.ts
// CHROMIUM names the browser, /usr/bin/chromium by default.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { openPreview } from '../src/preview/preview.ts';

const repository = fileURLToPath(new URL('..', import.meta.url));

/** The catalog page of the sample in the light theme, as a small picture. */
async function pictureOfPage(): Promise<void> {
  const preview = await openPreview({ out: join(repository, 'dist'), port: 18_080 }, () => {});
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1080, height: 570 }, colorScheme: 'light' });
    await page.goto(`${preview.url}/`, { waitUntil: 'networkidle' });
    await page.screenshot({ path: join(repository, '.github/catalog.png') });
  } finally {
    await browser.close();
    await preview.close();
  }
}

/** A build, an edit, a build of the change, and a mistake, as a terminal shows them. */
function pictureOfTerminal(): void {
  const folder = mkdtempSync(join(tmpdir(), 'pictures-'));
  try {
    cpSync(join(repository, 'data'), join(folder, 'data'), { recursive: true });
    const shown: string[] = [];
    const type = (words: string) =>
      shown.push(`\u001B[2m$\u001B[22m course-catalog ${words}`, ...outputOf(folder, words));
    const courses = join(folder, 'data/courses/freecodecamp.json');
    const edit = (pattern: RegExp, text: string) =>
      writeFileSync(courses, readFileSync(courses, 'utf8').replace(pattern, text));
    type('build');
    edit(/"title": "/u, '$&The ');
    type('build');
    edit(/"provider": \d+/u, '"provider": 999');
    type('check');
    writeFileSync(join(repository, 'docs/terminal.svg'), svgOf(shown));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The lines that the compiled command prints on a terminal; `script` provides one. */
function outputOf(folder: string, words: string): string[] {
  const command = `node ${join(repository, 'lib/bin.js')} ${words}`;
  const { stdout } = spawnSync('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    cwd: folder,
    encoding: 'utf8',
  });
  // The progress bar is gone when the command ends: everything before the cursor is restored is dropped.
  const lines = stdout.split(/\r?\n/u).map((line) => line.slice(line.lastIndexOf('\u001B8') + 1).replace(/^8/u, ''));
  return lines.filter((line) => line.replaceAll(/^(?:.\[[\d;?]*[A-Za-z])*$/gu, '').trim() !== '');
}

/** The start of a terminal escape sequence. */
const escape = '\u001B[';
const styles: Readonly<Partial<Record<string, string>>> = {
  '1m': 'font-weight="bold"',
  '2m': 'fill="#8b949e"',
  '31m': 'fill="#ff7b72"',
  '33m': 'fill="#d29922"',
};
const [lineHeight, width] = [20, 1000];

function svgOf(lines: readonly string[]): string {
  const height = (lines.length + 2) * lineHeight;
  const texts = lines.map(
    (line, at) => `<text x="20" y="${(at + 2) * lineHeight}" xml:space="preserve">${spansOf(line)}</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="ui-monospace, Menlo, Consolas, monospace" font-size="13" fill="#e6edf3">`,
    `<rect width="${width}" height="${height}" rx="8" fill="#0d1117"/>`,
    ...texts,
    '</svg>',
    '',
  ].join('\n');
}

/** A line with its styles; the command does not nest them. */
function spansOf(line: string): string {
  const [first = '', ...rest] = line.split(escape);
  const spans = rest.map((part) => {
    const [, code = '', text = ''] = /^([\d;?]*[A-Za-z])(.*)$/u.exec(part) ?? [];
    const style = styles[code];
    return style === undefined || text === '' ? escaped(text) : `<tspan ${style}>${escaped(text)}</tspan>`;
  });
  return escaped(first) + spans.join('');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

pictureOfTerminal();
await pictureOfPage();
