// The command blocks of docs/: those that need no account, no other host and no program beyond Git and jq run as they stand, page after page.
import { execFile } from 'node:child_process';
import { chmodSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect } from 'vitest';
import { planInit } from '../../src/cli/init/init.ts';
import { it } from '../helpers/fixture.ts';
import { writeFiles } from '../helpers/folders.ts';
import { isMissing, neededFor } from '../helpers/programs.ts';
import { blocksOf, documentation } from './markdown.ts';

const run = promisify(execFile);
const isSkipped = isMissing('git') || isMissing('jq');

/** What runs here, by the start of each line. Other lines of a block belong to such a command. */
const runs =
  /^(?:npx --no static-course-catalog (?:add --|build|check|diff|hosts|import|init)|git (?:init|add|commit)|jq|for|\(cd|: >)\b/u;
/** What needs more than this machine, or asks. Other tests run what is in these pages. */
const needsMore = /[A-Z]+:[A-Z]+|import courses\.csv|import --again|\| (?:parallel|rsync)|\/dev\/shm/u;

const pages = documentation
  .filter((path) => path.startsWith('docs/') && !path.startsWith('docs/reference/'))
  .map((path) => ({
    path,
    blocks: ['', 'sh'].flatMap((language) => blocksOf(readFileSync(path, 'utf8'), language)).filter(isRun),
  }))
  .filter(({ blocks }) => blocks.length > 0);

function isRun(block: string): boolean {
  const commands = block.replaceAll(/\\\n/gu, '').trim().split(/\n+/u);
  return commands.every((line) => runs.test(line.trim()) && !needsMore.test(line));
}

describe.skipIf(isSkipped)(`the command blocks that run here${neededFor('git')}${neededFor('jq')}`, () => {
  it('are of many pages', () => {
    expect(pages.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        'docs/adding-courses.md',
        'docs/large-catalogs.md',
        'docs/review.md',
        'docs/hosting/nginx.md',
      ]),
    );
    expect(pages.length).toBeGreaterThan(14);
  });

  it.for(pages)('of $path', async ({ blocks }, { folder }) => {
    const catalog = join(folder, 'catalog');
    writeFiles(folder, {
      'catalog/.keep': '',
      'bin/npx': `#!/bin/sh\nshift 2\nexec ${process.execPath} ${resolve('lib/bin.js')} "$@"\n`,
    });
    const git = 'git -c init.defaultBranch=main';
    const env = {
      PATH: `${join(folder, 'bin')}:${process.env['PATH']}`,
      HOME: folder,
      GIT_CONFIG_NOSYSTEM: '1',
      ...Object.fromEntries(
        ['AUTHOR', 'COMMITTER'].flatMap((who) => [
          [`GIT_${who}_NAME`, 'Ada'],
          [`GIT_${who}_EMAIL`, 'ada@example.org'],
        ]),
      ),
    };
    const shell = async (script: string) =>
      run('bash', ['--noprofile', '--norc', '-euo', 'pipefail', '-c', script], { cwd: catalog, env });
    chmodSync(join(folder, 'bin/npx'), 0o755);
    // A page that begins a catalog does so in an empty folder; others have one that was published.
    if (!blocks[0]?.includes(' init --host')) {
      planInit({ folder: catalog, host: 'preview', baseUrl: 'https://courses.example.org', version: '1.0.0' })();
      await shell(
        `${git} init -q && git add . && git commit -qm Begin && git update-ref refs/remotes/origin/main HEAD`,
      );
    }
    for (const block of blocks) await shell(block);
  });
});
