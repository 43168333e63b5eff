// The first hour: from a list to a catalog that answers, by a real terminal, with nothing read but what it shows.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { writeXlsx, type Cell } from 'hucre';
import { describe, expect } from 'vitest';
import { it } from '../helpers/fixture.ts';
import { snapshot, writeFiles } from '../helpers/folders.ts';
import { freePort } from '../helpers/ports.ts';
import { until } from '../preview/until.ts';
import { isMissing, neededFor, pathOf } from '../helpers/programs.ts';

const bin = join(process.cwd(), 'lib/bin.js');
const enter = '\r';
const controlC = '\u0003';

/** A terminal in which a command runs: what it shows, and a keyboard. */
function terminal(folder: string, args: readonly string[]) {
  const spawned = 'import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))';
  const sized = ['sh', '-c', 'stty cols 120 rows 40; exec "$@"', 'sh', process.execPath, bin];
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder, TERM: 'xterm' };
  const child = spawn(pathOf('python3'), ['-c', spawned, ...sized, ...args], { cwd: folder, env });
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  let shown = '';
  let seen = 0;
  child.stdout.setEncoding('utf8').on('data', (text: string) => (shown += text));
  const text = () => stripVTControlCharacters(shown);
  return {
    text,
    ended,
    /** Presses keys once a text is shown after those before. */
    async press(question: RegExp, keys: string) {
      await until(() => text().slice(seen).search(question) >= 0).catch((error: unknown) => {
        throw new Error(`not shown: ${question.source}; but: ${text().slice(seen)}`, { cause: error });
      });
      seen = text().length;
      child.stdin.write(keys);
    },
  };
}

const gitHubRemote = '[remote "origin"]\n\turl = https://github.com/ana/cursos.git\n';

/** A spreadsheet as a library has it: a title above the headings, the addresses behind the titles, some dates missing, and a total below. */
async function spanishList(courses: number): Promise<Uint8Array> {
  const numbers = Array.from({ length: courses }, (_, index) => index + 1);
  const hasDate = (number: number) => number % 7 > 0 || number > 28;
  const rows = numbers.map((number) => [
    `Curso ${number}`,
    'Biblioteca Central',
    number % 2 > 0 ? 'Artes' : 'Informática',
    hasDate(number) ? `${(number % 28) + 1}/10/2026` : null,
    number % 9,
    `Sala ${number % 3}`,
  ]);
  const head = [['Programa de cursos 2027'], ['Título del curso', 'Organiza', 'Itinerario', 'Fecha', 'Horas', 'Sala']];
  const links = numbers.map((number): [string, Partial<Cell>] => [
    `${number + 1},0`,
    { value: `Curso ${number}`, hyperlink: { target: `https://biblioteca.example/curso/${number}#sala` } },
  ]);
  const sheet = {
    name: 'Cursos',
    rows: [...head, ...rows, [`Total de cursos: ${courses}`]],
    cells: new Map(links),
    merges: [{ startRow: 0, startCol: 0, endRow: 0, endCol: 5 }],
  };
  return writeXlsx({ sheets: [sheet] });
}

