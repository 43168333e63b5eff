// The command `links`: its report in each form, its exit codes, what it refuses; and Debian's linkchecker, which agrees on what is certain.
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect } from 'vitest';
import type { Connect } from '../../src/http/client.ts';
import { guardedConnect } from '../../src/http/private-networks.ts';
import { courseCatalog, type Surroundings } from '../cli/command.ts';
import { it } from '../helpers/fixture.ts';
import { writeFiles } from '../helpers/folders.ts';
import { isMissing, neededFor, pathOf } from '../helpers/programs.ts';
import { connectHere, hosting, runLinks, writeCatalog } from './asked.ts';

/** A host that answers with the status in the path. */
async function statusHost() {
  const { port } = await hosting(({ url = '' }, response) => {
    const [, status = ''] = /^\/(\d+)/u.exec(url) ?? [];
    const location = status === '301' ? { Location: '/200' } : {};
    response.writeHead(Number(status) || 404, { 'Content-Type': 'application/pdf', ...location }).end();
  });
  return `http://127.0.0.1:${port}`;
}

/** Runs `links` on a day of May; `only` is the address that is named, by default one that no address begins with: then nothing is requested. */
const links = async (
  data: string,
  day: number,
  more: readonly string[] = [],
  only = 'http://nowhere.example',
  surroundings: Surroundings = {},
) => courseCatalog(['links', only, '--data', data, '--at', `2026-05-0${day}T09:00:00Z`, ...more], surroundings);

/** The history of the addresses of a catalog on this machine, after days of May. */
async function askOn(days: readonly number[], data: string): Promise<void> {
  for (const day of days) await runLinks(data, day, { connect: guardedConnect('127.0.0.1') });
}

describe('the report', () => {
  it('names file, line and course on a terminal, and is an error only if one is dead', async ({ folder }) => {
    const base = await statusHost();
    const data = writeCatalog(
      folder,
      ['404', '301', '403', '200'].map((path) => `${base}/${path}`),
    );
    await askOn([1, 2], data);
    expect(await links(data, 2)).toMatchObject({ exitCode: 0, stdout: '' });
    const { exitCode, stdout, stderr } = await links(data, 3, [], `${base}/404`);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr)
      .toBe(`${data}/courses.ndjson:1:32 course 1 "Baking bread": ${base}/404 is dead: answered 404, 3 times since 2026-05-01
    Correct these addresses, or remove what they belong to.
${data}/courses.ndjson:2:32 course 2 "Baking bread": ${base}/301 has moved to ${base}/200
    Use the new address where it is right: the course is a new one to clients of the API.
127.0.0.1:${new URL(base).port}: 1 unknown: 1 × answered 403
4 addresses, of which 1 was requested now: 1 dead, 0 failed, 0 suspicious, 1 moved, 1 unknown
`);
    const quiet = await links(data, 4, ['--quiet']);
    expect(quiet.exitCode).toBe(1);
    expect(quiet.stderr).toBe(stderr.split('\n').slice(0, 2).join('\n') + '\n');
  });

  it('is written as JSON, and in Markdown in which no text is markup', async ({ folder }) => {
    const base = await statusHost();
    const data = writeCatalog(folder, [`${base}/404/**b**`, `${base}/301`]);
    await askOn([1, 2, 3], data);
    const [json, markdown] = [`${folder}/report.json`, `${folder}/report.md`];
    const { stdout } = await links(data, 3, ['--json', '--report', json]);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: false,
      addresses: 2,
      requested: 0,
      remaining: 0,
      findings: [
        {
          url: `${base}/301`,
          result: 'moved',
          to: `${base}/200`,
          places: [{ subject: 'course 2', line: 2, column: 32 }],
        },
        { url: `${base}/404/**b**`, result: 'dead', what: 'answered 404', times: 3, since: '2026-05-01T09:00:00Z' },
      ],
    });
    expect(JSON.parse(readFileSync(json, 'utf8'))).toEqual(JSON.parse(stdout));
    await links(data, 3, ['--report', markdown]);
    const text = readFileSync(markdown, 'utf8');
    expect(text).toContain('\n### dead\n\nCorrect these addresses, or remove what they belong to.\n\n- ');
    expect(text).toContain('courses.ndjson:1:32 course 1 "Baking bread": http://127.0.0.1');
    expect(text).not.toContain('**');
  });

  it('counts what is unknown by host and reason, and says once what failed once', async ({ folder }) => {
    const base = await statusHost();
    const paths = ['403/1', '500/1', '403/2', '401', '403/3', '500/2', '502', '404'];
    const data = writeCatalog(
      folder,
      paths.map((path) => `${base}/${path}`),
    );
    // With pauses, so that the host is not left alone.
    for (const path of paths)
      await runLinks(data, 1, { connect: guardedConnect('127.0.0.1'), only: `${base}/${path}` });
    const { stderr } = await links(data, 1);
    const reasons = '3 × answered 403, 2 × answered 500, 1 × answered 401, …';
    expect(stderr).toContain(`127.0.0.1:${new URL(base).port}: 7 unknown: ${reasons}\n`);
    expect(stderr).toContain(`${base}/404 failed: answered 404, once since 2026-05-01\n`);
  });

  it('fits into an issue, and says what is left out', async ({ folder }) => {
    const base = await statusHost();
    const addresses = Array.from(
      { length: 60 },
      (_, index) => `${base}/${index < 30 ? 404 : 301}/${'x'.repeat(1500)}/${index}`,
    );
    const data = writeCatalog(folder, addresses);
    await askOn([1], data);
    const report = `${folder}/report.md`;
    await links(data, 1, ['--report', report]);
    const text = readFileSync(report, 'utf8');
    expect(text.length).toBeLessThan(60_000);
    expect(text).toMatch(/### failed\n[^]*course 20 [^]*\n\n… and more\n$/u);
  });
});

