// The notes printed after a build: commands that can be pasted, whatever the folder is named.
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import type { Host, Site } from '../../src/hosts/host.ts';
import { hostNames, hosts, type HostName } from '../../src/hosts/hosts.ts';
import { notesFor } from '../../src/hosts/notes.ts';
import { shellWord } from '../../src/text/shell.ts';
import { siteOn } from './site.ts';

const odd = [
  'open data',
  "it's",
  "'",
  '-rf',
  '--x',
  '$HOME',
  '$(id)',
  '`id`',
  'a"b',
  'a\\b',
  'a;b',
  '~',
  '~root',
].concat([
  '*',
  '?',
  '[x]',
  '{a,b}',
  'a=b',
  '=ls',
  '!x',
  '#x',
  '&&',
  '|',
  '<x',
  '(x)',
  'café',
  '中文',
  'two\nlines',
  ' ',
  '%s',
]);

function siteOf(name: HostName, { prefix = '', out = 'dist' }: Partial<Site> = {}): Site {
  return siteOn(hosts[name], { baseUrl: `https://example.org${prefix}`, prefix, out });
}

/** The output of a shell command. */
function shell(script: string): string {
  const { stdout, stderr, status } = spawnSync('sh', ['-c', script], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${script} ended with ${status}: ${stderr}`);
  return stdout;
}

describe('an argument of a command line', () => {
  it.each(odd)('stands for %j in a shell, and not for an option', (text) => {
    expect(shell(`printf %s ${shellWord(text)}`)).toBe(text.startsWith('-') ? `./${text}` : text);
  });

  it.each(['dist', '../site/dist', 'https://user.example.org/caf%C3%A9', '/srv/www'])('is %s unquoted', (text) => {
    expect(shellWord(text)).toBe(text);
  });
});

describe.each(hostNames.filter((name) => name !== 'http-server'))('the notes for %s', (name) => {
  it.each(['', '/catalog', "/it's"])(
    'below "%s" are two to four lines, the last of which verifies the API',
    (prefix) => {
      const notes = notesFor(hosts[name], siteOf(name, { prefix }));
      expect(notes.length).toBeGreaterThanOrEqual(2);
      expect(notes.length).toBeLessThanOrEqual(4);
      expect(notes.filter((note) => note.includes('verify'))).toEqual([notes.at(-1)]);
      const [, address = ''] = /^Verify it: npx course-catalog verify (.*)$/u.exec(notes.at(-1) ?? '') ?? [];
      expect(shell(`printf %s ${address}`)).toBe(`https://example.org${prefix}`);
    },
  );
});

describe('the notes for http-server', () => {
  it('name the preview and no address to verify, since nothing is published', () => {
    const notes = notesFor(hosts['http-server'], siteOf('http-server', { out: "it's" }));
    expect(notes[0]).toBe(String.raw`Preview it: npx course-catalog preview --out 'it'\''s'`);
    expect(notes.join('\n')).not.toContain('verify');
  });
});

const byCommand = [
  'netlify',
  'cloudflare',
  'cloudflare-static',
  'vercel',
  's3-cloudfront',
  'firebase',
  'azure',
] as const;

describe.each(byCommand)('the command that publishes on %s', (name) => {
  it.each(odd)('is passed the folder %j', (out) => {
    const commands = hosts[name].notes(siteOf(name, { out })).flatMap((note) => note.split(/^Publish it: /u).slice(1));
    expect(commands).toHaveLength(1);
    // NUL ends each argument, since a name may have two lines.
    const args = shell(`npx() { printf '%s\\0' "$@"; }; sh() { npx "$@"; }; ${commands[0]}`).split('\0');
    const folder = out.startsWith('-') ? `./${out}` : out;
    expect(args.filter((word) => word === folder || word.startsWith(`${folder}/`))).toHaveLength(1);
  });
});

describe.each([
  ['nginx', /^Put into the server block: (.*;) (include .*;)$/u],
  ['caddy', /, on separate lines: (.*) and (import .*)$/u],
] as const)('the file for %s', (name, pattern) => {
  it.each(['', '/catalog', '/open%20data', "/it's"])('below "%s" opens with the text of its notes', (prefix) => {
    const host: Host = hosts[name];
    const site = siteOf(name, { prefix });
    const directives = host.notes(site).flatMap((note) => pattern.exec(note)?.slice(1) ?? []);
    expect(directives).toHaveLength(2);
    const opening = host.files(site).map(({ text }) => text.split('\n').slice(1, 3));
    expect(opening).toEqual([directives.map((directive) => `#   ${directive}`)]);
  });
});
