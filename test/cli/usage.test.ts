// Usage: what a user may type, and what is printed if it is wrong.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { commands } from '../../src/commands/commands.ts';
import { flagOf, settingsOf } from '../../src/options/settings.ts';
import { courseCatalog } from './command.ts';

describe('the command line', () => {
  it('prints the version of the package on stdout', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(await courseCatalog(['--version'])).toEqual({ exitCode: 0, stdout: `${version}\n`, stderr: '' });
  });

  it('prints help on stdout, with every command and option', async () => {
    const { exitCode, stdout } = await courseCatalog(['--help']);
    expect(exitCode).toBe(0);
    for (const { name } of commands) {
      expect(stdout).toMatch(new RegExp(`^  ${name} \\[`, 'mu'));
      const { stdout: help } = await courseCatalog([name, '--help']);
      const shown = [...help.matchAll(/^  (--[\w-]+(?: <[^>]+>)?)/gmu)].map(([, flag]) => flag);
      expect(shown).toEqual(settingsOf(name).map(flagOf));
    }
  });

  it('ends the help of a command with examples, and says what an option does there', async () => {
    const helpOf = async (command: string) =>
      (await courseCatalog([command, '--help'])).stdout.replaceAll(/\s+/gu, ' ');
    const [build, verify, imported] = await Promise.all(['build', 'verify', 'import'].map(helpOf));
    expect(build).toContain('--dry-run list what would change, and write nothing but the files of --changes');
    expect(build).toMatch(/Examples: # .* npx course-catalog build --watch $/u);
    expect(verify).toContain('--base-url <url> address of the site, if no <url> is given --sample');
    expect(verify).toContain('--quiet print only the rules that are broken');
    expect(imported).toContain('--dry-run show the plan and the map of the columns, and write nothing');
  });

  it('exits with 2 and help on stderr if no command is given', async () => {
    const { exitCode, stdout, stderr } = await courseCatalog([]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain('Usage: course-catalog');
  });

  it.each([
    [['biuld'], "unknown command 'biuld'", 'build'],
    [['build', '--page-sise', '3'], "unknown option '--page-sise'", '--page-size'],
    [['check', '--jsno'], "unknown option '--jsno'", '--json'],
    [['build', '--page-links', 'qurey'], '--page-links: takes query or path, not "qurey"', 'did you mean query?'],
    [['build', '--base-url', 'example.org/x'], '--base-url: takes an http or https address', 'https://example.org/x'],
    [['build', '--base-url', 'http://a"b.example'], '--base-url: takes an address such as', 'not "http://a"b.example"'],
    [['build', '--page-size', '0'], '--page-size: takes a whole number from 1 to 10000, not "0"', '--help'],
    [['build', '--latest', 'ten'], '--latest: takes a whole number from 1 to 10000, not "ten"', '--help'],
    [['build', 'data'], 'too many arguments', ''],
    [['build', '--data'], "option '--data <folder>' argument missing", ''],
  ])('exits with 2 and a suggestion for %j', async (args, reported, suggestion) => {
    const { exitCode, stdout, stderr } = await courseCatalog(args);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain(reported);
    expect(stderr).toContain(suggestion);
  });

  it('reports everything that is wrong at once', async () => {
    const { stderr } = await courseCatalog(['build', '--page-size', 'x', '--latest', 'y', '--base-url', 'z']);
    expect(stderr.match(/^error: /gmu)).toHaveLength(3);
  });

  it('exits with 70 and tells where to report it if there is a bug', async () => {
    const { exitCode, stderr } = await courseCatalog(['check'], {
      cwd: () => {
        throw new TypeError('a bug');
      },
    });
    expect(exitCode).toBe(70);
    expect(stderr).toMatch(/This is a bug in course-catalog .*Please report it.* at https:\/\//u);
    expect(stderr).toContain('TypeError: a bug\n    at ');
  });
});
