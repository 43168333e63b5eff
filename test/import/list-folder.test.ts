// The import of a folder: every list in it, each with the answers beside it.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { courseCatalog } from '../cli/command.ts';
import { it } from '../helpers/fixture.ts';
import { snapshot, writeFiles } from '../helpers/folders.ts';
import { sampleFiles } from '../../src/cli/init/sample.ts';
import { recordsIn } from './imported.ts';

const optics = 'title,url,language\nOptics,https://a.example/1,en\n';
const answers = 'provider: Uni\ndate: 2027-01-31\n';
const imported = (folder: string, ...flags: readonly string[]) =>
  courseCatalog(['import', join(folder, 'lists'), '--data', join(folder, 'data'), ...flags]);
const reported = async (folder: string) => {
  await imported(folder, '--report', join(folder, 'report.md'));
  return String(snapshot(folder).get('report.md'));
};
const sample = Object.fromEntries(sampleFiles.map(({ path, text }) => [path, text]));

describe('the import of a folder', () => {
  it('has a result for each list, which is named after its file', async ({ folder }) => {
    writeFiles(join(folder, 'lists'), { 'a.csv': optics, 'a.answers.txt': answers, 'b.csv': 'no list' });
    // What a program or a system leaves there, and what explains the folder.
    writeFiles(join(folder, 'lists'), { '.DS_Store': '', '~$a.xlsx': '', 'README.md': '# Lists' });
    const { exitCode, stdout } = await imported(folder, '--json');
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      imports: [
        { ok: true, name: 'a' },
        { ok: false, name: 'b' },
      ],
    });
    expect(recordsIn(folder, 'courses/a.ndjson')).toMatchObject([{ title: 'Optics' }]);
  });

  it('reads columns and remarks in the answers, and knows them next time', async ({ folder }) => {
    const list = 'x,y,language\nOptics,1,en\n';
    const lines = `# Which column?\r\ntitle=x\r\nlinkurl:=https://a.example/{y}\r\nlanguage:\r\nauthor=\r\n${answers}`;
    writeFiles(join(folder, 'lists'), { 'a.csv': list, 'a.answers.txt': lines });
    expect(await imported(folder)).toMatchObject({ exitCode: 0 });
    expect(recordsIn(folder, 'courses/a.ndjson')).toMatchObject([{ title: 'Optics', linkurl: 'https://a.example/1' }]);
    writeFiles(join(folder, 'lists'), { 'a.answers.txt': '' });
    expect((await imported(folder)).stderr).toContain('1 unchanged');
  });

  it('reads the columns of fields of the catalog in the answers', async ({ folder }) => {
    const list = 'title,url,language,Puntuación\nOptics,https://a.example/1,en,4\n';
    writeFiles(join(folder, 'lists'), { 'a.csv': list, 'a.answers.txt': `rating=Puntuación\n${answers}` });
    const own = JSON.stringify({ rating: { label: 'Rating' } });
    expect(await imported(folder, '--fields', own)).toMatchObject({ exitCode: 0 });
    expect(recordsIn(folder, 'courses/a.ndjson')).toMatchObject([{ title: 'Optics', rating: '4' }]);
  });

  it('leaves out what its answers say, as the report proposes', async ({ folder }) => {
    const rows = [
      'Optics,https://a.example/1,en,2027-01-31',
      'Total: 1,https://a.example/2,en,',
      'Old,https://a.example/3,,2027',
    ];
    const list = `title,url,language,date\n${rows.join('\n')}\n`;
    writeFiles(join(folder, 'lists'), { 'a.csv': list, 'a.answers.txt': 'provider: Uni' });
    const report = await reported(folder);
    const lines = [...report.matchAll(/a line of its own, (skip-missing: \w+)/gu)].map(([, line = '']) => line);
    expect(new Set(lines)).toEqual(new Set(['skip-missing: date', 'skip-missing: language']));
    writeFiles(join(folder, 'lists'), { 'a.answers.txt': `provider: Uni\n${lines.join('\n')}\n` });
    expect(await imported(folder)).toMatchObject({ exitCode: 0 });
    expect(recordsIn(folder, 'courses/a.ndjson').map(({ title }) => title)).toEqual(['Optics']);
  });

  it('does not choose between two answers', async ({ folder }) => {
    const lines = `${answers}provider:\nProvider: College\n`;
    writeFiles(join(folder, 'lists'), { 'a.csv': optics, 'a.answers.txt': lines });
    expect((await imported(folder)).stderr).toContain('"provider:" has two answers, "Uni" and "College"');
  });

  it('reports every list, whatever else one of them answers or its ledger holds', async ({ folder }) => {
    writeFiles(join(folder, 'lists'), {
      'a.csv': optics,
      'a.answers.txt': 'provider: Uni\nmax-removed: 10%\n',
      'b.csv': optics.replace('/1', '/2'),
      'b.answers.txt': answers,
    });
    expect(await reported(folder)).toMatch(/### \S*a\.csv\n[^]*\ndate:[^]*### \S*b\.csv\n/u);
    const ledger = join(folder, 'data/.import/b.json');
    writeFileSync(ledger, readFileSync(ledger, 'utf8').replace('"2027-01-31"', '"2027-13-31"'));
    writeFiles(join(folder, 'lists'), { 'a.answers.txt': answers, 'b.answers.txt': '' });
    const report = await reported(folder);
    expect(report).toMatch(/b\.csv: cannot be imported with its answers: .*2027-13-31/u);
    expect(report).toContain('1 new');
  });

  it('sends whoever edited the catalog wrongly to that file', async ({ folder }) => {
    writeFiles(join(folder, 'lists'), { 'a.csv': optics, 'a.answers.txt': answers });
    await imported(folder);
    const file = join(folder, 'data/courses/a.ndjson');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"2027-01-31"', '"gestern"'));
    const report = await reported(folder);
    expect(report).toMatch(/a\.ndjson:1:1 course 1[^]*\nCorrect the file .*a\.ndjson\./u);
    expect(report).not.toContain('Correct the list');
  });

  it('asks for the column of the categories without waiting for it', async ({ folder }) => {
    const rows = Array.from(
      { length: 8 },
      (_, at) => `Course ${at},https://a.example/${at},en,${at % 2 ? 'Art' : 'Law'}`,
    );
    writeFiles(join(folder, 'lists'), {
      'a.csv': ['title,url,language,Zone', ...rows].join('\n'),
      'a.answers.txt': answers,
    });
    const categories = () => recordsIn(folder, 'courses/a.ndjson').map((course) => course['categories']);
    const report = await reported(folder);
    expect(report).toMatch(
      /8 new[^]*\nThis may be answered, too, or left open\.\n[^]*\n# .*\n# {3}Zone .*Law.*\ncategories=\n/u,
    );
    expect(categories()).toEqual(Array.from({ length: 8 }, () => undefined));
    writeFiles(join(folder, 'lists'), { 'a.answers.txt': `${answers}categories=Zone\n` });
    expect(await reported(folder)).not.toContain('left open');
    expect(new Set(categories().map(String)).size).toBe(2);
  });

  it('goes on with a list that is there as another kind of file', async ({ folder }) => {
    writeFiles(join(folder, 'lists'), { 'a.csv': optics, 'a.answers.txt': answers });
    await imported(folder);
    renameSync(join(folder, 'lists/a.csv'), join(folder, 'lists/a.txt'));
    expect((await imported(folder)).stderr).toContain('0 new, 0 changed, 1 unchanged');
  });

  it('leaves the sample for courses, but not one that was edited, nor in a dry run', async ({ folder }) => {
    writeFiles(folder, { ...sample, 'lists/a.csv': optics, 'lists/a.answers.txt': answers });
    const before = snapshot(join(folder, 'data'));
    await imported(folder, '--dry-run');
    expect(snapshot(join(folder, 'data'))).toEqual(before);
    writeFiles(folder, { 'data/courses/mit.yaml': `# Ours\n${sample['data/courses/mit.yaml']}` });
    expect((await imported(folder)).stderr).not.toContain('removed the sample');
    expect(snapshot(join(folder, 'data')).has('courses/programming.csv')).toBe(true);
  });

  it('reports what fits into an issue, and what failed first', async ({ folder }) => {
    const wrong = Array.from({ length: 150 }, (_, index) => [`z${index}.csv`, 'no list']);
    writeFiles(join(folder, 'lists'), { 'a.csv': optics, 'a.answers.txt': answers, 'b.csv': 'no list' });
    expect(await reported(folder)).toMatch(/^### \S*b\.csv\n[^]*\n### \S*a\.csv\n/u);
    writeFiles(join(folder, 'lists'), Object.fromEntries(wrong));
    const text = await reported(folder);
    expect(text.length).toBeLessThan(60_000);
    expect(text).toMatch(/and \d+ more lists\n$/u);
  });

  it('says that a folder has no list, and leaves the sample', async ({ folder }) => {
    writeFiles(folder, { ...sample, 'lists/README.md': '' });
    const { exitCode, stderr } = await imported(folder);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('lists: holds no list')]);
    expect(snapshot(join(folder, 'data')).has('courses/mit.yaml')).toBe(true);
  });

  it('takes no name for all, and writes its report into no file of answers', async ({ folder }) => {
    writeFiles(join(folder, 'lists'), { 'a.csv': optics, 'a.answers.txt': answers });
    expect((await imported(folder, '--name', 'b')).stderr).toContain('--name: each list of a folder has the name of');
    const { exitCode, stderr } = await imported(folder, '--report', join(folder, 'lists/a.answers.txt'));
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('is a file that this command reads')]);
  });
});

it('the report of one import in Markdown has its problems in words', async ({ folder }) => {
  writeFiles(folder, { 'a.csv': 'title,url,language\nOptics `x` *y*,1,en\n' });
  const report = join(folder, 'report.md');
  const data = join(folder, 'data');
  await courseCatalog(['import', join(folder, 'a.csv'), '--data', data, '--report', report]);
  const text = String(snapshot(folder).get('report.md'));
  expect(text).toContain('a.csv\n\nThis list was not imported, and nothing was changed.\n\n- ');
  expect(text).not.toContain('*y*');
});
