// Prompts: a user at a terminal who presses keys and reads what is printed.
import { PassThrough } from 'node:stream';
import { describe, expect } from 'vitest';
import { it } from '../helpers/fixture.ts';
import { askInit, type InitAnswers } from '../../src/cli/init-questions.ts';
import { hostNames, hosts, type HostName } from '../../src/hosts/hosts.ts';
import { writeFiles } from '../helpers/folders.ts';
import { Screen, type Script } from './screen.ts';

const down = '\u001b[B';
const up = '\u001b[A';
const enter = '\r';
const controlC = '\u0003';
const controlD = '\u0004';
const canceled = new Error('the prompt was canceled');

const nothing: InitAnswers<HostName | undefined> = { host: undefined, baseUrl: undefined };

async function ask(
  known: InitAnswers<HostName | undefined>,
  script: Script,
  folder = '/nowhere',
  signal = new AbortController().signal,
) {
  const input = new PassThrough();
  const output = new Screen(script, input);
  const outcome = await askInit(known, { input, output, signal, canceled, folder }).then(
    (answers) => ({ answers, error: undefined }),
    (error: unknown) => ({ answers: undefined, error }),
  );
  expect(output.left, output.text).toEqual([]);
  return { ...outcome, text: output.text, isEnded: output.writableEnded };
}

const hostQuestion = 'Where will the site be published?';
const addressQuestion = 'At which address?';

function presses(from: HostName, to: HostName): string {
  const way = hostNames.indexOf(to) - hostNames.indexOf(from);
  return (way > 0 ? down : up).repeat(Math.abs(way)) + enter;
}

describe('askInit', () => {
  it('lists every host with its title, and returns the one selected with the arrow keys', async () => {
    for (const host of hostNames) {
      const { answers, text } = await ask(nothing, {
        [hostQuestion]: presses('github-pages', host),
        ...(!hosts[host].isLocal && { [addressQuestion]: `https://courses.example.org/x/${enter}` }),
      });
      expect(answers?.host).toBe(host);
      expect(answers?.baseUrl).toBe(hosts[host].isLocal ? undefined : 'https://courses.example.org/x');
      for (const name of hostNames) expect(text).toContain(name);
    }
  });

  it('asks nothing if both answers are given', async () => {
    const { answers, text } = await ask({ host: 'github-pages', baseUrl: 'https://a.example' }, {});
    expect(answers).toEqual({ host: 'github-pages', baseUrl: 'https://a.example' });
    expect(text).toBe('');
  });

  it('asks only for the address if the host is given, and accepts none for "later"', async () => {
    const { answers, text } = await ask({ host: 'github-pages', baseUrl: undefined }, { [addressQuestion]: enter });
    expect(answers).toEqual({ host: 'github-pages', baseUrl: undefined });
    expect(text).not.toContain(hostQuestion);
  });

  it('asks only for the host if the address is given', async () => {
    const { answers, text } = await ask({ host: undefined, baseUrl: 'https://a.example' }, { [hostQuestion]: enter });
    expect(answers).toEqual({ host: 'github-pages', baseUrl: 'https://a.example' });
    expect(text).not.toContain(addressQuestion);
  });

  it('refuses an invalid address, explains why, and asks again', async () => {
    const { answers, text } = await ask(
      { host: 'github-pages', baseUrl: undefined },
      {
        [addressQuestion]: `courses.example.org${enter}`,
        'did you mean https://courses.example.org?': `\u0015https://courses.example.org${enter}`,
      },
    );
    expect(answers?.baseUrl).toBe('https://courses.example.org');
    expect(text).toContain('expected an http or https address');
  });

  it.for([
    ['git@github.com:Ada/Courses.git', 'github-pages', 'https://ada.github.io/Courses'],
    ['https://github.com/ada/ada.github.io', 'github-pages', 'https://ada.github.io'],
    ['https://token@github.com/ada/courses.git', 'github-pages', 'https://ada.github.io/courses'],
    ['ssh://git@gitlab.com:22/school/it/courses.git', 'gitlab-pages', 'https://school.gitlab.io/it/courses'],
  ] as const)('suggests host and address from the Git remote %s', async ([url, host, baseUrl], { folder }) => {
    writeFiles(folder, { '.git/config': remote(url) });
    const { answers } = await ask(nothing, { [hostQuestion]: enter, [baseUrl]: enter }, folder);
    expect(answers).toEqual({ host, baseUrl });
  });

  it.for(['https://github.com/ada/co%2Furses.git', 'https://github.com/a%20b/courses', 'git@github.com:ada/a//b'])(
    'suggests the host but no address for %s, since no site could be built for it',
    async (url, { folder }) => {
      writeFiles(folder, { '.git/config': remote(url) });
      const script = { [hostQuestion]: enter, 'leave empty to decide later': enter };
      const { answers, text } = await ask(nothing, script, folder);
      expect(answers).toEqual({ host: 'github-pages', baseUrl: undefined });
      expect(text).not.toContain('github.io/co');
    },
  );

  it('shows where GitLab displays the address, since the Git remote may not reveal it', async ({ folder }) => {
    writeFiles(folder, { '.git/config': remote('git@gitlab.com:school/courses.git') });
    const known: InitAnswers<HostName | undefined> = { host: 'gitlab-pages', baseUrl: undefined };
    const { answers } = await ask(known, { 'see Deploy > Pages': enter }, folder);
    expect(answers?.baseUrl).toBe('https://school.gitlab.io/courses');
    await ask(known, { 'see Deploy > Pages': enter });
  });

  it('suggests nothing for an unknown Git server', async ({ folder }) => {
    writeFiles(folder, { '.git/config': remote('https://git.example.org/ada/courses.git') });
    const { answers } = await ask({ host: 'github-pages', baseUrl: undefined }, { [addressQuestion]: enter }, folder);
    expect(answers?.baseUrl).toBeUndefined();
  });

  it.each([
    ['Ctrl-C', controlC],
    ['Ctrl-D', controlD],
  ])('is cancelled by %s, at either question', async (_name, key) => {
    const first = await ask(nothing, { [hostQuestion]: key });
    expect(first).toMatchObject({ error: canceled, isEnded: false });
    const second = await ask(nothing, {
      [hostQuestion]: enter,
      [addressQuestion]: `https://half.example${key === controlD ? '\u0015' : ''}${key}`,
    });
    expect(second).toMatchObject({ error: canceled, isEnded: false });
  });

  it('is cancelled by the end of the input', async () => {
    const input = new PassThrough();
    const { signal } = new AbortController();
    const prompt = askInit(nothing, { input, output: new Screen({}, input), signal, canceled, folder: '/nowhere' });
    input.end();
    await expect(prompt).rejects.toBe(canceled);
  });

  it('throws the reason of an aborted signal', async () => {
    const controller = new AbortController();
    const reason = new Error('the process was told to end');
    setImmediate(() => controller.abort(reason));
    const { error } = await ask(nothing, { [hostQuestion]: '' }, '/nowhere', controller.signal);
    expect(error).toBe(reason);
  });
});

function remote(url: string): string {
  const others = '[remote "upstream"]\n\turl = https://github.com/other/other\n';
  const origin = `[remote "origin"]\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n\turl = ${url}\n`;
  return `[core]\n\tbare = false\n${others}${origin}[branch "main"]\n\tremote = origin\n`;
}
