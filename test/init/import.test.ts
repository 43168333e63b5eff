// `init` from a list: it asks what the list does not say, imports it, and writes what goes with it; or it leaves nothing, and says how to go on.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, relative } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, onTestFinished } from 'vitest';
import { it } from '../helpers/fixture.ts';
import { run } from '../../src/cli/cli.ts';
import { snapshot, writeFiles } from '../helpers/folders.ts';
import { courseCatalog, Sink } from '../cli/command.ts';
import { serving } from '../import/served.ts';
import { listen } from '../helpers/ports.ts';
import { sectionOf } from '../documentation/markdown.ts';
import { Screen } from './screen.ts';
import { words } from '../helpers/words.ts';

const [down, enter, controlC] = ['\u001b[B', '\r', '\u0003'];
const where = 'Do you have a list of your courses?';
const whole = 'title,url,provider,language,date\nOptics,https://a.example/1,Uni,en,2024-05-06\n';
const partial = 'title,url,date\nOptics,https://a.example/1,3/4/2021\n';
const answers = { provider: `Uni${enter}`, language: `English${enter}`, order: `2${enter}` };

type Steps = readonly (readonly [shown: string, keys: string])[];
const questions: Steps = [
  ['Which provider', answers.provider],
  ['Which language', answers.language],
  ['In which order', answers.order],
];

/** Runs a command on a terminal, and answers as the script says. */
async function onTerminal(folder: string, args: readonly string[], steps: Steps) {
  const keyboard = new PassThrough();
  const screen = Object.assign(new Screen(Object.fromEntries(steps), keyboard), { isTTY: true });
  const exitCode = await run({
    argv: ['node', 'static-course-catalog', ...args],
    env: { NO_COLOR: '1' },
    stdin: Object.assign(keyboard, { isTTY: true }),
    stdout: new Sink(false),
    stderr: screen,
    cwd: () => folder,
    on: () => {},
    off: () => {},
  });
  expect(screen.left, screen.text).toEqual([]);
  return { exitCode, text: screen.text };
}

/** `init` for a preview, which needs no address. */
const initOn = (folder: string, args: readonly string[], steps: Steps) =>
  onTerminal(folder, ['init', ...args, '--host', 'preview'], steps);

const coursesIn = (folder: string, name = 'list') => readFileSync(join(folder, `data/courses/${name}.ndjson`), 'utf8');
const ledgerIn = (folder: string) => JSON.parse(readFileSync(join(folder, 'data/.import/list.json'), 'utf8'));

