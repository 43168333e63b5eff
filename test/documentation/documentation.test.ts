// The documentation: its links lead somewhere, its commands exist, and its tables match the code.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect } from 'vitest';
import { it } from '../helpers/fixture.ts';
import { referencePages } from '../../scripts/reference.ts';
import { routes } from '../../src/api/routes.ts';
import { commands } from '../../src/cli/commands/commands.ts';
import { exampleLines } from '../../src/cli/commands/command.ts';
import type { Host } from '../../src/hosts/host.ts';
import { hostNames, hosts } from '../../src/hosts/hosts.ts';
import { runBuild } from '../build/run.ts';
import { writeFiles } from '../helpers/folders.ts';
import { commandLines, faultsOfLine } from '../init/screen.ts';
import { anchorsIn, blocksOf, documentation, sectionOf, withoutCode } from './markdown.ts';

const textOf = (path: string) => readFileSync(path, 'utf8');

describe.each(documentation)('%s', (path) => {
  it('has links that lead somewhere', () => {
    const links = [...withoutCode(textOf(path)).matchAll(/\]\(([^)\s]+)\)/gu)].map(([, link = '']) => link);
    const broken = links.filter((link) => {
      if (/^https?:/u.test(link)) return !URL.canParse(link);
      const [file = '', anchor] = link.split('#');
      const target = file === '' ? path : join(dirname(path), file);
      return !existsSync(target) || (anchor !== undefined && !anchorsIn(target).includes(anchor));
    });
    expect(broken).toEqual([]);
  });

  it('uses only existing commands and options', () => {
    const lines = blocksOf(textOf(path), '').flatMap(commandLines);
    expect(lines.flatMap(faultsOfLine)).toEqual([]);
  });
});

describe('the README', () => {
  const text = textOf('README.md');

  it('is short enough to be read', () => {
    expect(text.trim().split(/\s+/u).length).toBeLessThanOrEqual(900);
  });

  it('names the package as it is made here', () => {
    const { version }: { version: string } = JSON.parse(textOf('package.json'));
    const named = textOf('docs/hosting/README.md').match(/static-course-catalog-\d[\w.-]*\.tgz/gu) ?? [];
    expect(new Set(named)).toEqual(new Set([`static-course-catalog-${version}.tgz`]));
  });

  it('leads to every document in two steps at most', () => {
    const linksIn = (path: string) =>
      [...withoutCode(textOf(path)).matchAll(/(?<!!)\[[^\]]*\]\(([^)#]+)/gu)].map(([, link = '']) => link);
    const steps = linksIn('README.md').filter((path) => path.endsWith('.md'));
    const reached = new Set(steps.flatMap((path) => [path, ...linksIn(path).map((link) => join(dirname(path), link))]));
    expect(documentation.filter((path) => path !== 'README.md' && !reached.has(path))).toEqual([]);
  });

  it('shows what the API of the sample catalog answers', async ({ folder }) => {
    const [request = '', ...answer] = blocksOf(text, 'console').join('').trimEnd().split('\n');
    const path = /example\.org\/(\S*)/u.exec(request)?.[1] ?? '';
    await runBuild({ data: 'data', out: join(folder, 'dist') });
    const response: unknown = JSON.parse(textOf(join(folder, 'dist', path, 'index.json')));
    const [course] = Array.isArray(response) ? response : [];
    const lines = JSON.stringify(course, undefined, 2).split('\n');
    expect(answer.length).toBeGreaterThan(5);
    expect(answer).toEqual([...lines.slice(0, answer.length - 1), '  …']);
  });
});

describe('docs/reference', () => {
  it.each(Object.entries(referencePages()))('%s is what `npm run reference` would write', (path, text) => {
    expect(textOf(path)).toBe(text);
  });

  it.each(commands)('has examples of $name that the command would accept', (row) => {
    const examples = exampleLines(row, process.cwd()).map((line) => line.replace('npx .', 'npx static-course-catalog'));
    const lines = examples.flatMap(commandLines);
    expect(lines.map(([name]) => name)).toEqual(Object.keys(row.examples).map(() => row.name));
    expect(lines.flatMap(faultsOfLine)).toEqual([]);
  });
});

it.for([
  ['json', 'courses.ndjson'],
  ['yaml', 'courses.yaml'],
  ['csv', 'courses.csv'],
] as const)('docs/source-format.md has one and the same course in %s', async ([language, file], { folder }) => {
  const [courses = ''] = blocksOf(sectionOf('docs/source-format.md', 'In each format'), language);
  const data = {
    'data/providers.json': [{ id: 1, name: 'Example College' }],
    'data/categories.json': [{ id: 2, name: 'Physics' }],
  };
  const texts = Object.entries(data).map(([path, records]) => [path, JSON.stringify(records)]);
  writeFiles(folder, { ...Object.fromEntries(texts), [`data/${file}`]: courses });
  await runBuild({ data: join(folder, 'data'), out: join(folder, 'dist') });
  const latest: unknown = JSON.parse(textOf(join(folder, 'dist/api/v1/courses/latest/index.json')));
  expect(latest).toMatchObject([
    { id: 1, title: 'Optics', language: ['English', 'French'], date_published: '2024-05-28T00:00:00.000000' },
  ]);
});

describe('the tables', () => {
  it.each(Object.values(routes).map(({ path }) => path))('have a row for the endpoint /api/v1/%s', (path) => {
    const row = path === '' ? '| `/api/v1/` |' : `| \`/api/v1/${path}/\` |`;
    expect(textOf('docs/published-files.md')).toContain(row);
  });

  it.each(hostNames)('have a row for the host %s, which leads to its page', (name) => {
    const { title, pageLinks, capabilities }: Host = hosts[name];
    const row = textOf('docs/hosting/README.md')
      .split('\n')
      .find((line) => line.startsWith(`| \`${name}\` |`));
    expect(row?.replace(/\]\([^)]*\)/u, ']')).toBe(
      `| \`${name}\` | [${title}] | ${[pageLinks, ...Object.values(capabilities)].join(' | ')} |`,
    );
  });
});
