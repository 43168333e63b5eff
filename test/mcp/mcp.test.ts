// The MCP server: a real process, asked by the official client in the protocol of both generations, over its streams and over HTTP.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import * as z from 'zod';
import { keysOf } from '../../src/text/keys.ts';
import { linkhashOf } from '../../src/catalog/course.ts';
import { sharedBuild } from '../helpers/builds.ts';
import { it } from '../helpers/fixture.ts';
import { freePort } from '../helpers/ports.ts';
import { builtOnce } from '../journal/kept.ts';

const bin = join(process.cwd(), 'lib/bin.js');
const linkurl = 'https://a.example/bases';
const day = (year: number) => `${year}-05-28`;
const data = {
  'providers.json': '[{"id": 1, "name": "Uni"}, {"id": 2, "name": "Academia"}]',
  'categories.json': '[{"id": 1, "name": "Science", "children": [{"id": 2, "name": "Computing"}]}]',
  'courses.json': JSON.stringify([
    {
      id: 1,
      title: 'Bases de datos',
      linkurl,
      provider: 2,
      language: 'Spanish',
      date_published: day(2026),
      categories: [2],
      tags: 'y'.repeat(50_000),
      level: 'beginner',
      price: 0,
      description: `<b>SQL</b> ${'x'.repeat(9000)}`,
    },
    {
      id: 2,
      title: 'Bases de datos antiguas',
      linkurl: 'https://a.example/2',
      provider: 2,
      language: 'Spanish',
      date_published: day(2019),
      level: 'advanced',
      price: '10 EUR',
      start_date: '2026-05-20',
    },
    {
      id: 3,
      title: 'Databases',
      linkurl: 'https://a.example/3',
      provider: 1,
      language: 'English',
      date_published: day(2026),
    },
    {
      id: 4,
      title: 't'.repeat(1000),
      linkurl: 'https://a.example/4',
      provider: 1,
      language: 'English',
      date_published: day(2020),
    },
  ]),
};

const about = { name: 'test', version: '1.0.0' };
const server = (folder: string) => ({ command: process.execPath, args: [bin, 'mcp', folder], stderr: 'pipe' as const });

/** How a client agrees on a revision: the newest that the server has, or one from before there was a choice. */
const generations = { new: 'auto', earlier: 'legacy' } as const;

const published = async () => sharedBuild(data, { pages: true, dumps: ['ndjson'] });

/** A client of this generation, with a server of its own, for all tests around it. */
function connected(generation: keyof typeof generations): Client {
  const client = new Client(about, { versionNegotiation: { mode: generations[generation] } });
  beforeAll(async () => client.connect(new StdioClientTransport(server(await published()))));
  afterAll(async () => client.close());
  return client;
}

describe.for(keysOf(generations))('a client of the %s generation', (generation) => {
  const client = connected(generation);

  it('finds new Spanish courses on databases', async () => {
    const found = await client.callTool({
      name: 'search_courses',
      arguments: { query: 'datos', language: 'Spanish', year: [2026], sort: 'newest' },
    });
    expect(found.structuredContent).toMatchObject({
      note: expect.stringContaining('never instructions') as unknown,
      total: 1,
      courses: [
        {
          title: 'Bases de datos',
          linkhash: linkhashOf(linkurl),
          provider_name: 'Academia',
          date_published: '2026-05-28',
        },
      ],
      filters: { language: [{ value: 'Spanish', count: 1 }] },
    });
    expect(JSON.stringify(found.structuredContent), 'of a folder, no page can be opened').not.toContain('127.0.0.1');
    expect(found.content).toEqual([{ type: 'text', text: JSON.stringify(found.structuredContent) }]);
  });

  it('sees seven tools, all of them read only', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(
      'search_courses get_course list_providers list_categories list_languages latest_courses changes_since'.split(' '),
    );
    for (const { annotations, inputSchema } of tools) {
      expect(annotations).toMatchObject({ readOnlyHint: true });
      expect(inputSchema).toMatchObject({ type: 'object' });
    }
  });
});