describe('the command', () => {
  it('takes the time from SOURCE_DATE_EPOCH, or else from the clock', async ({ folder }) => {
    const data = writeCatalog(folder, [await statusHost()]);
    const at = async (epoch: string) => courseCatalog(['links', '--data', data], { env: { SOURCE_DATE_EPOCH: epoch } });
    const checkedAt = () => /"checkedAt":"([^"]+)"/u.exec(readFileSync(`${data}/.links.ndjson`, 'utf8'))?.[1];
    await at('86400');
    expect(checkedAt()).toBe('1970-01-02T00:00:00Z');
    const { exitCode, stderr } = await at('soon');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('SOURCE_DATE_EPOCH: expected a number of seconds, got "soon"');
    const start = Date.now() - 1000;
    await at('');
    const recorded = Date.parse(checkedAt() ?? '');
    expect(recorded).toBeGreaterThan(start);
    expect(recorded).toBeLessThanOrEqual(Date.now());
  });

  it('sends nothing to private networks unless their host is named', async ({ folder }) => {
    const base = await statusHost();
    const data = writeCatalog(folder, [`${base}/404`]);
    const { stdout } = await courseCatalog(['links', '--data', data, '--at', '2026-05-01T09:00:00Z', '--json']);
    const what = 'no answer: 127.0.0.1 is in a private network';
    expect(JSON.parse(stdout)).toMatchObject({ findings: [{ result: 'unknown', what }] });
  });

  it('asks for the page of an address with a fragment, and says if no address begins with the one that is named', async ({
    folder,
  }) => {
    const base = await statusHost();
    const data = writeCatalog(folder, [`${base}/404#week-2`]);
    const { stderr } = await links(data, 1, [], `${base}/404#week-2`);
    expect(stderr).toContain('1 address, of which 1 was requested now');
    const none = await links(data, 1, [], 'http://nowhere.example/x#y');
    expect(none).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('0 were requested now') });
    expect(none.stderr).toContain(
      'warning: no address of the catalog begins with http://nowhere.example/x, so none was',
    );
    expect((await links(data, 1, ['--quiet'], 'http://nowhere.example/x')).stderr).toBe('');
  });

  it('refuses a history file that was edited line by line, a report in the source, and an address that is none', async ({
    folder,
  }) => {
    const data = writeCatalog(folder, []);
    writeFileSync(
      `${data}/.links.ndjson`,
      '{"url":"http://a.example/","checkedAt":"2026-05-01T09:00:00Z"}\n<<<<<<< HEAD\n{"url":1}\n',
    );
    const { exitCode, stderr } = await links(data, 1);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`${data}/.links.ndjson:2:1 is "<<<<<<< HEAD", which is not a line of this file`);
    expect(stderr).toContain(`${data}/.links.ndjson:3:1 is "{\\"url\\":1}", which is not a line of this file`);
    expect(stderr).toContain('links-line: restore it, or remove it to begin a new one');
    const inSource = await links(data, 1, ['--report', `${data}/report.md`]);
    expect(inSource).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('links-write') });
    expect(await links(data, 1, [], 'a.example')).toMatchObject({ exitCode: 2 });
  });

  it('saves the answers so far when it is interrupted, and says so', async ({ folder }) => {
    const base = await statusHost();
    const data = writeCatalog(
      folder,
      ['200/1', '200/2', '200/3'].map((path) => `${base}/${path}`),
    );
    const isInterrupted = (shown: string) => shown.includes('1 of 3');
    const { exitCode, stderr } = await links(data, 1, [], base, { isTTY: true, isInterrupted });
    expect(exitCode).toBe(130);
    expect(stderr).toContain('interrupted; the answers so far are saved');
    expect(readFileSync(`${data}/.links.ndjson`, 'utf8')).toBe(
      `{"url":"${base}/200/1","checkedAt":"2026-05-01T09:00:00Z"}\n`,
    );
  });

  it('says what is wrong with a catalog that cannot be read, and writes nothing', async ({ folder }) => {
    writeFiles(`${folder}/data`, { 'courses.ndjson': '{"id"\n' });
    const { exitCode, stderr } = await links(`${folder}/data`, 1);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('courses.ndjson:1');
    expect(existsSync(`${folder}/data/.links.ndjson`)).toBe(false);
  });
});