describe('init alone on a terminal', () => {
  it('writes the sample if there is no list, and the first build says so until somebody edits it', async ({
    folder,
  }) => {
    expect(await initOn(folder, [], [[where, down + down + enter]])).toMatchObject({ exitCode: 0 });
    const build = ['build', '--data', join(folder, 'data'), '--out', join(folder, 'dist')];
    const first = await courseCatalog(build);
    expect(first.stderr).toContain('It publishes sample courses: put your own in place of those in ');
    expect(first.stderr).toContain('mit.yaml and ');
    expect((await courseCatalog(build)).stderr).not.toContain('sample');
    const edited = readFileSync(join(folder, 'data/courses/mit.yaml'), 'utf8').replace('Linear', 'Our linear');
    writeFiles(folder, { 'data/courses/mit.yaml': edited });
    expect((await courseCatalog(build)).stderr).toMatch(/those in \S+programming\.csv$/mu);
    writeFiles(folder, { 'data/courses/programming.csv': 'id,title,linkurl,provider,language,date_published\n' });
    expect((await courseCatalog(build)).stderr).not.toContain('sample');
  });

  it('writes a limit of removals, and the build says how the sample is replaced all the same', async ({ folder }) => {
    await initOn(folder, [], [[where, down + down + enter]]);
    const build = async (...args: string[]) =>
      courseCatalog(['build', '--data', join(folder, 'data'), '--out', join(folder, 'dist'), ...args], {
        cwd: () => folder,
      });
    expect((await build()).stderr).toMatch(/put your own in place of .*, then build once with --max-removed 100%\n/u);
    const own = '7,Optics,https://a.example/7,1,English,2024-01-01\n';
    for (const path of ['mit.yaml', 'programming.csv']) rmSync(join(folder, 'data/courses', path));
    writeFiles(folder, { 'data/courses/own.csv': `id,title,linkurl,provider,language,date_published\n${own}` });
    const refused = await build();
    expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining('would remove 6 of 6 courses')]);
    expect((await build('--max-removed', '100%')).exitCode).toBe(0);
  });

  it('names the lists in the folder first', async ({ folder }) => {
    writeFiles(folder, { 'Mi lista.csv': whole, 'notes.txt': '', 'second.csv': '' });
    const { exitCode, text } = await initOn(folder, [], [[where, enter]]);
    expect(exitCode, text).toBe(0);
    expect(text).toMatch(/Yes, Mi lista.csv\n +Yes, second.csv\n +Yes, in another file\n +Yes, on the web\n +No/u);
    expect(text).not.toContain('notes.txt');
    expect(coursesIn(folder, 'Mi-lista')).toContain('"title":"Optics"');
  });

  it('asks for another file, however its path is written', async ({ folder }) => {
    writeFiles(folder, { 'list.csv': whole, 'notes.txt': '' });
    const { exitCode } = await initOn(
      folder,
      [],
      [
        [where, down + enter],
        ['Which file?', `none.csv${enter}`],
        ['there is no such file', `\u0015'${join(folder, 'list.csv')}' ${enter}`],
      ],
    );
    expect(exitCode).toBe(0);
    expect(coursesIn(folder)).toContain('"title":"Optics"');
    expect(readFileSync(join(folder, 'README.md'), 'utf8')).toContain('imported from `list.csv`');
  });

  it('takes a path in which a terminal put backslashes', async ({ folder }) => {
    writeFiles(folder, { 'our list (new).csv': whole });
    const path = String.raw`our\ list\ \(new\).csv`;
    const steps: Steps = [
      [where, down + enter],
      ['Which file?', `${path}${enter}`],
    ];
    expect(await initOn(folder, [], steps)).toMatchObject({ exitCode: 0 });
    expect(coursesIn(folder, 'our-list-new')).toContain('"title":"Optics"');
  });

  it('asks for an address, refuses what is none, and writes nothing if it does not answer', async ({ folder }) => {
    // Refused at once, where no answer would be waited for.
    const { url, close } = await listen(createServer((_, response) => response.writeHead(404).end()));
    onTestFinished(close);
    const { exitCode, text } = await initOn(
      folder,
      [],
      [
        [where, down + enter],
        ['Which address?', `courses.example.org${enter}`],
        ['expected an http or https address', `\u0015${url}/${enter}`],
      ],
    );
    expect(exitCode).toBe(1);
    expect(text).toContain('import-request');
    expect(text).toContain(`npx ${relative(folder, '.')} init ${url}/ --host preview`);
    // What was read is kept for a day.
    expect(readdirSync(folder).filter((name) => !name.startsWith('.'))).toEqual([]);
  });

  it('does not ask where there is a catalog', async ({ folder }) => {
    writeFiles(folder, { 'data/providers.json': '[]' });
    const { exitCode, text } = await initOn(folder, [], []);
    expect([exitCode, text.includes(where)]).toEqual([0, false]);
  });
});

