// The command `import`: what it prints, its exit codes, and repeating earlier imports, of which one fails or is interrupted.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { siteForEach } from '../build/each-site.ts';
import { courseCatalog } from '../cli/command.ts';
import { snapshot, writeFiles } from '../helpers/folders.ts';
import { words } from '../helpers/words.ts';
import { recordsIn } from './imported.ts';

let folder = '';
siteForEach((site) => void ({ folder } = site));

const text = 'title,url,provider,language\nOptics,https://a.example/1,Uni A,en\nTrade,https://a.example/2,Uni B,fr\n';
const imported = (...args: string[]) =>
  courseCatalog(['import', ...args, '--default-date', '2020-01-01', '--data', join(folder, 'data')]);

describe('import', () => {
  it('prints in a few lines what it read and did, and the next steps', async () => {
    writeFiles(folder, { 'list.csv': text });
    const { exitCode, stderr, stdout } = await imported(join(folder, 'list.csv'));
    expect([exitCode, stdout]).toEqual([0, '']);
    expect(stderr).toContain('read as table: a table with commas between its columns; 2 records read');
    expect(stderr).toContain('2 new, 0 changed, 0 unchanged, 0 no longer in the input, 0 skipped, 2 guessed');
    expect(stderr).toContain('new: 1 Optics');
    expect(stderr).toContain(`wrote ${folder}/data/courses/list.ndjson`);
    expect((await courseCatalog(['check', '--data', join(folder, 'data')])).exitCode).toBe(0);
  });

  it('takes a newer list in a file of another name for the import that it belongs to, once somebody says so', async () => {
    const newer = `${text}Music,https://a.example/3,Uni A,en\n`;
    writeFiles(folder, { 'courses-2026-10.csv': text, 'courses-2026-11.csv': newer });
    await imported(join(folder, 'courses-2026-10.csv'));
    const file = join(folder, 'courses-2026-11.csv');
    const { exitCode, stderr } = await imported(file);
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringContaining('has mostly the courses of the import "courses-2026-10"'),
    ]);
    expect(stderr).toContain('add --name courses-2026-10; if it is another one, --name courses-2026-11');
    expect([...snapshot(join(folder, 'data')).keys()].filter((path) => path.includes('2026-11'))).toEqual([]);
    const again = await imported(file, '--name', 'courses-2026-10');
    expect(again.stderr).toContain('1 new, 0 changed, 2 unchanged');
    expect((await imported(file, '--name', 'another')).exitCode).toBe(0);
  });

  it('takes a day as people write it', async () => {
    writeFiles(folder, { 'list.csv': text });
    const data = join(folder, 'data');
    await courseCatalog(['import', join(folder, 'list.csv'), '--default-date', '31.12.2024', '--data', data]);
    expect(recordsIn(folder)[0]).toMatchObject({ date_published: '2024-12-31' });
  });

  it('shows that there are more courses than it names, and passwords nowhere', async () => {
    const row = (at: number, address: string) => `T${at},${address},P,en\n`;
    const rows = [1, 2, 3].map((at) => row(at, `https://b.example/${at}`)).join('');
    const wrong = row(4, 'https://user:secret@b.example/4') + row(5, 'https://') + row(6, 'https://[::1');
    writeFiles(folder, { 'list.csv': `title,url,provider,language\n${rows}${wrong}` });
    const { stderr, stdout } = await imported(join(folder, 'list.csv'), '--dry-run');
    expect(stderr).toMatch(/new: 1 T1 .*[^…]\n {2}new: 2 T2 .* …\n/u);
    expect(stderr).toContain('skipped: address without a host or with a user, 3 times');
    const { stdout: json } = await imported(join(folder, 'list.csv'), '--json');
    expect(stderr + stdout + json).not.toContain('secret');
    expect(snapshot(join(folder, 'data')).get('courses/list.ndjson')).not.toContain('T4');
  });

  it('counts skipped values apart from skipped records', async () => {
    writeFiles(folder, { 'list.csv': `${text},,Uni B,fr\n`.replace(',en', ',en;xx').replace(',fr', ',xx;fr') });
    const { stderr } = await imported(join(folder, 'list.csv'), '--dry-run');
    expect(stderr).toContain(
      '2 new, 0 changed, 0 unchanged, 0 no longer in the input, 1 skipped, 2 values skipped, 2 guessed',
    );
    expect(stderr).toContain('skipped: no title, 1 time');
    expect(stderr).toContain('value skipped: language that is not known, 2 times');
    const { stdout } = await imported(join(folder, 'list.csv'), '--dry-run', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ counts: { new: 2, skipped: 1, valuesSkipped: 2 } });
  });

  it('prints at most 20 lines, whatever it found', async () => {
    const rows = Array.from(
      { length: 40 },
      (_, at) => `T${at},${at % 3 === 0 ? '' : `https://a.example/${at % 7}`},${at % 2 === 0 ? '2020' : 'soon'},xx|en`,
    );
    writeFiles(folder, { 'list.csv': `title,url,date,language\n${rows.join('\n')}\n` });
    const { stderr } = await imported(join(folder, 'list.csv'), '--provider', 'P');
    expect(stderr).toContain('language that is not known');
    expect(stderr.trimEnd().split('\n').length).toBeLessThanOrEqual(20);
  });

  it('prints the plan and the map in a dry run, and everything with --json and --report', async () => {
    writeFiles(folder, { 'list.csv': text });
    const file = join(folder, 'list.csv');
    const dry = await imported(file, '--dry-run', '--report', join(folder, 'plan.json'));
    expect(dry.stderr).toContain("The catalog was left as it was (--dry-run). The map of the table's columns follows");
    expect([...snapshot(folder).keys()]).toEqual(['list.csv', 'plan.json']);
    expect(dry.stdout).toContain('title=title\nlinkurl=url\nprovider=provider\n');
    const { stdout } = await imported(file, '--json', '--report', join(folder, 'report.json'));
    const data: unknown = JSON.parse(stdout);
    expect(data).toMatchObject({
      ok: true,
      format: 'table',
      counts: { read: 2, new: 2, changed: 0, unchanged: 0, missing: 0, skipped: 0, guessed: 2 },
      new: [{ id: 1, title: 'Optics', linkurl: 'https://a.example/1', location: `${file}:2` }, { id: 2 }],
      guessed: [{ count: 2, examples: [`${file}:2`, `${file}:3`] }],
      isComplete: true,
    });
    expect(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))).toEqual(data);
  });

  it('repeats imports with their original options', async () => {
    writeFiles(folder, { 'a.csv': 'Kurs;URL\nOptik;https://a.example/1\n', 'b.csv': text });
    await imported(join(folder, 'a.csv'), '--map', 'title=Kurs', '--provider', 'P', '--language', 'de');
    await imported(join(folder, 'b.csv'), '--name', 'other');
    const before = snapshot(join(folder, 'data'));
    const same = await imported('--again');
    expect([same.exitCode, same.stderr.split('Nothing has changed.').length - 1]).toEqual([0, 2]);
    expect(snapshot(join(folder, 'data'))).toEqual(before);
    writeFiles(folder, { 'a.csv': 'Kurs;URL\nOptik II;https://a.example/1\n' });
    rmSync(join(folder, 'b.csv'));
    expect((await imported('a', '--again')).stderr).toContain('0 new, 1 changed');
    const { stdout } = await imported('a', '--again', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, imports: [{ name: 'a' }] });
    expect(await imported('none', '--again')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('there is no import "none"') as unknown,
    });
  });

  it('repeats an import from another folder: what was typed as a relative path is found from the catalog', async () => {
    writeFiles(folder, { 'in/list.csv': 'Kurs;URL\nOptik;https://a.example/1\n', 'in/map.txt': 'title=Kurs\n' });
    const cwd = process.cwd();
    try {
      process.chdir(join(folder, 'in'));
      const options = ['--provider', 'P', '--language', 'de', '--default-date', '2020-01-01'];
      await courseCatalog(['import', 'list.csv', '--map', 'map.txt', ...options, '--data', '../data']);
      process.chdir(folder);
      const again = ['import', '--again', '--data', 'data'];
      expect((await courseCatalog(again)).stderr).toContain('in/list.csv read as table');
      const typed = ['import', 'in/list.csv', '--map', 'in/map.txt', ...options, '--data', 'data'];
      expect((await courseCatalog(typed)).stderr).toContain('Nothing has changed.');
      expect(readFileSync(join(folder, 'data/.import/list.json'), 'utf8')).toContain('"input": "../in/list.csv"');
      // Another file at the same path from the working directory is not the source.
      rmSync('in/list.csv');
      writeFiles(folder, { 'x/y/a': '', 'x/in/list.csv': 'Kurs;URL\nOther;https://a.example/2\n' });
      process.chdir(join(folder, 'x/y'));
      const missing = await courseCatalog(['import', '--again', '--prune', '--data', '../../data']);
      expect([missing.exitCode, missing.stderr]).toEqual([1, expect.stringContaining('in/list.csv: does not exist')]);
    } finally {
      process.chdir(cwd);
    }
  });

  it('takes no name for its files that Windows or the catalog reserves', async () => {
    writeFiles(folder, { 'con.csv': text, 'list.csv': text.replaceAll('a.example', 'b.example') });
    for (const [name, taken] of [
      ['con', 'a name that Windows does not reserve'],
      ['Edited', 'a name other than that of the files of edited records'],
      ['a.', 'a name of letters, digits, ., _ and -, with no dot at the end'],
    ] as const) {
      const { exitCode, stderr } = await imported(join(folder, 'list.csv'), '--name', name);
      expect([exitCode, stderr]).toEqual([2, expect.stringContaining(`--name: expected ${taken}, got "${name}"\n`)]);
    }
    await imported(join(folder, 'con.csv'));
    writeFiles(folder, { 'Edited.csv': text.replaceAll('a.example', 'c.example') });
    await imported(join(folder, 'Edited.csv'));
    expect([...snapshot(join(folder, 'data/courses')).keys()]).toEqual(['import-Edited.ndjson', 'import-con.ndjson']);
  });

  it('exits with 1 if writing its report fails afterwards, and says that the import is done', async () => {
    writeFiles(folder, { 'list.csv': text });
    // The name is valid, but too long with the suffix of its temporary file.
    const { exitCode, stderr } = await imported(join(folder, 'list.csv'), '--report', join(folder, 'r'.repeat(255)));
    expect(exitCode).toBe(1);
    expect(stderr).toContain('1 error; the import itself is done');
    expect(snapshot(folder).has('data/courses/list.ndjson')).toBe(true);
  });

  it('refuses a report in place of what it reads, inside the catalog, or over a folder, before any work', async () => {
    writeFiles(folder, {
      'list.csv': text,
      'map.txt': 'title=title\n',
      'course-catalog.config.json': '{}',
      'data/providers.json': '[]',
    });
    const before = snapshot(folder);
    const files = words`list.csv map.txt course-catalog.config.json data/courses/list.ndjson data/report.json .`;
    const paths = ['--data', join(folder, 'data'), '--map', join(folder, 'map.txt')];
    for (const file of files) {
      const args = ['import', join(folder, 'list.csv'), ...paths, '--report', join(folder, file)];
      // One after the other, as they would lock each other out.
      const { exitCode, stderr } = await courseCatalog(args, { cwd: () => folder });
      expect([exitCode, stderr], file).toEqual([1, expect.stringContaining('import-write')]);
      expect(stderr).toContain('1 error; this import changed nothing');
      expect(snapshot(folder), file).toEqual(before);
    }
  });

  it('refuses a report in place of a source that it imports again', async () => {
    writeFiles(folder, { 'a.csv': text, 'b.csv': text.replaceAll('a.example', 'b.example') });
    await imported(join(folder, 'a.csv'));
    await imported(join(folder, 'b.csv'));
    const before = snapshot(folder);
    const { exitCode, stderr } = await imported('--again', '--report', join(folder, 'b.csv'));
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('is a file that this command reads')]);
    expect(snapshot(folder)).toEqual(before);
  });

  it('exits with 1 for a faulty source and with 2 for a usage error', async () => {
    expect(await imported(join(folder, 'none.csv'))).toMatchObject({ exitCode: 1 });
    expect(await imported(folder)).toMatchObject({ exitCode: 1 });
    expect(await imported()).toMatchObject({ exitCode: 2 });
    writeFiles(folder, { 'list.csv': text });
    expect(await imported(join(folder, 'list.csv'), '--name', '../x')).toMatchObject({ exitCode: 2 });
    expect([...snapshot(folder).keys()]).toEqual(['list.csv']);
  });
});

