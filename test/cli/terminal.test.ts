// What reaches a terminal or a CI log: whatever a value holds, no output controls either except the command's own.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import fs from 'fs-extra';
import { describe, expect } from 'vitest';
import { bold, line, printed, red, escapeInvisible } from '../../src/text/terminal.ts';
import { anyCharacter } from '../helpers/characters.ts';
import { it } from '../helpers/fixture.ts';
import { inFolder, writeFiles } from '../helpers/folders.ts';
import { forAll } from '../helpers/for-all.ts';
import { withService } from '../verify/verified.ts';
import { courseCatalog, type Surroundings } from './command.ts';

/** The lines that a terminal or a CI service would obey, except for our own colors on a terminal. */
function obeyed(text: string, isTTY = false): string[] {
  const own = isTTY ? [1, 2, 22, 31, 33, 39].map((code) => `\u001B[${code}m`) : [];
  return text.split('\n').filter((one) => {
    const isCommand = /^\s*::|##\w*\[/u.test(one);
    return (
      isCommand ||
      /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u.test(own.reduce((rest, code) => rest.replaceAll(code, ''), one))
    );
  });
}

/** What would be obeyed in all that is printed: in a pipe, on a terminal, with annotations of GitHub Actions, and as JSON. */
async function obeyedOf(args: readonly string[], surroundings: Surroundings = {}): Promise<string[]> {
  const { env } = surroundings;
  const plain = await courseCatalog(args, surroundings);
  const colored = await courseCatalog([...args, '--quiet'], { ...surroundings, isTTY: true });
  const annotated = await courseCatalog(args, { ...surroundings, env: { ...env, GITHUB_ACTIONS: 'true' } });
  const annotation = /^::(?:error|warning) file=[^:]*,title=[\w-]+::[^\n]*\n/gmu;
  const json = await courseCatalog([...args, '--json'], surroundings);
  return [
    ...obeyed(plain.stderr + plain.stdout),
    ...obeyed(colored.stderr + colored.stdout, true),
    ...obeyed(annotated.stderr.replaceAll(annotation, '')),
    ...obeyed(json.stderr + json.stdout),
  ];
}

const catalog = {
  'data/providers.json': '[{"id": 1, "name": "One"}]',
  'data/categories.json': '[]',
  'data/courses.json': '[]',
};