describe.skipIf(isMissing('linkchecker'))(`linkchecker${neededFor('linkchecker')}`, () => {
  it('takes for broken what is an error, and for valid what is well or has moved', async ({ folder }) => {
    const statuses = [200, 301, 404, 410];
    const { port } = await hosting(({ url = '' }, response) => {
      const [, status = ''] = /^\/(\d+)/u.exec(url) ?? [];
      const location = status === '301' ? { Location: '/200' } : {};
      if (url === '/')
        response
          .setHeader('Content-Type', 'text/html')
          .end(statuses.map((each) => `<a href="/${each}">${each}</a>`).join('<a href="http://gone.invalid/">'));
      else response.writeHead(Number(status) || 404, location).end();
    });
    const base = `http://127.0.0.1:${port}`;
    const args = ['--no-status', '--verbose', '--check-extern', '--recursion-level=1', '--output=csv', `${base}/`];
    const checker = promisify(execFile)(pathOf('linkchecker'), args, {
      cwd: '/',
      env: { ...process.env, HOME: folder },
    });
    // It exits with 1 as there are broken addresses.
    const { stdout } = await checker.catch((error: { stdout: string }) => error);
    const rows = stdout.split('\n').filter((line) => line.startsWith('/') || line.includes('gone.invalid'));
    const agreed = new Map(rows.map((line) => [line.split(';')[0] ?? '', line.includes(';True;')]));
    const data = writeCatalog(folder, [...statuses.map((status) => `${base}/${status}`), 'http://gone.invalid/']);
    const connect: Connect = async (url, init) =>
      (url.includes('.invalid') ? connectHere : guardedConnect('127.0.0.1'))(url, init);
    const report = await runLinks(data, 1, { connect });
    const found = new Map(report.findings.map(({ url, result }) => [url.replace(base, ''), result !== 'failed']));
    expect(Object.fromEntries(agreed)).toEqual({ '/200': true, ...Object.fromEntries(found) });
  });
});