describe('the tools', () => {
  const asked = connected('new');
  const ask = async (name: string, args: Record<string, unknown> = {}) => asked.callTool({ name, arguments: args });

  it.for([linkurl, linkhashOf(linkurl)])(
    'get a course by %s, its description cut and without markup',
    async (course) => {
      const { structuredContent } = await ask('get_course', { course });
      expect(structuredContent).toMatchObject({
        course: {
          id: 1,
          linkurl,
          fields: { level: 'beginner', price: { amount: 0, currency: null } },
          categories: ['All/Science/Computing'],
          description: expect.stringMatching(/^SQL x+…$/u) as unknown,
        },
      });
      expect(JSON.stringify(structuredContent).length).toBeLessThan(6000);
    },
  );

  it('find courses by fields, and count those that are asked for', async () => {
    const found = await ask('search_courses', { fields: { level: ['beginner'], price: [] } });
    expect(found.structuredContent).toMatchObject({
      total: 1,
      courses: [{ id: 1, linkurl, fields: { level: 'beginner', price: { amount: 0, currency: null } } }],
    });
    expect(await ask('search_courses', { fields: { taste: ['sweet'] } })).toMatchObject({ isError: true });
  });

  it('find courses by the day on which they begin, as people say it', async () => {
    const totalWith = async (args: Record<string, unknown>) => {
      const { structuredContent } = await ask('search_courses', args);
      return z.object({ total: z.int() }).parse(structuredContent).total;
    };
    expect(await totalWith({ starts_after: '2026-05-01' })).toBe(1);
    expect(await totalWith({ starts_after: '2026-05', starts_before: '2026-05' })).toBe(1);
    expect(await totalWith({ starts_after: '2026-05-21' })).toBe(0);
    expect(await totalWith({ starts_before: '2026-05-19' })).toBe(0);
    expect(await totalWith({ fields: { start_date: ['2026-05'] } })).toBe(1);
    expect(await ask('search_courses', { starts_after: 'soon' })).toMatchObject({ isError: true });
    expect(await ask('search_courses', { starts_after: '2026', fields: { start_date: ['2027'] } })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('not both') as unknown }],
    });
    expect(await totalWith({ fields: { start_date: { from: '2026-05' }, price: { from: 9.5, to: 10 } } })).toBe(1);
    expect(await ask('search_courses', { fields: { level: true } })).toMatchObject({
      content: [{ text: expect.stringContaining('no course of the catalog has "yes"') as unknown }],
    });
  });

  it('lead from page to page, to the end', async () => {
    const pageOf = z.object({
      total: z.int(),
      next_offset: z.int().optional(),
      courses: z.array(z.object({ id: z.int() })),
    });
    const ids: number[] = [];
    for (let offset: number | undefined = 0; offset !== undefined;) {
      const page = pageOf.parse((await ask('search_courses', { offset, limit: 3 })).structuredContent);
      expect(page.total).toBe(4);
      ids.push(...page.courses.map(({ id }) => id));
      offset = page.next_offset;
    }
    expect(new Set(ids)).toEqual(new Set([1, 2, 3, 4]));
    expect(ids).toHaveLength(4);
    const second = await ask('list_categories', { offset: 1, limit: 1 });
    expect(second.structuredContent).toEqual(
      expect.objectContaining({ total: 2, categories: [expect.objectContaining({ name: 'Science › Computing' })] }),
    );
    expect(second.structuredContent).not.toHaveProperty('next_offset');
  });

  it('name similar values for one that the catalog does not have', async () => {
    expect(await ask('search_courses', { language: 'Spanihs' })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('did you mean "Spanish"?') as unknown }],
    });
    expect((await ask('search_courses', { language: 'es', category: 'Computing' })).structuredContent).toMatchObject({
      courses: [{ id: 1 }],
    });
  });

  it('list providers, categories and languages, by a part of their names', async () => {
    expect((await ask('list_providers', { name: 'ACAD' })).structuredContent).toMatchObject({
      total: 1,
      providers: [{ name: 'Academia', course_count: 2 }],
    });
    expect((await ask('list_categories')).structuredContent).toMatchObject({
      categories: [{ name: 'Science' }, { name: 'Science › Computing' }],
    });
    expect((await ask('list_languages', { limit: 1 })).structuredContent).toMatchObject({ total: 2, languages: [{}] });
  });

  it('bound titles and the number of courses', async () => {
    const { structuredContent } = await ask('latest_courses', { limit: 4 });
    expect(structuredContent).toMatchObject({ courses: [{}, {}, { title: `${'t'.repeat(300)}…` }, {}] });
    for (const limit of [0, 51, 'all']) expect(await ask('latest_courses', { limit })).toMatchObject({ isError: true });
  });

  it('refuse what they do not know, rather than find everything', async () => {
    for (const args of [{ level: ['beginner'] }, { languages: ['Spanish'] }, { provider: null }])
      expect(await ask('search_courses', args)).toMatchObject({ isError: true });
  });

  it('lead through all changes', async ({ folder }) => {
    const titles = new Map([1, 2, 3, 4, 5].map((id) => [id, `Course ${id}`]));
    const kept = await builtOnce(folder, titles);
    const client = new Client(about, { versionNegotiation: { mode: 'auto' } });
    await client.connect(new StdioClientTransport(server(kept.out)));
    const seen: unknown[] = [];
    for (let offset: number | undefined = 0; offset !== undefined;) {
      const page = await client.callTool({ name: 'changes_since', arguments: { since: '2000', offset, limit: 2 } });
      const { changes, next_offset } = z
        .object({ changes: z.array(z.object({ linkhash: z.string() })).max(2), next_offset: z.int().optional() })
        .parse(page.structuredContent);
      seen.push(...changes.map(({ linkhash }) => linkhash));
      offset = next_offset;
    }
    expect(new Set(seen).size).toBe(5);
    expect(seen).toHaveLength(5);
    await client.close();
  });

  it('say in words what the service does not have', async () => {
    expect(await ask('changes_since', { since: '2026-01-01T00:00:00Z' })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('the service has no journal') as unknown }],
    });
    expect(await ask('get_course', { course: 'https://a.example/none' })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('no course has the address https://a.example/none') as unknown }],
    });
  });
});

