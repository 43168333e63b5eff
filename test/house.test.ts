// The house: each stage imports only from those after it, and the tables in the README are those of the code (design: the house).
import { readFileSync } from 'node:fs';
import fastGlob from 'fast-glob';
import { describe, expect, it } from 'vitest';
import { routes } from '../src/api/routes.ts';
import { commands } from '../src/commands/commands.ts';
import { rules } from '../src/problems.ts';
import type { Host } from '../src/site/hosts/host.ts';
import { hostNames, hosts } from '../src/site/hosts/hosts.ts';
import { variableOf } from '../src/configuration.ts';
import { settings, settingNames } from '../src/settings.ts';

/** From the door inwards. A file at the top of `src` is a stage of its own. */
const stages = [
  ['bin'],
  ['cli'],
  ['commands'],
  ['session'],
  ['progress'],
  ['watch'],
  ['preview', 'verify', 'init'],
  ['changes'],
  ['configuration'],
  ['settings', 'messages'],
  ['values'],
  ['build'],
  ['output'],
  ['browser'],
  ['site'],
  ['api'],
  ['catalog'],
  ['source'],
  ['html'],
  ['markup'],
  ['names'],
  ['problems'],
  ['amounts'],
];
const rankOf = (path: string) =>
  stages.findIndex((names) => names.includes(path.split('/')[0]?.replace('.ts', '') ?? ''));

describe('the house', () => {
  const files = fastGlob.sync('**/*.{ts,tsx}', { cwd: 'src' });

  it.each(files)('%s imports only from its own stage and those after it', (file) => {
    const text = readFileSync(`src/${file}`, 'utf8');
    const imports = [...text.matchAll(/(?:from|import\() ?'(\.[^']+)'/gu)].map(([, path = '']) =>
      new URL(path, `file:///${file}`).pathname.slice(1),
    );
    expect(rankOf(file)).not.toBe(-1);
    for (const imported of imports)
      expect(rankOf(imported), `${file} imports ${imported}`).toBeGreaterThanOrEqual(rankOf(file));
  });

  it.each(files)('%s opens with a line on what it owns', (file) => {
    expect(readFileSync(`src/${file}`, 'utf8')).toMatch(/^(?:#!.*\n)?\/\/ \S/u);
  });

  const below = files.filter((file) => !['bin.ts', 'cli.ts'].includes(file) && !file.startsWith('browser/'));
  it.each(below)('%s leaves the process alone', (file) => {
    expect(readFileSync(`src/${file}`, 'utf8')).not.toMatch(/\bprocess\.\w|console\.\w/u);
  });
});

describe('the README', () => {
  const readme = readFileSync('README.md', 'utf8');

  it.each(settingNames)('has a row for the setting %s', (name) => {
    const { flag, description } = settings[name];
    const meaning = description.replace(/\(default.*\)/u, '').trim();
    expect(readme).toContain(`| \`${flag}\` | \`${variableOf(name)}\` |`);
    expect(readme).toContain(meaning);
  });

  it.each(Object.values(routes).map(({ path }) => path))('has a row for the endpoint /api/v1/%s', (path) => {
    expect(readme).toContain(path === '' ? '| `/api/v1/` |' : `| \`/api/v1/${path}/\` |`);
  });

  it.each(hostNames)('has a row for the host %s', (name) => {
    const { title, pageLinks, can }: Host = hosts[name];
    expect(readme).toContain(`| \`${name}\` | ${[title, pageLinks, ...Object.values(can)].join(' | ')} |`);
  });

  it.each(commands)('has a line for the command $name', ({ name, argument }) => {
    expect(readme).toContain(`\ncourse-catalog ${name}${argument ? ` [${argument.name}]` : ''}  `);
  });

  it.each(Object.keys(rules))('names the rule %s', (rule) => {
    expect(readme).toContain(`\`${rule}\``);
  });
});
