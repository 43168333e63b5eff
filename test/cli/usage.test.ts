// Usage and options: what a user may type, what flags, the environment and the configuration file set, and what is wrong with them.
import { UsageError } from '../../src/text/errors.ts';
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { readJsonSync } from 'fs-extra/esm';
import { describe, expect, vi } from 'vitest';
import { fieldOf } from '../../src/catalog/source/record.ts';
import { commands } from '../../src/cli/commands/commands.ts';
import { resolveOptions, variableOf, type OptionSources } from '../../src/options/configuration.ts';
import {
  flagWithValue,
  optionNamesOf,
  helpOf,
  flagOf,
  optionNames,
  optionTable as table,
  type Options,
} from '../../src/options/option-table.ts';
import { it } from '../helpers/fixture.ts';
import { writeFiles } from '../helpers/folders.ts';
import { words } from '../helpers/words.ts';
import { courseCatalog, type Surroundings } from './command.ts';

describe('the command line', () => {
  it('prints the version of the package on stdout', async () => {
    const { version } = readJsonSync('package.json');
    expect(await courseCatalog(['--version'])).toEqual({ exitCode: 0, stdout: `${version}\n`, stderr: '' });
  });

  it('prints help on stdout, with every command and option', async () => {
    const { exitCode, stdout } = await courseCatalog(['--help']);
    expect(exitCode).toBe(0);
    for (const { name } of commands) {
      expect(stdout).toMatch(new RegExp(`^  ${name} \\[`, 'mu'));
      const { stdout: help } = await courseCatalog([name, '--help', '--all']);
      const shown = [...help.matchAll(/^  (--[\w-]+(?: <[^>]+>| \[[^\]]+\])?)/gmu)].map(([, flag]) => flag);
      expect(shown).toEqual(optionNamesOf(name).map(flagWithValue));
    }
  });

  it('has help that fits a screen, and says how to see all options of a command', async () => {
    for (const { name } of commands) {
      const { stdout } = await courseCatalog([name, '--help']);
      expect(stdout.split('\n').length, name).toBeLessThanOrEqual(42);
      const shown = stdout.match(/^ {2}--/gmu)?.length ?? 0;
      const [, hidden = '0', command = ''] = /^(\d+) more options: npx (?:--no )?\S+ (.*)$/mu.exec(stdout) ?? [];
      expect(shown + Number(hidden), name).toBe(optionNamesOf(name).length);
      const { stdout: all } = await courseCatalog(command === '' ? [name, '--help'] : command.split(' '));
      expect(all.match(/^ {2}--/gmu) ?? [], name).toHaveLength(optionNamesOf(name).length);
      expect(all).not.toContain('more options');
    }
  });

  it('ends the help of a command with examples, and says what an option does there', async () => {
    const printed = async (command: string) =>
      (await courseCatalog([command, '--help'])).stdout.replaceAll(/\s+/gu, ' ');
    const [build, verify, imported] = await Promise.all(['build', 'verify', 'import'].map(printed));
    expect(build).toContain('--dry-run show what would change, and leave the output as it is');
    expect(build).toMatch(
      /Examples: # .* npx --no static-course-catalog build --watch \d+ more options: .* build --help --all $/u,
    );
    expect(verify).toContain('--base-url <url> address of the site, if no <url> is given --limit');
    expect(verify).toContain('--quiet print only the rules that are broken');
    expect(imported).toContain('--dry-run show the plan and the map of the columns, and write nothing');
  });

  it('exits with 2 and help on stderr if no command is given', async () => {
    const { exitCode, stdout, stderr } = await courseCatalog([]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain('Usage: static-course-catalog');
  });

  it.each([
    [['biuld'], "unknown command 'biuld'", 'build'],
    [['build', '--page-sise', '3'], "unknown option '--page-sise'", '--page-size'],
    [['check', '--jsno'], "unknown option '--jsno'", '--json'],
    [['build', '--page-links', 'qurey'], '--page-links: expected query or path, got "qurey"', 'did you mean query?'],
    [
      ['build', '--base-url', 'example.org/x'],
      '--base-url: expected an http or https address',
      'https://example.org/x',
    ],
    [
      ['build', '--base-url', 'http://a"b.example'],
      '--base-url: expected an address such as',
      'got "http://a"b.example"',
    ],
    [['build', '--page-size', '0'], '--page-size: expected a whole number from 1 to 10000, got "0"', 'help build'],
    [['build', '--page-size', 'ten'], '--page-size: expected a whole number from 1 to 10000, got "ten"', 'help build'],
    [['build', '--all'], "unknown option '--all'", ''],
    [['check', 'data'], 'check takes no argument, not "data"\n', ''],
    [['build', 'no-data'], 'build takes no argument, not "no-data"\n', ''],
    [['hosts', 'data'], 'hosts takes no argument, not "data"\n', ''],
    [['check', 'data', '--json', 'x'], 'check takes no argument, not "data", "x"\n', ''],
    [['verify', 'https://a', 'b'], 'verify takes one argument, not 2: "https://a", "b"', 'with spaces needs quotes\n'],
    [['build', '--data'], "option '--data <folder>' argument missing", ''],
  ])('exits with 2 and a suggestion for %j', async (args, reported, suggestion) => {
    const { exitCode, stdout, stderr } = await courseCatalog(args);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain(reported);
    expect(stderr).toContain(suggestion);
  });

  it.for([
    ['init', 'npx PACKAGE init', []],
    ['import', 'npx --no static-course-catalog import --prune', ['--prune']],
  ] as const)(
    'shows %s with the name of a file in quotes that was typed without',
    async ([name, command, flags], { folder }) => {
      writeFiles(folder, { 'Mi lista (2).xlsx': '' });
      const args = [name, ...flags, 'Mi', 'lista', '(2).xlsx', '--language', 'Español'];
      const { exitCode, stderr } = await courseCatalog(args, { cwd: () => folder });
      expect(exitCode).toBe(2);
      const finding = `${name} takes one argument, not 3: "Mi", "lista", "(2).xlsx"; a name with spaces needs quotes`;
      expect(stderr).toContain(
        `error: ${finding}: ${command.replace('PACKAGE', relative(folder, '.'))} 'Mi lista (2).xlsx' --language 'Español'\n`,
      );
    },
  );

  it('takes a folder after a command that has no argument for its data, and a build for its output', async ({
    folder,
  }) => {
    writeFiles(folder, { 'my list/providers.csv': '', 'site/api/v1/index.json': '' });
    const suggested = async (...args: string[]) => {
      const { stderr } = await courseCatalog(args, { cwd: () => folder });
      return /did you mean (.*)\?$/mu.exec(stderr)?.[1];
    };
    expect(await suggested('links', 'my list')).toBe(undefined);
    expect(await suggested('check', 'my', 'list', '--json')).toBe("--data 'my list'");
    expect(await suggested('preview', 'my list')).toBe("--data 'my list'");
    expect(await suggested('preview', '--open', 'site')).toBe('--out site');
    expect(await suggested('check', 'site')).toBe('--data site');
  });

  it('reports everything that is wrong at once', async () => {
    const { stderr } = await courseCatalog(['build', '--page-size', 'x', '--threads', 'y', '--base-url', 'z']);
    expect(stderr.match(/^error: /gmu)).toHaveLength(3);
  });

  it('exits with 70 and tells where to report it if there is a bug', async () => {
    const { exitCode, stderr } = await courseCatalog(['check'], {
      cwd: () => {
        throw new TypeError('a bug');
      },
    });
    expect(exitCode).toBe(70);
    expect(stderr).toMatch(
      /^This is a bug in static-course-catalog \S+\. Please report it with the lines below in the repository that this package came from\n/u,
    );
    expect(stderr).toContain('TypeError: a bug\n    at ');
  });
});