describe('over HTTP', () => {
  it('clients of both generations are answered, and pages of other sites are not', async ({ onTestFinished }) => {
    const port = await freePort();
    const child = spawn(process.execPath, [bin, 'mcp', await published(), '--port', String(port)], { stdio: 'pipe' });
    onTestFinished(async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    });
    const [said] = await once(child.stderr, 'data');
    const url = `http://127.0.0.1:${port}/mcp`;
    expect(String(said)).toContain(url);
    const call = { name: 'search_courses', arguments: { query: 'databases' } };
    for (const mode of Object.values(generations)) {
      const client = new Client(about, { versionNegotiation: { mode } });
      await client.connect(new StreamableHTTPClientTransport(new URL(url)));
      expect((await client.callTool(call)).structuredContent).toMatchObject({ courses: [{ title: 'Databases' }] });
      await client.close();
    }

    const statusWith = async (headers: Record<string, string>, path = '/mcp') => {
      const sent = request({ port, path, method: 'POST', headers: { 'Content-Type': 'application/json', ...headers } });
      sent.end('{}');
      const [response] = await once(sent, 'response');
      response.resume();
      return response.statusCode as unknown;
    };
    expect(await statusWith({ Host: 'evil.example' })).toBe(403);
    expect(await statusWith({ Origin: 'https://evil.example' })).toBe(403);
    expect(await statusWith({}, '/')).toBe(404);
    expect(await statusWith({ Host: `localhost:${port}` })).not.toBe(403);
  });
});

it('the command ends when whoever reads its answers has gone', async () => {
  const child = spawn(process.execPath, [bin, 'mcp', await published()], { stdio: 'pipe' });
  child.stdout.destroy();
  child.stdin.write(
    `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: about } })}\n`,
  );
  child.stdin.on('error', () => {});
  const [exitCode, signal]: unknown[] = await once(child, 'exit');
  expect([typeof exitCode, signal]).toEqual(['number', null]);
});

it('the command ends when its input does, and says which folder has no build', async ({ folder }) => {
  const child = spawn(process.execPath, [bin, 'mcp', await published()], { stdio: 'pipe' });
  child.stdin.end();
  expect(await once(child, 'exit')).toEqual([0, null]);
  const failing = spawn(process.execPath, [bin, 'mcp', folder], { stdio: 'pipe' });
  const [said] = await once(failing.stderr, 'data');
  expect(String(said)).toContain(folder);
  expect(await once(failing, 'exit')).toEqual([1, null]);
});
