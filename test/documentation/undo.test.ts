// The page on how to undo a publication: its commands for a server of one's own, with builds beside each other.
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { runCommands } from '../changed-files/between.ts';
import { it } from '../helpers/fixture.ts';
import { snapshot, writeFiles } from '../helpers/folders.ts';
import { isMissing, neededFor } from '../helpers/programs.ts';
import { blocksOf } from './markdown.ts';

const [publish = '', undo = ''] = blocksOf(readFileSync('docs/hosting/undo.md', 'utf8'), 'sh');

it.skipIf(isMissing('rsync'))(
  `a build that was published beside the one before is undone by a link${neededFor('rsync')}`,
  async ({ folder }) => {
    const inFolder = (commands: string) => runCommands(commands.replaceAll('/srv/catalogs', `'${folder}'`), folder);
    const live = join(folder, 'live');
    const builds = () => readdirSync(folder).filter((name) => name.startsWith('2'));
    writeFiles(join(folder, 'incoming'), { 'index.html': 'first', 'same.json': '{}' });
    await inFolder(publish);
    const first = snapshot(live);
    const [earlier = ''] = builds();
    writeFiles(join(folder, 'incoming'), { 'index.html': 'second', 'same.json': '{}', 'new.json': '[]' });
    // Builds are more than a second apart, and keep the time of files that are the same.
    await inFolder(`sleep 1.1\ntouch -r live/same.json incoming/same.json\n${publish}`);
    expect(snapshot(live)).toEqual(snapshot(join(folder, 'incoming')));
    expect(builds()).toHaveLength(2);
    // What is the same is there once.
    expect(statSync(join(live, 'same.json')).nlink).toBe(2);

    await inFolder(undo.replace(/2026\S+/u, earlier));
    expect([readlinkSync(live), snapshot(live)]).toEqual([earlier, first]);
  },
);