const none: OptionSources = { flags: {}, environment: {}, config: undefined };
const settle = (sources: Partial<OptionSources>) => resolveOptions({ ...none, ...sources }).options;
const reasons = (sources: Partial<OptionSources>) => {
  try {
    settle(sources);
  } catch (error) {
    if (error instanceof UsageError) return error.reasons;
    throw error;
  }
  return [];
};

/** Each option accepts one of these that is not its fallback. */
const texts = words`7 7d dead true false 2/3 #abcdef https://example.org/some https://example.org some path index.html nginx gzip csv lines slurm table dmy native provider de logo.svg mailto:a@example.org Us=a.html 2026-11-23 2026-11-23T09:00:00Z {"room":{"label":"Room"}}`;

/** What a command gets for an option that it takes, and where it was set. */
async function taken(name: keyof Options, args: readonly string[], surroundings?: Surroundings): Promise<unknown[]> {
  const row = commands.find((one) => table[name].commands.includes(one.name));
  assert(row);
  const run = vi.spyOn(row, 'run').mockResolvedValue(true);
  await courseCatalog([row.name, ...args], surroundings);
  const [session] = run.mock.lastCall ?? [];
  run.mockRestore();
  return [session?.options[name], session?.origins.get(name)];
}

describe('options', () => {
  it('that a command does not take keep their defaults, and are checked nevertheless', () => {
    const command = 'preview';
    expect(settle({ command, config: '{"json": true, "data": "c"}' })).toMatchObject({ json: false, data: 'c' });
    expect(reasons({ command, config: '{"json": "perhaps"}' })).toHaveLength(1);
  });

  it('that are lists may be arrays in the configuration file', () => {
    for (const config of ['{"precompress": ["gzip", "brotli", "gzip"]}', '{"precompress": "gzip, brotli"}']) {
      expect(settle({ config }).precompress).toEqual(['gzip', 'brotli']);
    }
    expect(settle({ config: '{"precompress": "gzip"}', flags: { precompress: 'none' } }).precompress).toEqual([]);
    expect(settle({ config: '{"dumps": []}' }).dumps).toEqual([]);
    expect(() => settle({ flags: { dumps: 'xlsx' } })).toThrow(
      'ndjson, csv, parquet, moochub, amb or none, got "xlsx"',
    );
    expect(() => settle({ flags: { dumps: 'none,csv' } })).toThrow('ndjson, csv, parquet, moochub or amb, got "none"');
    expect(() => settle({ config: '{"dumps": [""]}' })).toThrow('got ""');
    expect(reasons({ config: '{"data": ["gzip"]}' })).toHaveLength(1);
  });

  it('may be nested as deep as they like', () => {
    const deep = `${'[{"a":'.repeat(100_000)}1${'}]'.repeat(100_000)}`;
    for (const name of ['data', 'fields', 'dumps', 'footerLinks', 'port'])
      expect(reasons({ config: `{"${name}": ${deep}}` }), name).toHaveLength(1);
    expect(reasons({ config: deep })).toHaveLength(1);
    expect(reasons({ config: `{"${'x'.repeat(20_000_000)}": 1}` })).toHaveLength(1);
  });

  it('that are objects in the configuration file keep commas in addresses, and have none in labels', () => {
    const config = '{"footerLinks": {"Us": "https://example.org/a,b?c=d", "Them": "a.html"}}';
    expect(settle({ config }).footerLinks).toEqual([
      { label: 'Us', address: 'https://example.org/a%2Cb?c=d' },
      { label: 'Them', address: 'a.html' },
    ]);
    expect(reasons({ config: '{"footerLinks": {"A,B": "a.html"}}' })).toEqual([
      expect.stringContaining('expected labels without , and =, got "A,B"'),
    ]);
  });

  it.each([
    ['courses.example.org', 'https://courses.example.org'],
    ['localhost:8080', 'http://localhost:8080'],
    ['127.0.0.1:8080/x', 'http://127.0.0.1:8080/x'],
  ])('suggest, for the base address %s, %s', (typed, suggested) => {
    expect(reasons({ flags: { baseUrl: typed } })).toEqual([expect.stringContaining(`did you mean ${suggested}?`)]);
  });

  it('take flags before environment before file before default', () => {
    const config = '{"pageSize": 3, "port": 4, "out": "c"}';
    const environment = { COURSE_CATALOG_PAGE_SIZE: '5', COURSE_CATALOG_OUT: 'b' };
    const { pageSize, port, out, data } = settle({ flags: { out: 'a' }, environment, config });
    expect({ pageSize, port, out, data }).toEqual({ pageSize: 5, port: 4, out: 'a', data: 'data' });
  });

  it.each(optionNames)('have the documented default of %s', (name) => {
    const { help, fallback } = table[name];
    expect(settle({})[name]).toEqual(fallback);
    // A switch that is on is left out by its flag.
    const shown = typeof fallback === 'string' || typeof fallback === 'number' ? String(fallback) : '';
    const [, inWords = shown] = / \(default: (.*)\)$/u.exec(help) ?? [];
    const [, documented = ''] = / \(default: ([^()]*)\)$/u.exec(helpOf(name)) ?? [];
    expect(documented).toBe(inWords);
  });

  it.each([
    ['https://example.org', 'https://example.org'],
    ['https://example.org/', 'https://example.org'],
    ['https://user.github.io/repo', 'https://user.github.io/repo'],
    ['https://user.github.io/repo//', 'https://user.github.io/repo'],
    ['HTTP://Example.ORG:8080/Kurse', 'http://example.org:8080/Kurse'],
    ['https://example.org/open%20data/~a+b(c)', 'https://example.org/open%20data/~a+b(c)'],
    ['https://bücher.example/ä', 'https://xn--bcher-kva.example/%C3%A4'],
    ['http://course_api.local.:65535', 'http://course_api.local.:65535'],
    ['http://127.1:1', 'http://127.0.0.1:1'],
    ['http://[2001:DB8::0:1]:8080', 'http://[2001:db8::1]:8080'],
  ])('accept the base address %s', (typed, baseUrl) => {
    expect(settle({ flags: { baseUrl: typed } }).baseUrl).toBe(baseUrl);
  });

  const refused = words`ftp://example.org https://example.org?x=1 https://example.org#x https://a:b@example.org
    https://example.org/% https://example.org/a%ffb https://example.org/a//b https://example.org/a%2Fb
    https://example.org/a%22b https://example.org/a$b https://example.org/a%0Ab https://example.org/a:b
    https://example.org/* https://example.org/a%5Cb /api`;
  it.each(['', ...refused])('refuse the base address %j', (typed) => {
    expect(reasons({ flags: { baseUrl: typed } })).toHaveLength(1);
  });

  const noHosts = words`http://a"b.example http://a%22b.example http://$host http://{env.HOST} http://*.example.org
    http://it's.example.org http://(a|b).example.org http://a!b.example.org http://a+b,c;d=e&f~g.example.org
    http://-a.example.org http://a-.example.org http://a..example.org http://. http://${'a'.repeat(64)}.example.org
    http://${'a.'.repeat(126)}ab http://1.2.3.256 http://[::1 http://[::g] http://[fe80::1%25eth0]
    http://xn--a.example.org http://XN--zz.example.org http://xn--.example.org http:// http://example.org:0
    http://example.org:65536 http://example.org:http`;
  it.each([...noHosts, 'http://a`b`.example'])(
    'refuse the base address %j, which no host can have, and say which are possible',
    (typed) => {
      const [reason = '', ...others] = reasons({ flags: { baseUrl: typed } });
      expect(others).toEqual([]);
      expect(reason).toMatch(
        /^--base-url: expected an address such as https:.* domain name, .* port from 1 to 65535 .*, got "/u,
      );
      expect(reason).toContain(typed);
    },
  );

  it('refuse all that is wrong in the configuration file at once, with its place, and suggest similar names', async ({
    folder,
  }) => {
    const mistakesIn = async (text: string) => {
      writeFileSync(join(folder, 'course-catalog.config.json'), text);
      const { exitCode, stderr } = await courseCatalog(['check'], { cwd: () => folder });
      expect(exitCode).toBe(2);
      return stderr.split('\n').slice(0, -2);
    };
    const file = 'error: course-catalog.config.json';
    expect(await mistakesIn('{"pagesize": 3,\n  "pageSize": [], "json": "maybe",\n"$schema": "x"}')).toEqual([
      `${file}:1:2 unknown option "pagesize"; did you mean pageSize?`,
      `${file}:2:3 "pageSize": expected a text or a number, got an array or an object`,
      `${file}:2:19 "json": expected true or false, got "maybe"`,
    ]);
    expect(await mistakesIn('{\n  "host": "nginx"\n  "title": "A"\n}\n')).toEqual([
      `${file}:3:3 not JSON: expected a comma`,
    ]);
    expect(await mistakesIn('\ufeff{"pageSize": 0}')).toEqual([
      `${file}:1:2 "pageSize": expected a whole number from 1 to 10000, got "0"`,
    ]);
    expect(await mistakesIn('')).toEqual([`${file}:1:1 the file is empty: write {} or remove it`]);
    for (const text of ['[]', 'null', '3']) {
      expect(await mistakesIn(text)).toEqual([`${file}:1:1 must be one JSON object of options`]);
    }
    expect(await mistakesIn('{"__proto__": {"out": "x"}}')).toEqual([`${file}:1:2 unknown option "__proto__"`]);
    expect(settle({ config: '\ufeff{"pageSize": 3}' }).pageSize).toBe(3);
  });

  it('refuse a variable whose name is similar to one of ours', () => {
    expect(reasons({ environment: { COURSE_CATALOG_BASEURL: 'x', PATH: '/bin' } })).toEqual([
      'unknown environment variable COURSE_CATALOG_BASEURL; did you mean COURSE_CATALOG_BASE_URL?',
    ]);
  });

  it.for(optionNames)('in a folder are the same by flag, by variable and in the file: %s', async (name, { folder }) => {
    const { read, fallback, placeholder, isNegated } = table[name];
    // A flag without a value says that something is on, or that it is off.
    const usual = isNegated ? true : fallback;
    const text = texts.find((one) => reasons({ flags: { [name]: one } }).length === 0 && read(one) !== usual) ?? '';
    const typed = placeholder === undefined ? [flagOf(name)] : [flagOf(name), text];
    const value: unknown = /^(?:\d+|true|false)$/u.test(text) ? JSON.parse(text) : text;
    writeFileSync(join(folder, 'course-catalog.config.json'), JSON.stringify({ [name]: value }));
    expect(await taken(name, typed)).toEqual([read(text), flagOf(name)]);
    const env = { [variableOf(name)]: text };
    expect(await taken(name, [], { env })).toEqual([read(text), variableOf(name)]);
    const inFile = `course-catalog.config.json "${name}"`;
    expect(await taken(name, [], { cwd: () => folder })).toEqual([read(text), inFile]);
  });

  it('take an address in capitals, and editors know it', () => {
    const address = 'HTTPS://EXAMPLE.ORG/';
    expect(settle({ config: JSON.stringify({ license: address }) }).license).toBe('https://example.org/');
    expect(address).toMatch(new RegExp(String(fieldOf(table.license.schema, 'pattern')), 'u'));
  });

  it('are read from course-catalog.config.json in the current folder', async ({ folder }) => {
    writeFileSync(join(folder, 'course-catalog.config.json'), JSON.stringify({ data: join(folder, 'nothing') }));
    const { exitCode, stderr } = await courseCatalog(['check'], { cwd: () => folder });
    expect(exitCode).toBe(1);
    expect(stderr).toContain('nothing: there is no such folder');
  });
});
