// Repeating all imports of a catalog, of which one fails or is interrupted.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { run } from '../../src/cli.ts';
import { courseCatalog, Sink } from '../cli/command.ts';
import { makeFolder, removeFolder, snapshot, writeFiles } from '../folders.ts';
import { recordsIn } from './imported.ts';

let folder = '';
const imported = (...args: string[]) =>
  courseCatalog(['import', ...args, '--undated', '2020-01-01', '--data', join(folder, 'data')]);
const head = 'title,url,provider,language\n';
const row = (name: string) => `${name},https://a.example/${name},P,en\n`;
const titlesIn = (name: string) => recordsIn(folder, `courses/${name}.ndjson`).map(({ title }) => title);
const reported = (): unknown => JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'));

beforeEach(async () => {
  folder = makeFolder();
  for (const name of ['a', 'b', 'c']) {
    writeFiles(folder, { [`${name}.csv`]: head + row(name) });
    // One after the other, as they would lock each other out.
    await imported(join(folder, `${name}.csv`));
  }
});
afterEach(() => removeFolder(folder));

describe('import --again of several imports', () => {
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
      imports: [{ name: 'a', counts: { same: 2 } }, failed, { name: 'c' }],
      problems: failed.problems,
    });
  });

  it('says and reports what was imported before it was interrupted', async () => {
    for (const name of ['a', 'b']) writeFiles(folder, { [`${name}.csv`]: head + row(name) + row(`${name}2`) });
    let interrupt = () => {};
    let printed = '';
    const stderr = new Writable({
      write(chunk: Buffer, _, done) {
        printed += chunk.toString();
        if (printed.includes('a.ndjson')) interrupt();
        done();
      },
    });
    const args = ['import', '--again', '--data', join(folder, 'data'), '--report', join(folder, 'report.json')];
    const exitCode = await run({
      argv: ['node', 'course-catalog', ...args],
      env: {},
      stdin: Readable.from([]),
      stdout: new Sink(false),
      stderr,
      cwd: () => folder,
      once: (signal, listener) => {
        if (signal === 'SIGINT') interrupt = listener;
      },
      off: () => {},
    });
    expect([exitCode, printed]).toEqual([
      130,
      expect.stringContaining('interrupted; imported before that: a; nothing else was changed\n'),
    ]);
    expect(['a', 'b'].map(titlesIn)).toEqual([['a', 'a2'], ['b']]);
    expect(reported()).toMatchObject({ ok: false, imports: [{ name: 'a', counts: { new: 1 } }] });
  });
});

it('an import that fails writes its report', async () => {
  writeFiles(folder, { 'b.csv': `${head}B,https://a.example/b,,en\n` });
  const before = snapshot(join(folder, 'data'));
  const report = ['--report', join(folder, 'report.json')];
  expect(await imported(join(folder, 'b.csv'), ...report)).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('; this import changed nothing') as unknown,
  });
  expect(reported()).toMatchObject({ ok: false, name: 'b', problems: [{ rule: 'value-missing' }] });
  expect(snapshot(join(folder, 'data'))).toEqual(before);
});