describe('init from a list', () => {
  it('asks what is missing, imports, and writes a README and scripts for this catalog', async ({ folder }) => {
    writeFiles(folder, { 'list.csv': partial });
    const { exitCode, text } = await initOn(folder, [join(folder, 'list.csv')], questions);
    expect(exitCode, text).toBe(0);
    expect(text).toContain('1 new, 0 changed');
    expect(coursesIn(folder)).toContain('"date_published":"2021-03-04"');
    expect([...snapshot(folder).keys()].filter((path) => /mit|programming/u.test(path))).toEqual([]);
    const readme = readFileSync(join(folder, 'README.md'), 'utf8');
    expect(readme).toContain('imported from `list.csv`');
    for (const does of ['npx --no static-course-catalog import --again', 'npm run check', 'npm run preview'])
      expect(readme).toContain(does);
    expect(readme).not.toContain(folder);
    const next = sectionOf(join(folder, 'README.md'), 'Next week');
    for (const said of ['Edit `list.csv`', 'import --again --prune\n', 'build and publish', 'hidden sheets'])
      expect(next).toContain(said);
    expect(next).not.toContain('git ');
    const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    expect(scripts).toMatchObject({
      import: 'static-course-catalog import --again',
      build: 'static-course-catalog build',
    });
    const data = join(folder, 'data');
    expect(await courseCatalog(['check', '--data', data])).toMatchObject({ exitCode: 0 });
    expect((await courseCatalog(['import', '--again', '--data', data])).stderr).toContain('Nothing has changed.');
  });

  it('keeps nothing if it is cancelled, and names the command that goes on with the answers', async ({ folder }) => {
    writeFiles(folder, { 'list.csv': partial });
    const [first = ['', '']] = questions;
    const { exitCode, text } = await initOn(folder, ['list.csv'], [first, ['Which language', controlC]]);
    expect(exitCode).toBe(130);
    expect(text).toContain(`nothing was written; go on with your answers: npx ${relative(folder, '.')} init list.csv`);
    expect(text).toContain('--provider Uni\n');
    expect([...snapshot(folder).keys()]).toEqual(['list.csv']);
    const again = await initOn(folder, ['list.csv', '--provider', 'Uni'], questions.slice(1));
    expect(again.exitCode).toBe(0);
    expect(ledgerIn(folder).options).toEqual({ provider: 'Uni', language: 'English', dateOrder: 'mdy' });
  });

  it('asks for an encoding by how a word reads, before anything else', async ({ folder }) => {
    // "Książka" in windows-1250.
    const title = Buffer.from('4b7369b9bf6b61', 'hex');
    const [head = '', rest = ''] = whole.split('Optics');
    writeFiles(folder, { 'list.csv': Buffer.concat([Buffer.from(head), title, Buffer.from(rest)]) });
    const steps: Steps = [['Książka (windows-1250)', enter]];
    const { exitCode, text } = await initOn(folder, ['list.csv'], steps);
    expect([exitCode, coursesIn(folder).includes('"title":"Książka"')], text).toEqual([0, true]);
    expect(ledgerIn(folder).options).toEqual({ encoding: 'windows-1250' });
  });

  it('refuses an answer that it cannot use, and says what it takes', async ({ folder }) => {
    writeFiles(folder, { 'list.csv': partial });
    const { exitCode, text } = await initOn(
      folder,
      ['list.csv'],
      [
        ['Which provider', answers.provider],
        ['Which language', `Klingonisch${enter}`],
        ['"Klingonisch" is a language that neither', `\u0015${answers.language}`],
        ['In which order', answers.order],
      ],
    );
    expect(exitCode, text).toBe(0);
    expect(ledgerIn(folder).options).toEqual({ provider: 'Uni', language: 'English', dateOrder: 'mdy' });
  });

  it('refuses a form of addresses that cannot work: without a column, or without https://', async ({ folder }) => {
    writeFiles(folder, {
      'list.csv': 'Title,Code,Language,Date\nOptics,CS101,en,2024-05-06\nTrade,CS102,en,2024-05-07\n',
    });
    const steps: Steps = [
      ['how is that of a course made', `https://a.example/courses${enter}`],
      ['gives every course the same address', `\u0015a.example/{Code}${enter}`],
      ['begin it with https://', `\u0015https://a.example/{Kode}${enter}`],
      ['there is no column "Kode"', `\u0015https://a.example/{Code}${enter}`],
      ['Which provider', answers.provider],
    ];
    const { exitCode, text } = await initOn(folder, ['list.csv'], steps);
    expect(exitCode, text).toBe(0);
    expect(coursesIn(folder)).toContain('"linkurl":"https://a.example/CS102"');
  });

  it('keeps nothing if the catalog is at fault then, and names the command for when that is corrected', async ({
    folder,
  }) => {
    const own = 'id,title,linkurl,provider,language,date_published\n9,Own,https://a.example/9,99,English,2024-01-01\n';
    writeFiles(folder, { 'list.csv': partial, 'data/courses/own.csv': own });
    const faulty = await initOn(folder, ['list.csv'], questions);
    expect(faulty.exitCode, faulty.text).toBe(1);
    expect(faulty.text).toMatch(
      /Nothing was written\. [^\n]+:\n {2}npx \S+ init list\.csv .*--provider Uni --language English --date-order mdy\n/u,
    );
    expect(existsSync(join(folder, 'data/.import'))).toBe(false);
    expect(readdirSync(folder).toSorted()).toEqual(['data', 'list.csv']);
    rmSync(join(folder, 'data/courses'), { recursive: true });
    const given = words`list.csv --provider Uni --language English --date-order mdy`;
    expect(await initOn(folder, given, [])).toMatchObject({ exitCode: 0 });
  });

  it('says elsewhere all that is missing, with a command line that can be copied', async ({ folder }) => {
    writeFiles(folder, { 'my list.csv': partial.replace(',3/4/2021', ',').replace('date', 'Tag des Beginns') });
    const { exitCode, stderr } = await courseCatalog(['init', 'my list.csv'], { cwd: () => folder });
    expect(exitCode).toBe(1);
    expect(stderr).toContain('give them one with --provider NAME');
    const [line = ''] = /npx \S+ init .*/u.exec(stderr) ?? [];
    expect(line).toContain("init 'my list.csv' --host preview --provider NAME --language NAME --default-date DATE");
    expect(readdirSync(folder)).toEqual(['my list.csv']);
    const completed = line.replace('language NAME', 'language English').replace('DATE', '2024-01-01');
    const typed = [...completed.matchAll(/'([^']*)'|(\S+)/gu)].map(([, quoted, bare]) => quoted ?? bare ?? '').slice(2);
    const outcome = await courseCatalog(typed, { cwd: () => folder });
    expect(outcome.exitCode, outcome.stderr).toBe(0);
    expect(coursesIn(folder, 'my-list')).toContain('Optics');
  });

  it('prints one result with --json', async ({ folder }) => {
    writeFiles(folder, { 'list.csv': partial });
    const missing = await courseCatalog(['init', 'list.csv', '--json'], { cwd: () => folder });
    expect(JSON.parse(missing.stdout)).toMatchObject({
      ok: false,
      command: expect.stringContaining('init list.csv'),
    });
    writeFiles(folder, { 'list.csv': whole });
    const done = await courseCatalog(['init', 'list.csv', '--json'], { cwd: () => folder });
    expect(JSON.parse(done.stdout)).toMatchObject({ ok: true, imported: { counts: { new: 1 } } });
  });

  it('writes nothing if a file of the project is in the way', async ({ folder }) => {
    writeFiles(folder, { 'list.csv': whole, '.github': '' });
    const { exitCode } = await courseCatalog(['init', 'list.csv', '--host', 'github-pages'], { cwd: () => folder });
    expect([exitCode, existsSync(join(folder, 'data'))]).toEqual([1, false]);
  });
});

