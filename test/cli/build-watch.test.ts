// `build --watch` as a real process: it builds on every change, prints what it did, and stops on Ctrl-C.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { generateCatalog } from '../../scripts/generate-catalog.ts';
import { siteForEach } from '../build/each-site.ts';
import { faultsOf } from '../build/run.ts';
import { processes } from '../preview/process.ts';

const all = processes();
let [home, data] = ['', ''];
siteForEach((site) => {
  ({ folder: home, data } = site);
  generateCatalog({ courses: 40, directory: data });
});
afterEach(async () => all.endAll());

const rewrite = (change: (text: string) => string) => {
  const file = join(data, 'courses.ndjson');
  writeFileSync(file, change(readFileSync(file, 'utf8')));
};
const titled = (title: string) => (text: string) => text.replace(/"title":"[^"]*"/u, `"title":"${title}"`);

describe('build --watch', () => {
  it('rebuilds on a change, reports a problem and keeps watching, and leaves a build that the next one builds on', async () => {
    const list = join(home, 'changes.txt');
    const build = all.start(['build', '--no-site', '--watch', '--changes', list], { cwd: home });
    await build.waitFor(/^Built 40 courses into dist: .*\n(?:.*\n)*watching data and public; press Ctrl-C to stop\n/u);
    rewrite(titled('Another'));
    await build.waitFor(/ files \(0 added, \d+ changed, 0 removed\), /u);
    expect(readFileSync(list, 'utf8')).toMatch(/^changed api\/v1\/courses\/view\//mu);
    rewrite((text) => `${text}x\n`);
    await build.waitFor(/1 error; the last good build is kept\n/u);
    const sent = readFileSync(list, 'utf8');
    rewrite((text) => text.slice(0, -2));
    await build.waitFor(/ files \(nothing changed\), /u);
    expect(readFileSync(list, 'utf8')).toBe(sent);
    rewrite(titled('A third'));
    await build.waitFor(/(?: changed, 0 removed\)[^]*){2}/u);
    expect(await build.end('SIGINT')).toBe(0);
    expect(faultsOf(join(home, 'dist'), data)).toEqual([]);
    expect(readdirSync(home).toSorted()).toEqual(['.dist.state', 'changes.txt', 'data', 'dist']);
    const after = all.start(['build', '--no-site'], { cwd: home });
    expect(await after.ended).toBe(0);
    expect(after.text()).toContain('(nothing changed)');
  });
});