describe('a line for people', () => {
  it('shows control characters as escapes, and keeps the styles put around them', () => {
    const text = line`${bold('a\u001B[2Jb')}\u0009 ${red(['::', '\u202E'])}`;
    expect(printed(text, false)).toBe(String.raw`a\u001b[2Jb\u0009 ::\u202e`);
    expect(printed(text, true)).toBe(
      `\u001B[1m${String.raw`a\u001b[2Jb`}\u001B[22m${String.raw`\u0009`} \u001B[31m::${String.raw`\u202e`}\u001B[39m`,
    );
  });

  it('has no CI command at its start, and no older CI command anywhere', () => {
    expect(printed('::stop-commands::x', false)).toBe(String.raw`\u003a:stop-commands::x`);
    expect(printed(['  ', ':', ':error::'], false)).toBe(String.raw`  \u003a:error::`);
    expect(printed('a ::b http://[::1]/', false)).toBe('a ::b http://[::1]/');
    expect(printed('a ##[error]b ##vso[task] # #[x]', false)).toBe(
      String.raw`a \u0023#[error]b \u0023#vso[task] # #[x]`,
    );
  });

  it('leaves every script and emoji unchanged', () => {
    const text = 'Ελληνικά 中文 العربية नेपाली می‌خواهم 👩‍🏫 naïve';
    expect(escapeInvisible(text)).toBe(text);
  });
});

describe('no output is obeyed, whatever is in', () => {
  it('the name of a file', async () => {
    const name = fc
      .oneof(
        fc.uint8Array({ minLength: 1, maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
        hostile.map((text) => Buffer.from(text).subarray(0, 200)),
      )
      .map((bytes) => Buffer.from(bytes.filter((byte) => byte !== 0 && byte !== 0x2f)));
    await forAll(15, [name], async (bytes) =>
      inFolder(async (folder) => {
        writeFiles(folder, { ...catalog, 'data/courses/a.json': '[]' });
        fs.removeSync(join(folder, 'data/courses.json'));
        // The current folder is another one: a relative name is what a user types.
        const parent = Buffer.from(join(folder, 'data/courses/'));
        writeFileSync(Buffer.concat([parent, Buffer.from('x'), bytes, Buffer.from('.json')]), '[{"title": 1}]');
        writeFileSync(Buffer.concat([parent, bytes, Buffer.from('.jsn')]), '');
        expect(await obeyedOf(['check', '--data', join(folder, 'data')])).toEqual([]);
      }),
    );
  });

  it('the name of a published file, in the list of a dry run', async ({ folder }) => {
    writeFiles(folder, catalog);
    const args = ['build', '--no-site', '--data', join(folder, 'data'), '--out', join(folder, 'dist')];
    expect((await courseCatalog(args)).exitCode).toBe(0);
    writeFiles(folder, { 'public/\u202E ##[error]': '' });
    expect(await obeyedOf([...args, '--dry-run'])).toEqual([]);
    const { stderr } = await courseCatalog([...args, '--dry-run']);
    expect(stderr).toContain(String.raw`+ \u202e \u0023#[error]`);
  });

  it('a command-line argument', () =>
    forAll(15, [hostile, hostile], async (one, other) => {
      expect(await obeyedOf([one])).toEqual([]);
      expect(await obeyedOf(['check', `--data=${one}`, `--${other}`])).toEqual([]);
      expect(await obeyedOf(['check', `--page-size=${one}`, '--data', other])).toEqual([]);
      expect(await obeyedOf(['check', '--data', `x${one}`, '--page-size', '5'])).toEqual([]);
      expect(await obeyedOf(['verify', one])).toEqual([]);
    }));

  it('a value of the environment or of the configuration file', async ({ folder }) => {
    const args = ['check'];
    const cwd = () => folder;
    await forAll(15, [hostile, hostile, hostile], async (one, other, text) => {
      fs.removeSync(join(folder, 'course-catalog.config.json'));
      expect(
        await obeyedOf(args, { cwd, env: { COURSE_CATALOG_DATA: one, [`COURSE_CATALOG_${other}`]: text } }),
      ).toEqual([]);
      for (const config of [text, JSON.stringify({ data: one, [other]: text }), JSON.stringify({ data: text })]) {
        writeFileSync(join(folder, 'course-catalog.config.json'), config);
        expect(await obeyedOf(args, { cwd })).toEqual([]);
      }
    });
  });

  it('the lock of another machine', async ({ folder }) => {
    writeFiles(folder, catalog);
    const args = ['build', '--data', join(folder, 'data'), '--out', join(folder, 'dist')];
    await forAll(10, [hostile], async (host) => {
      const holder = {
        token: 't',
        pid: 1,
        host: `${host}x`,
        system: '',
        born: '',
        started: '2024-05-28T00:00:00Z',
      };
      writeFileSync(join(folder, '.dist.lock'), JSON.stringify(holder));
      expect(await obeyedOf(args)).toEqual([]);
      expect((await courseCatalog(args)).stderr).toContain('process 1 on host ');
    });
  });

  it('the response of a server', async () => {
    const header = hostile.map((text) => text.replaceAll(/[^\u0020-\u007E\u0080-\u00FF]/gu, ''));
    const status = fc.constantFrom(200, 404, 405, 500);
    const reply = fc.record({ header, text: hostile, isWhole: fc.boolean(), status });
    await forAll(
      5,
      [fc.array(reply, { minLength: 1, maxLength: 20 }), fc.subarray(['--json'])],
      async (replies, flags) => {
        let requests = 0;
        await withService(
          (right) => {
            const given = replies[(requests += 1) % replies.length];
            if (given === undefined) return right;
            const headers = {
              ...right.headers,
              Allow: given.header,
              Location: given.header,
              'Content-Type': given.header,
            };
            if (!given.isWhole) return { status: given.status, headers, body: given.text };
            return {
              ...right,
              headers,
              body: right.body.replaceAll(/Computing|Electronics|http/gu, () =>
                JSON.stringify(given.text).slice(1, -1),
              ),
            };
          },
          async ({ base }) => {
            const { stdout, stderr } = await courseCatalog(['verify', base, ...flags]);
            expect(obeyed(stderr + stdout)).toEqual([]);
          },
        );
      },
    );
  });
});

it('JSON for programs gives the same value with escapes in it', () =>
  forAll(100, [hostile], async (name) => {
    const args = ['check', '--json', '--data', `/nowhere/${name.replaceAll('\0', '')}`];
    const { stdout, exitCode } = await courseCatalog(args);
    expect(exitCode).toBe(1);
    expect(obeyed(stdout)).toEqual([]);
    expect(JSON.parse(stdout)).toMatchObject({ problems: [{ file: args.at(-1) }] });
  }));

it('the step summary of GitHub Actions has no character that changes the text direction', async ({ folder }) => {
  writeFiles(folder, { ...catalog, 'data/providers.json': '[{"id": 1, "name": "\\u202eOne"}]' });
  const summary = join(folder, 'summary.md');
  const env = { GITHUB_STEP_SUMMARY: summary };
  const args = ['build', '--data', join(folder, 'data'), '--out', join(folder, '\u202Edist')];
  expect((await courseCatalog(args, { env })).exitCode).toBe(0);
  expect(obeyed(readFileSync(summary, 'utf8'))).toEqual([]);
});

/** Control sequences and commands that a terminal or a CI service obeys, at the start of a line or anywhere. */
const steering = [
  ...'\u001B[2J|\u001B[35m|\u001B]0;title\u0007|\u009B2J|\u0085|\r|\n|\t|\b|\u007F|\u2028|\u202E'.split('|'),
  ...'\u2066|\u200F|\uD800|::error::x|\n::stop-commands::x| ::add-mask::x|##[error]x|##vso[task.complete]x'.split('|'),
];
/** Any text, often with some of these in it. */
export const hostile = fc.oneof(
  fc
    .array(fc.oneof(fc.constantFrom(...steering), fc.string({ unit: anyCharacter })), { maxLength: 4 })
    .map((parts) => parts.join('')),
  fc.string({ unit: anyCharacter }),
);
