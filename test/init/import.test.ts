// `init` on a terminal: it asks where the catalog is, and goes on with the import.
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, onTestFinished } from 'vitest';
import { it } from '../fixture.ts';
import { run } from '../../src/cli.ts';
import { writeFiles } from '../folders.ts';
import { listen } from '../ports.ts';
import { Sink } from '../cli/command.ts';
import { Screen, type Script } from './screen.ts';

const [down, enter] = ['\u001b[B', '\r'];
const where = 'Where is your catalog?';

/** Runs `init` for http-server, which needs no address, and answers as the script says. */
async function initWith(folder: string, script: Script) {
  const keyboard = new PassThrough();
  const screen = Object.assign(new Screen(script, keyboard), { isTTY: true });
  const exitCode = await run({
    argv: ['node', 'course-catalog', 'init', '--host', 'http-server'],
    env: { NO_COLOR: '1' },
    stdin: Object.assign(keyboard, { isTTY: true }),
    stdout: new Sink(false),
    stderr: screen,
    cwd: () => folder,
    once: () => {},
    off: () => {},
  });
  expect(screen.left, screen.text).toEqual([]);
  return { exitCode, text: screen.text };
}

describe('init on a terminal', () => {
  it('starts from the example', async ({ folder }) => {
    const { exitCode } = await initWith(folder, { [where]: enter });
    expect(exitCode).toBe(0);
    expect(existsSync(join(folder, 'data/providers.yaml'))).toBe(true);
  });

  it('imports a spreadsheet, and says in the README how it is imported again', async ({ folder }) => {
    writeFiles(folder, { 'list.csv': 'title,url,provider,language\nOptics,https://a.example/1,Uni,en\n' });
    const { exitCode, text } = await initWith(folder, {
      [where]: down + enter,
      'Which file?': `none.csv${enter}`,
      'there is no such file': `\u0015list.csv${enter}`,
    });
    expect([exitCode, existsSync(join(folder, 'data/providers.yaml'))]).toEqual([0, false]);
    expect(readFileSync(join(folder, 'data/courses/list.ndjson'), 'utf8')).toContain('"title":"Optics"');
    expect(readFileSync(join(folder, 'README.md'), 'utf8')).toContain('imported from list.csv');
    expect(text).toContain('1 new, 0 changed');
  });

  it('says how to import what lacks a value', async ({ folder }) => {
    writeFiles(folder, { 'my list.csv': 'title,url\nOptics,https://a.example/1\n' });
    const { exitCode, text } = await initWith(folder, { [where]: down + enter, 'Which file?': `my list.csv${enter}` });
    expect(exitCode).toBe(1);
    expect(text).toContain('give them one with --provider NAME');
    expect(text).toContain("npx course-catalog import 'my list.csv' …");
  });

  it('asks for an address, and refuses what is none', async ({ folder }) => {
    // Refused at once, where no answer would be waited for.
    const { url, close } = await listen(createServer((_, response) => response.writeHead(404).end()));
    onTestFinished(close);
    const { exitCode, text } = await initWith(folder, {
      [where]: down + down + enter,
      'Which address?': `courses.example.org${enter}`,
      'takes an http or https address': `\u0015${url}/${enter}`,
    });
    expect(exitCode).toBe(1);
    expect(text).toContain('import-request');
  });

  it('does not ask where there is a catalog', async ({ folder }) => {
    writeFiles(folder, { 'data/providers.json': '[]' });
    const { exitCode, text } = await initWith(folder, {});
    expect([exitCode, text.includes(where)]).toEqual([0, false]);
  });
});
