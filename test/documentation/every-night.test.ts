// The page "Every night": its script with real lists, builds, a server, a cache and a monitor, through failures; its units and its cron job.
import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer, request as sendRequest } from 'node:http';
import { join } from 'node:path';
import { describe, expect, onTestFinished } from 'vitest';
import { planInit } from '../../src/cli/init/init.ts';
import { openPreview } from '../../src/preview/preview.ts';
import { courseCatalog } from '../cli/command.ts';
import { it } from '../helpers/fixture.ts';
import { snapshot, writeFiles } from '../helpers/folders.ts';
import { freePort, listen } from '../helpers/ports.ts';
import { isMissing, neededFor, pathOf } from '../helpers/programs.ts';
import { bin, plainEnv } from '../preview/process.ts';
import { blocksOf } from './markdown.ts';

const page = readFileSync('docs/every-night.md', 'utf8');
const [script = '', purging = '', inContainer = ''] = blocksOf(page, 'sh');
const command = `#!/bin/sh\nexec "${process.execPath}" "${bin}" "$@"\n`;

/** A server with a cache in front, and a monitor: what was purged and reported since the last look. */
async function serving(served: string) {
  const preview = await openPreview({ out: served, port: await freePort() }, () => {});
  let calls: string[] = [];
  const server = createServer((asked, answer) => {
    const { method = '', url = '', headers } = asked;
    if (method === 'PURGE' || url.startsWith('/ping')) {
      calls.push(`${method} ${url}`);
      answer.end();
      return;
    }
    const passedOn = sendRequest(preview.url + url, { method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 500, response.headers);
      response.pipe(answer);
    });
    asked.pipe(passedOn);
  });
  const { url, close } = await listen(server);
  onTestFinished(close);
  onTestFinished(async () => preview.close());
  const takeCalls = () => {
    const taken = calls.toSorted();
    calls = [];
    return taken;
  };
  return { url, takeCalls };
}

/** A catalog that is imported from a list every night and was published once, and its night. */
async function published(folder: string) {
  const [catalog, served] = [join(folder, 'catalog'), join(folder, 'served')];
  const list = join(folder, 'list.csv');
  const write = (titles: readonly string[]) => {
    const rows = titles.map((title, at) => `${title},https://a.example/${at + 1}`);
    writeFileSync(list, ['Title,Url', ...rows].join('\n'));
  };
  write(titles);
  writeFiles(served, { 'api/v1/index.json': '{}' });
  const { url, takeCalls } = await serving(served);
  planInit({ folder: catalog, host: 'preview', baseUrl: url, version: '1.0.0', imported: list })();
  const data = join(catalog, 'data');
  const given = ['--provider', 'P', '--language', 'English', '--default-date', '2024-01-01'];
  expect((await courseCatalog(['import', list, '--data', data, ...given])).exitCode).toBe(0);
  writeFiles(catalog, { 'node_modules/.bin/static-course-catalog': command });
  chmodSync(join(catalog, 'node_modules/.bin/static-course-catalog'), 0o755);
  const run = async (text: string, to = `${served}/`) => {
    const settings = { TARGET: to, MONITOR: `${url}/ping` };
    const set = Object.entries(settings).reduce(
      (all, [name, value]) => all.replace(new RegExp(`^${name}=.*$`, 'mu'), `${name}=${value}`),
      text,
    );
    writeFileSync(join(catalog, 'nightly.sh'), set, { mode: 0o755 });
    return ended(join(catalog, 'nightly.sh'), { PATH: `${join(folder, 'bin')}:${plainEnv.PATH}`, HOME: folder });
  };
  return { catalog, served, url, write, takeCalls, run };
}

const titles = Array.from({ length: 30 }, (_, at) => `Course ${at + 1}`);
const retitled = (title: string) => titles.with(0, title);
const withCache = script.replace(/^purge\(\) .*$/mu, purging.trim());

async function ended(file: string, env: Record<string, string>): Promise<{ code: number; printed: string }> {
  return new Promise((resolve) => {
    const child = execFile(file, { env }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, printed: stdout + stderr }),
    );
  });
}

const isSkipped = isMissing('curl') || isMissing('jq') || isMissing('rsync');
const needed = neededFor('curl') + neededFor('jq') + neededFor('rsync');

