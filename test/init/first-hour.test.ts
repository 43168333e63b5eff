// The first hour: from a list to a catalog that answers, by a real terminal, with nothing read but what it shows.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect } from 'vitest';
import { it } from '../fixture.ts';
import { snapshot, writeFiles } from '../folders.ts';
import { freePort } from '../ports.ts';
import { until } from '../preview/until.ts';
import { isMissing, neededFor, pathOf } from '../programs.ts';

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

describe.skipIf(isMissing('python3'))(`the first hour${neededFor('python3')}`, () => {
  it('leads from a list to the answers of the API', async ({ folder }) => {
    const rows = ['Optics,https://a.example/optics,3/4/2021', 'Trade,https://a.example/trade,5/6/2022'];
    writeFiles(folder, { 'courses.csv': ['Title,Link,Start', ...rows, ''].join('\n') });
    const init = terminal(folder, ['init', join(folder, 'courses.csv')]);
    await init.press(/Where will the API be published/u, enter);
    await init.press(/At which address/u, `https://ada.github.io/courses${enter}`);
    await init.press(/Which provider/u, `Example College${enter}`);
    await init.press(/Which language/u, `German${enter}`);
    await init.press(/In which order/u, `1${enter}`);
    expect(await init.ended, init.text()).toBe(0);
    expect(init.text()).toContain('2 new, 0 changed');
    const files = [...snapshot(folder).keys()].filter((path) => /^data\/courses\/.|publish\.yml/u.test(path));
    expect(files.toSorted()).toEqual(['.github/workflows/publish.yml', 'data/courses/courses.ndjson']);
    for (const path of ['README.md', 'data/.import/courses.json'])
      expect(readFileSync(join(folder, path), 'utf8')).not.toContain(folder);

    const build = terminal(folder, ['build']);
    expect(await build.ended, build.text()).toBe(0);
    expect(build.text()).toContain('Built 2 courses into dist');
    expect(build.text()).not.toContain('warning');

    const preview = terminal(folder, ['preview', '--port', String(await freePort())]);
    const address = /http:\/\/127\.0\.0\.1:\d+\/api\/v1\//u;
    await until(() => address.test(preview.text()));
    const [api = ''] = address.exec(preview.text()) ?? [];
    const latest: unknown = await (await fetch(`${api}courses/latest/`)).json();
    expect(latest).toMatchObject([
      { title: 'Trade', linkurl: 'https://a.example/trade' },
      { title: 'Optics', linkurl: 'https://a.example/optics' },
    ]);
    const languages: unknown = await (await fetch(`${api}languages/`)).json();
    expect(languages).toEqual([{ name: 'German', course_count: 2 }]);
    await preview.press(/press Ctrl-C to stop/u, controlC);
    expect(await preview.ended, preview.text()).toBe(0);
  });
});
