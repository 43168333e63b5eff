// The notes printed after a build: commands that can be pasted, whatever the folder is named.
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import type { Host } from '../../src/hosts/host.ts';
import { hostNames, hosts } from '../../src/hosts/hosts.ts';
import { notesFor } from '../../src/hosts/notes.ts';
import { shellWord } from '../../src/text/shell.ts';
import { filesOn, siteOn } from './build-for.ts';

const odd = ['open data', String.raw`a\b`, ' ', 'two\nlines'].concat(
  `it's ' -rf --x $HOME $(id) \`id\` a"b a;b ~ ~root * ? [x] {a,b} a=b =ls !x #x && | <x (x) café 中文 %s`.split(' '),
);

/** The output of a shell command. */
function shell(script: string): string {
  const { stdout, stderr, status } = spawnSync('sh', ['-c', script], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${script} ended with ${status}: ${stderr}`);
  return stdout;
}

/** The arguments that each command gets from a shell. NUL ends each one, since a name may have two lines. */
function argumentsOf(commands: readonly string[], name: string): string[][] {
  const print = `${name}() { printf '%s\\0' "$@"; printf '\\0'; }; sh() { ${name} "$@"; }`;
  const calls = shell([print, ...commands].join('\n'))
    .split('\0\0')
    .slice(0, -1);
  return calls.map((call) => call.split('\0'));
}

/** A folder as it stands in a command: never like an option. */
const asArgument = (text: string) => (text.startsWith('-') ? `./${text}` : text);

describe('an argument of a command line', () => {
  it('stands for any text in a shell, and not for an option', () => {
    const [found] = argumentsOf([`show ${odd.map(shellWord).join(' ')}`], 'show');
    expect(found).toEqual(odd.map(asArgument));
  });

  it.each(['dist', '../site/dist', 'https://user.example.org/caf%C3%A9', '/srv/www'])('is %s unquoted', (text) => {
    expect(shellWord(text)).toBe(text);
  });
});

describe.each(hostNames.filter((name) => name !== 'http-server'))('the notes for %s', (name) => {
  it('are two to four lines, the last of which verifies the API', () => {
    for (const prefix of ['', '/catalog', "/it's"]) {
      const notes = notesFor(hosts[name], siteOn(name, prefix));
      expect(notes.length).toBeGreaterThanOrEqual(2);
      expect(notes.length).toBeLessThanOrEqual(4);
      expect(notes.filter((note) => note.includes('verify'))).toEqual([notes.at(-1)]);
      const [, address = ''] = /^Verify it: npx course-catalog verify (.*)$/u.exec(notes.at(-1) ?? '') ?? [];
      expect(shell(`printf %s ${address}`)).toBe(`https://example.org${prefix}`);
    }
  });
});

it('the notes for http-server name the preview and no address to verify, since nothing is published', () => {
  const notes = notesFor(hosts['http-server'], siteOn('http-server', '', { out: "it's" }));
  expect(notes[0]).toBe(String.raw`Preview it: npx course-catalog preview --out 'it'\''s'`);
  expect(notes.join('\n')).not.toContain('verify');
});

describe.each(['netlify', 'cloudflare', 'cloudflare-static', 'vercel', 's3-cloudfront', 'firebase', 'azure'] as const)(
  'the command that publishes on %s',
  (name) => {
    it('is passed the folder, whatever its name', () => {
      const commands = odd.flatMap((out) =>
        hosts[name].notes(siteOn(name, '', { out })).flatMap((note) => note.split(/^Publish it: /u).slice(1)),
      );
      const folders = argumentsOf(commands, 'npx').map((args, at) => {
        const folder = asArgument(odd[at] ?? '');
        return args.filter((word) => word === folder || word.startsWith(`${folder}/`)).length;
      });
      expect(folders).toEqual(odd.map(() => 1));
    });
  },
);

describe.each([
  ['nginx', /^Put into the server block: (.*;) (include .*;)$/u],
  ['caddy', /, on separate lines: (.*) and (import .*)$/u],
] as const)('the file for %s', (name, pattern) => {
  it.each(['', '/catalog', '/open%20data', "/it's"])('below "%s" opens with the text of its notes', (prefix) => {
    const host: Host = hosts[name];
    const directives = host.notes(siteOn(name, prefix)).flatMap((note) => pattern.exec(note)?.slice(1) ?? []);
    expect(directives).toHaveLength(2);
    const opening = filesOn(name, prefix).map(({ text }) => text.split('\n').slice(1, 3));
    expect(opening).toEqual([directives.map((directive) => `#   ${directive}`)]);
  });
});
