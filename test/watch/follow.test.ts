// Following: what is reported of failing builds, when, and what is retried.
import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect } from 'vitest';
import { follow, type Follower } from '../../src/cli/follow.ts';
import type { Session } from '../../src/cli/session.ts';
import { resolveOptions } from '../../src/options/configuration.ts';
import { problemAt, ProblemsError, type Rule } from '../../src/text/problems.ts';
import { Sink } from '../cli/command.ts';
import { it as folderTest } from '../helpers/fixture.ts';
import { writeFiles } from '../helpers/folders.ts';
import { until } from '../preview/until.ts';

/** Vitest's `it` with a folder to follow: each build fails with the problem or the error in its place in `outcomes`. */
const it = folderTest.extend(
  'inCase',
  ({ folder, onTestFinished }) =>
    (outcomes: readonly (Rule | Error | undefined)[]) => {
      const data = join(folder, 'data');
      writeFiles(data, { 'courses/a.json': '[]' });
      const ending = new AbortController();
      const printed = new Sink(false);
      const session = sessionIn(folder, printed, ending.signal);
      /** Of each build that started, whether it is to be reported even if it changed nothing. */
      const news: boolean[] = [];
      let ended: Promise<true> | undefined;
      onTestFinished(async () => {
        ending.abort();
        await ended?.catch(() => {});
      });
      return {
        data,
        /** Starts, runs `duringBuild` during each build, and resolves when following has ended. */
        start: async (duringBuild: () => void | Promise<void> = () => {}): Promise<true> => {
          const follower: Follower = {
            name: 'trial',
            async build({ hasNewProblems }) {
              const outcome = outcomes[news.length];
              news.push(hasNewProblems);
              await duringBuild();
              if (outcome instanceof Error) throw outcome;
              if (outcome !== undefined) throw problemOf(outcome);
            },
            afterProblems: (isBuilt) => (isBuilt ? ', going on' : ', waiting'),
          };
          ended = follow(session, follower);
          // It may end before anything awaits it.
          ended.catch(() => {});
          return ended;
        },
        edit: (text: string): void => writeFileSync(join(data, 'courses/a.json'), text),
        builds: (): number => news.length,
        news,
        printed: (): string => printed.text,
        /** Like Ctrl-C. */
        end: async (): Promise<void> => {
          ending.abort();
          if ((await ended) !== true) throw new Error('it has not ended by Ctrl-C');
        },
      };
    },
);