describe.skipIf(isSkipped)(`the script of docs/every-night.md${needed}`, () => {
  it('publishes what changed, purges it, and says nothing', async ({ folder }) => {
    const { catalog, served, write, takeCalls, run } = await published(folder);
    expect(await run(script)).toEqual({ code: 0, printed: '' });
    expect(takeCalls()).toEqual(['GET /ping/0']);
    expect(snapshot(served)).toEqual(snapshot(join(catalog, 'dist')));

    write(retitled('Another title'));
    expect(await run(withCache)).toEqual({ code: 0, printed: '' });
    const calls = takeCalls();
    expect(calls[0]).toBe('GET /ping/0');
    expect(calls).toContain('PURGE /api/v1/languages/English/courses/');
    expect(calls.filter((call) => call.startsWith('PURGE /api/v1/courses/view/'))).toHaveLength(1);
    expect(snapshot(served)).toEqual(snapshot(join(catalog, 'dist')));
    expect(readdirSync(catalog).filter((name) => name.startsWith('changes') || name.startsWith('purge'))).toEqual([]);

    expect(await run(withCache)).toEqual({ code: 0, printed: '' });
    expect(takeCalls()).toEqual(['GET /ping/0']);
  });

  it('leaves everything as it is after a broken export, and raises the alarm', async ({ folder }) => {
    const { served, write, takeCalls, run } = await published(folder);
    await run(script);
    takeCalls();
    const before = snapshot(served);
    for (const [left, what] of [
      [titles.slice(0, 15), 'this import would remove 15 of 30 courses; --max-removed allows 10%'],
      [[], 'has only a header'],
    ] as const) {
      write(left);
      const { code, printed } = await run(script);
      expect([code, printed]).toEqual([1, expect.stringContaining(what)]);
      expect(printed).toContain('nightly.sh: ended with 1 after: 1. export');
      expect(takeCalls()).toEqual(['GET /ping/1']);
    }
    expect(snapshot(served)).toEqual(before);
  });

  it('completes the next time what it could not send, with the addresses to purge', async ({ folder }) => {
    const { catalog, served, write, takeCalls, run } = await published(folder);
    await run(script);
    takeCalls();
    write(retitled('Another title'));
    const failed = await run(withCache, join(folder, 'nowhere/at/all/'));
    expect([failed.code > 0, failed.printed]).toEqual([true, expect.stringContaining('4. send')]);
    takeCalls();
    write(retitled('Another title').with(1, 'A second one'));
    expect(await run(withCache)).toEqual({ code: 0, printed: '' });
    const views = takeCalls().filter((call) => call.startsWith('PURGE /api/v1/courses/view/'));
    expect(views).toHaveLength(2);
    expect(snapshot(served)).toEqual(snapshot(join(catalog, 'dist')));
  });

  it('does not start while the run before is at work', async ({ folder }) => {
    const { catalog, takeCalls, run } = await published(folder);
    writeFiles(folder, {
      'bin/rsync': `#!/bin/sh\n"${join(catalog, 'nightly.sh')}" > "${join(folder, 'second')}" 2>&1\necho $? >> "${join(folder, 'second')}"\nexec ${pathOf('rsync')} "$@"\n`,
    });
    chmodSync(join(folder, 'bin/rsync'), 0o755);
    expect((await run(script)).code).toBe(0);
    expect(readFileSync(join(folder, 'second'), 'utf8')).toBe('nightly.sh: the run before is still at work\n75\n');
    expect(takeCalls()).toEqual(['GET /ping/0']);
  });

  it('runs the same with the image in place of the command', async ({ folder }) => {
    const { catalog, served, run, takeCalls } = await published(folder);
    // A stand-in that takes these options of docker alone, and sees the folder where the image does.
    const docker = `#!/bin/sh
      [ "$1 $2 $3 $4 $5 $7" = "run --rm --network host --user --volume" ] && [ "\${8#*:}" = /catalog ] || exit 125
      cd "\${8%:*}" && shift 9 && exec "${process.execPath}" "${bin}" "$@"\n`;
    writeFiles(folder, { 'bin/docker': docker });
    chmodSync(join(folder, 'bin/docker'), 0o755);
    renameSync(join(catalog, 'node_modules'), join(folder, 'gone'));
    expect(await run(script.replace(/^catalog\(\) .*$/mu, inContainer.trim()))).toEqual({ code: 0, printed: '' });
    expect(takeCalls()).toEqual(['GET /ping/0']);
    expect(snapshot(served)).toEqual(snapshot(join(catalog, 'dist')));
  });
});

describe('what starts the script of docs/every-night.md', () => {
  const units = blocksOf(page, 'ini');
  const names = [...page.matchAll(/`\/etc\/systemd\/system\/([\w.-]+)`/gu)].map(([, name = '']) => name);
  const [, starts = ''] = /^ExecStart=(\S+)$/mu.exec(units[0] ?? '') ?? [];

  it.skipIf(isMissing('systemd-analyze'))(
    `are units that systemd takes${neededFor('systemd-analyze')}`,
    ({ folder }) => {
      writeFiles(folder, { 'nightly.sh': script });
      chmodSync(join(folder, 'nightly.sh'), 0o755);
      expect(names).toEqual(['catalog.service', 'catalog.timer', 'catalog-alarm.service']);
      const texts = units.map((unit) => unit.replace(starts, join(folder, 'nightly.sh')));
      writeFiles(folder, Object.fromEntries(names.map((name, at) => [name, texts[at] ?? ''])));
      const args = ['verify', '--man=no', '--recursive-errors=no', ...names.map((name) => join(folder, name))];
      const { stderr, status } = spawnAnalyze(args);
      expect([status, stderr]).toEqual([0, '']);
      const [, time = ''] = /^OnCalendar=(.*)$/mu.exec(units[1] ?? '') ?? [];
      expect(spawnAnalyze(['calendar', time]).status).toBe(0);
    },
  );

  it('is a line of a crontab that starts the same script', () => {
    const [lines = ''] = blocksOf(page, 'crontab');
    expect(lines.trim().split('\n').at(-1)).toMatch(/^\d+ \d+ \* \* \* /u);
    expect(lines).toContain(` ${starts}\n`);
  });

  it('is an image that is built of the package where the Dockerfile looks for it', () => {
    const [commands = ''] = blocksOf(page, '');
    const [, place = ''] = /--pack-destination (\S+)/u.exec(commands) ?? [];
    expect(readFileSync('Dockerfile', 'utf8')).toContain(`COPY ${place}/*.tgz `);
    expect(readFileSync('.dockerignore', 'utf8')).toContain(`!${place}/*.tgz`);
    expect(inContainer).toContain(`:${/^WORKDIR (.*)$/mu.exec(readFileSync('Dockerfile', 'utf8'))?.[1]}"`);
  });
});

function spawnAnalyze(args: readonly string[]): { status: number; stderr: string } {
  try {
    execFileSync(pathOf('systemd-analyze'), args, { stdio: 'pipe' });
    return { status: 0, stderr: '' };
  } catch (error) {
    return { status: 1, stderr: error instanceof Error ? error.message : '' };
  }
}