describe.skipIf(isMissing('python3'))(`the first hour${neededFor('python3')}`, () => {
  it('leads from an Excel file to the answers of the API', async ({ folder }) => {
    const rows = [
      ['Kurse im Sommer'],
      ['Kurstitel', 'Link', 'Datum', 'Thema'],
      ['Optik', 'www.a.example/optik', new Date('2021-04-03T00:00:00Z'), 'Physik'],
      ['Handel', 'https://a.example/handel', '5/6/2022', 'Wirtschaft'],
      ['Töpfern', 'https://a.example/ton', null, null],
    ];
    writeFiles(folder, { 'courses.xlsx': await writeXlsx({ sheets: [{ name: 'Tabelle1', rows }] }) });
    const init = terminal(folder, ['init', 'courses.xlsx']);
    await init.press(/Where will the site be published/u, enter);
    await init.press(/At which address/u, `https://ada.github.io/courses${enter}`);
    await init.press(/Which provider/u, `VHS Mitte${enter}`);
    await init.press(/Which language/u, `Deutsch${enter}`);
    await init.press(/1 course has no date of publication: row 5 "Töpfern"\. Which date/u, `2022-01-31${enter}`);
    await init.press(/In which order[^]*1\. day first/u, `1${enter}`);
    expect(await init.ended, init.text()).toBe(0);
    expect(init.text()).toContain('3 new, 0 changed');
    const files = [...snapshot(folder).keys()].filter((path) => /^data\/courses\/.|publish\.yml/u.test(path));
    expect(files.toSorted()).toEqual(['.github/workflows/publish.yml', 'data/courses/courses.ndjson']);
    for (const path of ['README.md', 'data/.import/courses.json'])
      expect(readFileSync(join(folder, path), 'utf8')).not.toContain(folder);

    const build = terminal(folder, ['build']);
    expect(await build.ended, build.text()).toBe(0);
    expect(build.text()).toContain('Built 3 courses into dist');
    expect(build.text()).not.toContain('warning');

    const preview = terminal(folder, ['preview', '--port', String(await freePort())]);
    const address = /http:\/\/127\.0\.0\.1:\d+\/api\/v1\//u;
    await until(() => address.test(preview.text()));
    const [api = ''] = address.exec(preview.text()) ?? [];
    const latest: unknown = await (await fetch(`${api}courses/latest/`)).json();
    expect(latest).toMatchObject([
      { title: 'Handel', linkurl: 'https://a.example/handel', date_published: '2022-06-05T00:00:00.000000' },
      { title: 'Töpfern', linkurl: 'https://a.example/ton', date_published: '2022-01-31T00:00:00.000000' },
      { title: 'Optik', linkurl: 'https://www.a.example/optik', date_published: '2021-04-03T00:00:00.000000' },
    ]);
    const languages: unknown = await (await fetch(`${api}languages/`)).json();
    expect(languages).toEqual([{ name: 'German', course_count: 3 }]);
    await preview.press(/press Ctrl-C to stop/u, controlC);
    expect(await preview.ended, preview.text()).toBe(0);
  });

  it('of a librarian with a Spanish list leads through the next week too', async ({ folder }) => {
    writeFiles(folder, { 'cursos.xlsx': await spanishList(120), '.git/config': gitHubRemote });
    const toDates = async (init: ReturnType<typeof terminal>) => {
      await init.press(/Do you have a list[^]*Yes, cursos\.xlsx/u, enter);
      await init.press(/Where will the site be published/u, enter);
      await init.press(/At which address\?[^]*https:\/\/ana\.github\.io\/cursos/u, enter);
      await init.press(/Which language do they get/u, `Marciano${enter}`);
      await init.press(/"Marciano" is a language that neither/u, `\u0015Español${enter}`);
    };
    const missing =
      /4\s+courses\s+have\s+no\s+date\s+of\s+publication:\s+row\s+9\s+"Curso\s+7",\s+row\s+16\s+"Curso\s+14",\s+row\s+23\s+"Curso\s+21",\s+row\s+30\s+"Curso\s+28"\.\s+Which\s+date\s+of\s+publication/u;
    const aborted = terminal(folder, ['init']);
    await toDates(aborted);
    await aborted.press(missing, controlC);
    expect(await aborted.ended, aborted.text()).toBe(130);
    expect(aborted.text()).toContain('nothing was written; go on with your answers: npx ');
    expect([...snapshot(folder).keys()].filter((path) => !path.startsWith('.'))).toEqual(['cursos.xlsx']);

    const init = terminal(folder, ['init']);
    await toDates(init);
    await init.press(missing, `mañana${enter}`);
    await init.press(/takes a day such as 2026-01-31/u, `\u001531/1/2027${enter}`);
    await init.press(/Which column says what a course is about[^]*Itinerario: Artes/u, `1${enter}`);
    await init.press(/Show these columns on the pages too\? Sala/u, `Salón${enter}`);
    await init.press(/there is no column "Salón" here/u, `\u0015Sala${enter}`);
    expect(await init.ended, init.text()).toBe(0);
    for (const shown of [
      '120 new, 0 changed',
      'skipped: row below the list, 1 time (first: cursos.xlsx:123 "Total de cursos: 120")',
      'Title: "Título del curso" · Address: the links of "Título del curso" · Provider: "Organiza"',
      'Duration: "Horas" in hours',
      'found title "Programa de cursos 2027"',
      'found locale es',
    ])
      expect(init.text().replaceAll(/\s+/gu, ' ')).toContain(shown);
    const courses = () => readFileSync(join(folder, 'data/courses/cursos.ndjson'), 'utf8').trimEnd().split('\n');
    expect(JSON.parse(courses()[6] ?? '')).toMatchObject({
      title: 'Curso 7',
      linkurl: 'https://biblioteca.example/curso/7#sala',
      date_published: '2027-01-31',
      duration: 'PT7H',
      sala: 'Sala 1',
      language: ['Spanish'],
    });

    const config: unknown = JSON.parse(readFileSync(join(folder, 'course-catalog.config.json'), 'utf8'));
    expect(config).toMatchObject({ fields: { sala: { label: 'Sala', filter: true } } });

    // Next week: two courses are gone, and what was answered is shown.
    writeFiles(folder, { 'cursos.xlsx': await spanishList(118) });
    const later = terminal(folder, ['import', '--again', '--prune']);
    expect(await later.ended, later.text()).toBe(0);
    expect(later.text().replaceAll(/\s+/gu, ' ')).toMatch(
      /as answered before: .*--default-date 2027-01-31.*give an option again/u,
    );
    expect(courses()).toHaveLength(118);
  });
});
