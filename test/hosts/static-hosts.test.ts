// Hosts of which no engine can be had, answering as their documents and sources say; and the files of all hosted presets.
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addressPatterns, isParameter } from '../../src/site/hosts/addresses.ts';
import type { Host } from '../../src/site/hosts/host.ts';
import { hosts } from '../../src/site/hosts/hosts.ts';
import { inFolder } from '../folders.ts';
import { rulesWith, verified } from '../verify/verified.ts';
import { buildFor } from './build-for.ts';
import { faultsOf } from './engines/faults.ts';
import { githubPagesHost } from './engines/github-pages.ts';
import { gitlabPagesHost } from './engines/gitlab-pages.ts';
import { withHost, type Plan } from './engines/hosted.ts';
import { ask } from './servers/ask.ts';

/** What verify says of both: neither reads a query, headers or methods, and a 404 is typed as a page. */
const limits = [
  'next-by-path',
  'unknown-body',
  'page-query',
  'page-unknown',
  'vary',
  'allow',
  'options',
  'methods',
  'methods-body',
];

const engines = [
  { host: 'github-pages', serve: githubPagesHost },
  { host: 'gitlab-pages', serve: gitlabPagesHost },
] as const;

describe.each(engines)('a build for $host', ({ host, serve }) => {
  const plans: Plan[] = ['', '/courses'].map((prefix) => ({ host, serve, prefix }));

  it.each(plans)('below "$prefix" answers every probe and is walked to its end', async (plan) => {
    await withHost(plan, async (hosted) => expect(await faultsOf(host, hosted)).toEqual([]));
  });

  it.each(plans)('below "$prefix" is whole for verify, but for what the host cannot do', async (plan) => {
    const report = await withHost(plan, async ({ baseUrl }) => verified(baseUrl));
    expect(rulesWith(report, 'broken')).toEqual([]);
    expect(rulesWith(report, 'unsupported')).toEqual(limits);
  });

  it.each(plans)('below "$prefix" leads to the last slash, and is read by pages of every origin', async (plan) => {
    await withHost(plan, async ({ baseUrl }) => {
      const path = `${plan.prefix}/api/v1/providers`;
      const { status, headers } = await ask(baseUrl, { path });
      expect([301, 302]).toContain(status);
      expect(headers.get('location')?.endsWith(`${path}/`)).toBe(true);
      const read = await ask(baseUrl, { path: `${path}/`, headers: { Origin: 'https://example.org' } });
      expect(read.headers.get('access-control-allow-origin')).toBe('*');
    });
  });

  it('with the wrong form of links is caught by verify, which names the right one', async () => {
    const plan: Plan = { host, serve, prefix: '', chosen: { pageLinks: 'query' } };
    const report = await withHost(plan, async ({ baseUrl }) => verified(baseUrl));
    expect(report.ok).toBe(false);
    expect(report.advice[0]).toContain('--page-links path');
  });
});

const hosted = ['netlify', 'vercel', 'firebase', 'azure', 'github-pages', 'gitlab-pages'] as const;

const patterns = addressPatterns().map(({ segments }) =>
  segments.map((segment) => (isParameter(segment) ? '*' : segment)).join('/'),
);

/** The addresses in a host's file, every dialect's placeholder a star; without an index file, and without a star for the rest. */
function addressesIn(text: string): string[] {
  const plain = text.replaceAll(/:[a-z]+|\$\w+|\(\[\^\/\]\+\)|\[\^\/\]\+/gu, '*');
  const found = [...plain.matchAll(/api\/v1(?:\/(?:\w+(?!\w*\.)|\*))*/gu)].map(([address]) => address);
  return found.map((address) => (patterns.includes(address) ? address : address.replace(/\/\*$/u, '')));
}

describe.each(hosted)('the files of the preset %s', (name) => {
  const { files, budget, pageLinks, indexFile }: Host = hosts[name];
  const written = ['', '/catalog'].flatMap((prefix) =>
    files({ baseUrl: `https://example.org${prefix}`, prefix, pageLinks, indexFile, out: 'dist' }),
  );

  it('name no address that the route table lacks', () => {
    const named = written.flatMap(({ text }) => addressesIn(text));
    const known = (address: string) => patterns.some((pattern) => `${pattern}/`.startsWith(`${address}/`));
    expect(named.filter((address) => !known(address))).toEqual([]);
  });

  it('keep to the number of rules that the host takes', () => {
    const most = budget.find(({ measure }) => measure === 'rules')?.most ?? 0;
    for (const { rules = 0 } of written) expect(rules).toBeLessThanOrEqual(most / 2);
  });

  it('are JSON where they are called so', () => {
    const texts = written.filter(({ path }) => path.endsWith('.json')).map(({ text }) => text);
    expect(() => texts.map((text) => void JSON.parse(text))).not.toThrow();
  });

  it('name a command that publishes the folder and one that proves it', () => {
    const notes = hosts[name].notes({ baseUrl: 'https://example.org', prefix: '', pageLinks, indexFile, out: 'dist' });
    expect(notes.at(-1)).toBe('Prove it: course-catalog verify https://example.org');
    expect(notes[0]).toMatch(/^Publish it: /u);
  });
});

describe.each(['netlify', 'vercel', 'gitlab-pages'] as const)('the rules of the preset %s', (name) => {
  it('name every address of the route table', () => {
    const { files, pageLinks, indexFile }: Host = hosts[name];
    const site = { baseUrl: 'https://example.org', prefix: '', pageLinks, indexFile, out: 'dist' };
    const named = new Set(files(site).flatMap(({ text }) => addressesIn(text)));
    expect(patterns.filter((pattern) => !named.has(pattern))).toEqual([]);
  });
});

describe('the preset azure', () => {
  const configuration = z.strictObject({
    trailingSlash: z.literal('always'),
    mimeTypes: z.record(z.string(), z.literal('application/json')),
    globalHeaders: z.record(z.string(), z.string()),
    responseOverrides: z.object({ 404: z.object({ rewrite: z.string() }) }),
  });

  it.each(['', '/catalog'])('below "%s" answers for what is missing with a file of the build', async (prefix) => {
    await inFolder(async (folder) => {
      const dist = join(folder, prefix);
      await buildFor({ host: 'azure', out: join(dist), baseUrl: `https://example.org${prefix}` });
      const text = readFileSync(join(dist, 'staticwebapp.config.json'), 'utf8');
      const { responseOverrides, mimeTypes } = configuration.parse(JSON.parse(text));
      expect(readFileSync(join(folder, responseOverrides[404].rewrite), 'utf8')).toBe('{"detail":"Not found."}\n');
      expect(Object.keys(mimeTypes)).toContain(extname(hosts.azure.indexFile));
      expect(text.length).toBeLessThan(20_000);
    });
  });
});