describe('import --again of several imports', () => {
  const head = 'title,url,provider,language\n';
  const row = (name: string) => `${name},https://a.example/${name},P,en\n`;
  const titlesIn = (name: string) => recordsIn(folder, `courses/${name}.ndjson`).map(({ title }) => title);
  const reported = (): unknown => JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'));

  beforeEach(async () => {
    for (const name of ['a', 'b', 'c']) {
      writeFiles(folder, { [`${name}.csv`]: head + row(name) });
      // One after the other, as they would lock each other out.
      await imported(join(folder, `${name}.csv`));
    }
  });

  it('goes on after one that fails, and reports them all', async () => {
    for (const name of ['a', 'c']) writeFiles(folder, { [`${name}.csv`]: head + row(name) + row(`${name}2`) });
    writeFiles(folder, { 'b.csv': `${head}B,https://a.example/b,,en\n` });
    const { exitCode, stderr } = await imported('--again', '--report', join(folder, 'report.json'));
    expect(exitCode).toBe(1);
    expect(stderr).toContain('1 error; 1 of 3 imports failed and changed nothing');
    expect(stderr.match(/wrote \S+/gu)).toEqual(
      ['a', 'c'].map((name) => `wrote ${folder}/data/courses/${name}.ndjson;`),
    );
    expect(['a', 'b', 'c'].map(titlesIn)).toEqual([['a', 'a2'], ['b'], ['c', 'c2']]);
    const failed = { ok: false, name: 'b', problems: [{ rule: 'value-missing' }] };
    const imports = [{ ok: true, name: 'a', counts: { new: 1 } }, failed, { ok: true, name: 'c', counts: { new: 1 } }];
    expect(reported()).toMatchObject({ ok: false, imports });
    const { stdout } = await imported('--again', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      ok: false,
      imports: [{ name: 'a', counts: { unchanged: 2 } }, failed, { name: 'c' }],
      problems: failed.problems,
    });
  });

  it('says and reports what was imported before it was interrupted', async () => {
    for (const name of ['a', 'b']) writeFiles(folder, { [`${name}.csv`]: head + row(name) + row(`${name}2`) });
    const args = `import --again --data ${join(folder, 'data')} --report ${join(folder, 'report.json')}`;
    const isInterrupted = (shown: string) => shown.includes('a.ndjson');
    const { exitCode, stderr } = await courseCatalog(args, { isInterrupted, env: { NO_COLOR: '1' } });
    const said = 'interrupted; imported before that: a; nothing else was changed\n';
    expect([exitCode, stderr]).toEqual([130, expect.stringContaining(said)]);
    expect(['a', 'b'].map(titlesIn)).toEqual([['a', 'a2'], ['b']]);
    expect(reported()).toMatchObject({ ok: false, imports: [{ name: 'a', counts: { new: 1 } }] });
  });

  it('and one import writes its report if it fails', async () => {
    writeFiles(folder, { 'b.csv': `${head}B,https://a.example/b,,en\n` });
    const before = snapshot(join(folder, 'data'));
    expect(await imported(join(folder, 'b.csv'), '--report', join(folder, 'report.json'))).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('; this import changed nothing') as unknown,
    });
    expect(reported()).toMatchObject({ ok: false, name: 'b', problems: [{ rule: 'value-missing' }] });
    expect(snapshot(join(folder, 'data'))).toEqual(before);
  });
});
