// Makes the pictures of the documentation: the catalog page of the sample and of a list in a browser, and a build in a terminal.
//   npm run build && npx tsx scripts/pictures.ts
// CHROMIUM names the browser, /usr/bin/chromium by default.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeXlsx } from 'hucre';
import { chromium } from 'playwright-core';
import { openPreview } from '../src/preview/preview.ts';

const repository = fileURLToPath(new URL('..', import.meta.url));

/** Pictures of pages of a build in the light theme, by their paths in the repository and in the site. */
async function picturesOfPages(out: string, pages: Readonly<Record<string, string>>): Promise<void> {
  const preview = await openPreview({ out, port: 18_080 }, () => {});
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1080, height: 570 }, colorScheme: 'light' });
    for (const [picture, path] of Object.entries(pages)) {
      await page.goto(`${preview.url}/${path}`, { waitUntil: 'networkidle' });
      await page.screenshot({ path: join(repository, picture) });
    }
  } finally {
    await browser.close();
    await preview.close();
  }
}

/** What somebody who uploads a list sees of the site: the sample, and the list in its place. */
async function picturesOfUpload(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'pictures-'));
  const run = (...args: readonly string[]) =>
    execFileSync('node', [join(repository, 'lib/bin.js'), ...args], { cwd: folder, stdio: 'inherit' });
  const build = async (pages: Readonly<Record<string, string>>) => {
    run('build', '--quiet', '--max-removed', '100%', '--base-url', 'http://127.0.0.1:18080');
    await picturesOfPages(join(folder, 'dist'), pages);
  };
  try {
    run('init', '--quiet', '--host', 'github-pages');
    await build({ '.github/upload-sample.png': '' });
    const [first = [''], ...others] = uploadedCourses;
    const rows = [['Cursos de verano 2027'], ['Título', 'Enlace', 'Tema', 'Fecha de publicación'], first, ...others];
    const merges = [{ startRow: 0, startCol: 0, endRow: 0, endCol: 3 }];
    writeFileSync(join(folder, 'lists/Cursos.xlsx'), await writeXlsx({ sheets: [{ name: 'Hoja1', rows, merges }] }));
    writeFileSync(join(folder, 'lists/Cursos.answers.txt'), 'provider: Biblioteca Municipal\nlanguage: Español\n');
    run('import', 'lists', '--quiet');
    const linkhash = createHash('md5')
      .update(first[1] ?? '')
      .digest('hex');
    await build({ '.github/upload-site.png': '', '.github/upload-course.png': `courses/${linkhash}/` });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const uploadedCourses = ['Fotografía', 'Cocina de temporada', 'Huerto urbano', 'Costura', 'Teatro', 'Guitarra'].map(
  (title, index) => [
    title,
    `https://biblioteca.example/cursos/${index + 1}`,
    ['Arte', 'Hogar', 'Hogar', 'Hogar', 'Arte', 'Música'][index] ?? '',
    `2027-03-0${index + 1}`,
  ],
);

/** A build, an edit, a build of the change, and a mistake, as a terminal shows them. */
function pictureOfTerminal(): void {
  const folder = mkdtempSync(join(tmpdir(), 'pictures-'));
  try {
    cpSync(join(repository, 'data'), join(folder, 'data'), { recursive: true });
    const shown: string[] = [];
    const type = (words: string) =>
      shown.push(`\u001B[2m$\u001B[22m static-course-catalog ${words}`, ...outputOf(folder, words));
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
await picturesOfPages(join(repository, 'dist'), { '.github/catalog.png': '' });
await picturesOfUpload();