describe.concurrent('following a source', () => {
  it('reports nothing of a file that is valid again a moment later', async ({ inCase }) => {
    const { start, edit, builds, printed, end } = inCase([undefined, 'file-syntax']);
    void start();
    await until(() => builds() === 1);
    edit('half');
    await until(() => builds() === 2);
    edit('half and half');
    await until(() => builds() === 3);
    await settle();
    await end();
    expect(printed()).toBe('');
  });

  it('has the first build after a reported problem reported, though it may have changed nothing', async ({
    inCase,
  }) => {
    const { start, edit, builds, news, printed, end } = inCase([undefined, 'file-syntax']);
    void start();
    await until(() => builds() === 1);
    edit('1');
    await until(() => printed().includes('file-syntax'));
    for (const build of [3, 4]) {
      edit(String(build));
      await until(() => builds() === build);
    }
    await end();
    expect(news).toEqual([true, false, true, false]);
  });

  it('builds once for each edit, though every build replaces a hidden file of the source', async ({ inCase }) => {
    const { data, start, edit, builds, end } = inCase([]);
    const journal = join(data, '.journal.ndjson');
    writeFileSync(journal, '');
    void start(() => {
      writeFileSync(`${journal}.part`, String(builds()));
      renameSync(`${journal}.part`, journal);
    });
    for (const build of [1, 2, 3]) {
      await until(() => builds() === build);
      await settle();
      expect(builds()).toBe(build);
      if (build < 3) edit(String(build));
    }
    await end();
  });

  it('says of a source that stays broken what it waits for, or that a build is being served', async ({ inCase }) => {
    const { start, edit, builds, printed, end } = inCase(['file-syntax', 'field-value', undefined, 'id-unique']);
    void start();
    await until(() => printed().includes('file-syntax'));
    edit('1');
    await until(() => printed().includes('field-value'));
    edit('2');
    await until(() => builds() === 3);
    edit('3');
    await until(() => printed().includes('id-unique'));
    expect(printed().match(/1 error, .+/gu)).toEqual(['1 error, waiting', '1 error, waiting', '1 error, going on']);
    await end();
  });

  it('retries silently while another build holds the folder or the journal, also for the first build', async ({
    inCase,
  }) => {
    const { start, edit, builds, printed, end } = inCase(['output-busy', undefined, 'journal-busy', undefined]);
    void start();
    await until(() => builds() === 2);
    edit('1');
    await until(() => builds() === 4);
    await settle();
    await end();
    expect([builds(), printed()]).toEqual([4, '']);
  });

  it('reports once that another build keeps holding the folder', async ({ inCase }) => {
    const { start, builds, printed, end } = inCase(['output-busy', 'output-busy', 'output-busy']);
    void start();
    await until(() => builds() === 4);
    await end();
    expect(printed().match(/found output-busy/gu)).toHaveLength(1);
    expect(printed()).toContain('1 error; retrying until it is free\n');
  });

  it('reports nothing of a source that changed while it was read, and builds it', async ({ inCase }) => {
    const { start, builds, printed, edit, end } = inCase(['source-changed', 'source-changed']);
    void start(() => {
      if (builds() < 3) edit(`${builds()}`);
    });
    await until(() => builds() === 3);
    await settle();
    await end();
    expect([builds(), printed()]).toEqual([3, '']);
  });

  it('ends if the first build fails by something that no edit can fix', async ({ inCase }) => {
    for (const rule of ['output-write', 'changes-write'] as const)
      await expect(inCase([rule]).start()).rejects.toThrow(`found ${rule}`);
  });

  it('continues if a later build cannot write, and on Ctrl-C drops what it has not reported yet', async ({
    inCase,
  }) => {
    const { start, edit, builds, printed, end } = inCase([undefined, 'output-write', 'file-syntax']);
    void start();
    await until(() => builds() === 1);
    edit('1');
    await until(() => printed().includes('output-write'));
    edit('2');
    await until(() => builds() === 3);
    await end();
    await settle();
    expect(printed()).not.toContain('file-syntax');
  });

  it('ends with the failure if a later build fails by a bug', async ({ inCase }) => {
    const { start, edit, builds } = inCase([undefined, new TypeError('a bug')]);
    const ended = start();
    await until(() => builds() === 1);
    edit('1');
    await expect(ended).rejects.toThrow('a bug');
  });

  it('builds the last edit, however the files are written, renamed and moved meanwhile', async ({ inCase }) => {
    const { start, data, builds, printed, end } = inCase([]);
    let read = '';
    void start(async () => {
      read = contentOf(data);
      await pause(5);
    });
    for (let round = 1; round <= 150; round += 1) {
      storm(data, round);
      // Some of them at once, some during a build, some after it.
      if (round % 3 === 0) await pause(round % 40);
    }
    await until(() => read === contentOf(data));
    expect(read).toContain('150');
    // Whatever the storm did to the watch, it notices the next edit.
    const before = builds();
    appendFileSync(join(data, 'courses/deep/d.json'), '!');
    await until(() => builds() > before);
    await end();
    expect(printed()).toBe('');
  });
});

/** Longer than any report is delayed; only needed where nothing may happen. */
const settle = () => pause(700);

/** An edit of each kind: saved in place, by renaming, by removing; folders moved away and back, created and removed. */
function storm(data: string, round: number): void {
  const [courses, aside] = [join(data, 'courses'), join(data, 'aside')];
  const text = `[${round}]`;
  renameSync(courses, aside);
  writeFileSync(join(aside, 'a.json'), text);
  renameSync(aside, courses);
  writeFileSync(join(courses, '.b.json.tmp'), text);
  renameSync(join(courses, '.b.json.tmp'), join(courses, 'b.json'));
  rmSync(join(courses, 'deep'), { recursive: true, force: true });
  mkdirSync(join(courses, 'deep'));
  writeFileSync(join(courses, 'deep/c.json'), text);
  renameSync(join(courses, 'deep/c.json'), join(courses, 'deep/d.json'));
}

function contentOf(data: string): string {
  try {
    return ['a.json', 'b.json', 'deep/d.json'].map((name) => readFileSync(join(data, 'courses', name), 'utf8')).join();
  } catch {
    return 'in between';
  }
}

function problemOf(rule: Rule): ProblemsError {
  return new ProblemsError([problemAt('somewhere', undefined, '', { rule, finding: `found ${rule}` })]);
}

function sessionIn(folder: string, stderr: Sink, signal: AbortSignal): Session {
  return {
    io: {
      argv: [],
      env: {},
      stdin: Readable.from([]),
      stdout: new Sink(false),
      stderr,
      cwd: () => folder,
      on: () => {},
      off: () => {},
    },
    ...resolveOptions({ flags: { data: join(folder, 'data') }, environment: {}, config: undefined }),
    argument: undefined,
    version: '0.0.0',
    repository: undefined,
    signal,
  };
}
