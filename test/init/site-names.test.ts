// What `init` takes from a list for the configuration: the title above the headings, and the language of the pages.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeOds, writeXlsx } from 'hucre';
import { describe, expect } from 'vitest';
import { fieldOf } from '../../src/catalog/source/record.ts';
import { it } from '../helpers/fixture.ts';
import { writeFiles } from '../helpers/folders.ts';
import { courseCatalog } from '../cli/command.ts';
import { sectionOf } from '../documentation/markdown.ts';

/** Begins a catalog from a list; returns its configuration, and what was printed. */
async function init(folder: string, name: string, content: string | Uint8Array, flags: readonly string[] = []) {
  writeFiles(folder, { [name]: content });
  const args = ['init', name, '--host', 'github-pages', '--provider', 'Uni', '--default-date', '2027-01-31', ...flags];
  const { exitCode, stdout, stderr } = await courseCatalog(args, { cwd: () => folder });
  expect(exitCode, stderr).toBe(0);
  const config: unknown = JSON.parse(readFileSync(join(folder, 'course-catalog.config.json'), 'utf8'));
  return { config, stdout, stderr };
}

/** A sheet with a row above the headings, whose cells are merged from the first to a column. */
const sheetWith = (title: string, lastColumn: number) => ({
  sheets: [
    {
      name: 'Hoja1',
      rows: [[title], ['Título', 'Enlace', 'Idioma'], ['Óptica', 'https://a.example/1', 'Español']],
      merges: lastColumn > 0 ? [{ startRow: 0, startCol: 0, endRow: 0, endCol: lastColumn }] : [],
    },
  ],
});

describe('the title', () => {
  it.for([
    ['lista.xlsx', writeXlsx],
    ['lista.ods', writeOds],
  ] as const)('is that of the merged cell above the headings of %s', async ([name, write], { folder }) => {
    const { config, stderr } = await init(folder, name, await write(sheetWith('Cursos  de verano\n2027 ', 2)));
    expect(config).toMatchObject({ title: 'Cursos de verano 2027' });
    expect(stderr).toContain('found title "Cursos de verano 2027", which stands above the headings');
  });

  it('is given to programs too', async ({ folder }) => {
    const { stdout } = await init(folder, 'lista.xlsx', await writeXlsx(sheetWith('Cursos', 2)), ['--json']);
    expect(JSON.parse(stdout)).toMatchObject({ title: 'Cursos', locale: 'es' });
  });

  it.for([
    ['a cell of one column', 'Stand: 3. April', 0],
    ['a remark of many words', 'Bitte nur Kurse eintragen. '.repeat(6), 2],
  ] as const)('is not taken from %s', async ([, text, lastColumn], { folder }) => {
    const { config, stderr } = await init(folder, 'lista.xlsx', await writeXlsx(sheetWith(text, lastColumn)));
    expect(config).not.toHaveProperty('title');
    expect(stderr).not.toContain('found title');
  });
});

describe('the language of the pages', () => {
  const english = 'title,url,language\n';
  it.for([
    ['of the headings', 'Kurstitel;Link;Sprache\nOptics;https://a.example/1;English\n', 'de'],
    ['of most courses', `${english}Optik,https://a.example/1,German\nHandel,https://a.example/2,de-AT\n`, 'de'],
    [
      'of the headings, if courses are in many',
      `${english}A,https://a.example/1,German\nB,https://a.example/2,fr\n`,
      'en',
    ],
    [
      'of neither, if most courses are in another one than English headings',
      `${english}A,https://a.example/1,Polish\n`,
      undefined,
    ],
    ['of neither, if the pages have none of them', 'tytuł;link;język\nOptyka;https://a.example/1;Polish\n', undefined],
  ] as const)('is that %s', async ([, list, locale], { folder }) => {
    const { config, stderr } = await init(folder, 'list.csv', list);
    expect(fieldOf(config, 'locale')).toBe(locale);
    expect(stderr.includes('found locale')).toBe(locale !== undefined);
  });
});

it('the README tells a catalog that is pushed what to do next week', async ({ folder }) => {
  await init(folder, 'list.csv', 'title,url,language\nA,https://a.example/1,en\n');
  const next = sectionOf(join(folder, 'README.md'), 'Next week');
  expect(next).toMatch(/Edit `list\.csv`[^]*import --again --prune\ngit add[^]*\ngit push\n[^]*npm keeps that option/u);
});