describe('import on a terminal', () => {
  it('asks what is missing, once', async ({ folder }) => {
    writeFiles(folder, { 'list.csv': partial });
    const args = ['import', join(folder, 'list.csv'), '--data', join(folder, 'data')];
    expect(await onTerminal(folder, args, questions)).toMatchObject({ exitCode: 0 });
    writeFiles(folder, { 'list.csv': `${partial}Waves,https://a.example/2,5/6/2021\n` });
    const later = await onTerminal(folder, args, []);
    expect([later.exitCode, later.text.includes('1 new')]).toEqual([0, true]);
    expect(coursesIn(folder)).toContain('2021-05-06');
  });

  it('shows what is known of the columns where no title is, and a dry run prints it, with the command that has the answers', async ({
    folder,
  }) => {
    const list = 'Foo,Url\nOptics for all,https://a.example/1\n';
    writeFiles(folder, { 'list.csv': list });
    const args = ['import', join(folder, 'list.csv'), '--data', join(folder, 'data')];
    const given = ['--provider', 'Uni', '--language', 'en'];
    const alone = await courseCatalog([...args, ...given, '--dry-run']);
    expect(alone.stdout).toMatch(/^# title=Foo\nlinkurl=Url\n/u);
    expect((await courseCatalog([...args, ...given])).stderr).toContain(
      'the columns: Address: "Url" · Not used: Foo\n',
    );
    expect([...snapshot(folder).keys()]).toEqual(['list.csv']);
    const asked: Steps = [
      ['Address: "Url"', ''],
      ['Which column has the titles', enter],
      ['Which date', `2024-05-06${enter}`],
    ];
    const dry = await onTerminal(folder, [...args, ...given, '--dry-run'], asked.slice(1));
    expect(dry.text).toMatch(/Import it with your answers:\n .* --map 'title=Foo' .* --default-date 2024-05-06\n/u);
    expect([dry.exitCode, [...snapshot(folder).keys()]]).toEqual([0, ['list.csv']]);
    expect(await onTerminal(folder, [...args, ...given], asked)).toMatchObject({ exitCode: 0 });
  });

  it('asks again where a column that was named is there no longer', async ({ folder }) => {
    writeFiles(folder, { 'list.csv': whole.replace('title', 'Foo').replace('date', 'Bar | Baz') });
    const args = ['import', join(folder, 'list.csv'), '--data', join(folder, 'data')];
    const map = 'title=Foo,date_published=Bar | Baz,author=url';
    expect(await courseCatalog([...args, '--map', map])).toMatchObject({ exitCode: 0 });
    writeFiles(folder, { 'list.csv': whole.replace('title', 'Angebot').replace('date', '"Bar\n| Baz"') });
    const again = ['import', '--again', '--data', join(folder, 'data')];
    const { exitCode, stderr } = await courseCatalog(again);
    expect([exitCode, stderr.includes(':=')]).toEqual([1, false]);
    expect(stderr).toMatch(
      /data\/\.import\/list\.json: an answer that was kept no longer fits: there is no column "Foo"/u,
    );
    expect(stderr).toContain("--map 'date_published=Bar | Baz,author=url,title=COLUMN'");
    const asked = await onTerminal(folder, again, [
      ['There is no column "Foo". Which column has the titles of the courses?', enter],
    ]);
    expect(asked.exitCode, asked.text).toBe(0);
    expect(ledgerIn(folder).options.map).toBe('date_published=Bar | Baz,author=url,title=Angebot');
  });

  it('names in the whole command what was typed', async ({ folder }) => {
    writeFiles(folder, { 'list.csv': 'Foo,Bar\n1,https://a.example/1\n' });
    const args = words`import ${join(folder, 'list.csv')} --data ${join(folder, 'data')} --map
      linkurl=Bar,author=Foo`;
    expect((await courseCatalog(args)).stderr).toContain("--map 'linkurl=Bar,author=Foo,title=COLUMN'");
  });

  it('requests a source once, however many questions it asks', async ({ folder }) => {
    writeFiles(folder, { 'site/list.csv': partial });
    await serving(join(folder, 'site'), async ({ base, log }) => {
      const args = ['import', `${base}/list.csv`, '--data', join(folder, 'data'), '--name', 'list'];
      const outcome = await onTerminal(folder, args, [
        ...questions.slice(0, 1),
        ['Which language', answers.language],
        ...questions.slice(2),
      ]);
      expect(outcome.exitCode, outcome.text).toBe(0);
      expect(log).toEqual(['/robots.txt', '/list.csv']);
      writeFiles(folder, { 'site/list.csv': `${partial}Waves,https://a.example/2,5/6/2021\n` });
      expect((await onTerminal(folder, args, [])).text).toContain('1 new');
    });
  });

  it('asks nothing with --quiet', async ({ folder }) => {
    writeFiles(folder, { 'list.csv': partial });
    const line = ['import', join(folder, 'list.csv'), '--data', join(folder, 'data')];
    const { exitCode, text } = await onTerminal(folder, [...line, '--quiet'], []);
    expect(exitCode).toBe(1);
    expect(text).toContain(`npx --no static-course-catalog ${line.join(' ')} --provider NAME --language NAME`);
  });

  it('shows the control characters of a list, and does not send them', async ({ folder }) => {
    writeFiles(folder, { 'list.csv': partial.replace('date', 'da\u001bte') });
    const args = ['import', join(folder, 'list.csv'), '--data', join(folder, 'data')];
    const shown = String.raw`the column "da\u001bte"`;
    const { exitCode, text } = await onTerminal(folder, args, [...questions.slice(0, 2), [shown, answers.order]]);
    expect(exitCode, text).toBe(0);
  });
});
