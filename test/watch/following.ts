// A test case of following: a small source folder, builds with given outcomes, and what is printed.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect } from 'vitest';
import { follow, runUntilStopped, type Follower } from '../../src/commands/follow.ts';
import { resolveSettings } from '../../src/options/configuration.ts';
import { problemAt, ProblemsError, type Rule } from '../../src/problems.ts';
import type { Session } from '../../src/console/session.ts';
import { Sink } from '../cli/command.ts';
import { inFolder, writeFiles } from '../folders.ts';

export interface Case {
  /** The source folder. */
  readonly data: string;
  /** Starts, runs `duringBuild` during each build, and resolves when following has ended. */
  readonly start: (duringBuild?: () => void | Promise<void>) => Promise<true>;
  /** Writes a text to a file of the source. */
  readonly edit: (text: string) => void;
  /** How many builds have started. */
  readonly builds: () => number;
  /** Of each build, whether it is to be reported even if it changed nothing. */
  readonly news: () => readonly boolean[];
  /** Everything that was printed. */
  readonly printed: () => string;
  /** Like Ctrl-C. */
  readonly end: () => Promise<void>;
}

/** Passes a folder to follow to `use`; each build fails with the problem or the error in its place in `outcomes`. */
export async function inCase(
  outcomes: readonly (Rule | Error | undefined)[],
  use: (one: Case) => Promise<void>,
): Promise<void> {
  await inFolder(async (folder) => {
    const data = join(folder, 'data');
    writeFiles(data, { 'courses/a.json': '[]' });
    const ending = new AbortController();
    const printed = new Sink(false);
    const session = sessionIn(folder, printed, ending.signal);
    let builds = 0;
    const news: boolean[] = [];
    let ended: Promise<true> | undefined;
    try {
      await use({
        data,
        start(duringBuild = () => {}) {
          const follower: Follower = {
            name: 'trial',
            async build(_, isNews) {
              news.push(isNews);
              const outcome = outcomes[builds];
              builds += 1;
              await duringBuild();
              if (outcome instanceof Error) throw outcome;
              if (outcome !== undefined) throw problemOf(outcome);
            },
            afterProblems: (isBuilt) => (isBuilt ? ', going on' : ', waiting'),
          };
          ended = runUntilStopped(session, (resources, fail) => follow(session, resources, follower, fail));
          // It may end before anything awaits it.
          ended.catch(() => {});
          return ended;
        },
        edit: (text) => writeFileSync(join(data, 'courses/a.json'), text),
        builds: () => builds,
        news: () => news,
        printed: () => printed.text,
        async end() {
          ending.abort();
          expect(await ended).toBe(true);
        },
      });
    } finally {
      ending.abort();
      await ended?.catch(() => {});
    }
  });
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
      once: () => {},
      off: () => {},
    },
    ...resolveSettings({ flags: { data: join(folder, 'data') }, environment: {}, config: undefined }),
    argument: undefined,
    version: '0.0.0',
    digest: undefined,
    signal,
  };
}
