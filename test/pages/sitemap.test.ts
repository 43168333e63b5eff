// The sitemap above 50,000 addresses: an index of files by the start of the linkhash, of which a new course rewrites one.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { it } from '../fixture.ts';
import { hashKey, type CourseColumns } from '../../src/catalog/columns.ts';
import { numberCourses } from '../../src/catalog/lists.ts';
import { noneWritten, Writer } from '../../src/storage/writer.ts';
import { writeSitemap } from '../../src/pipeline/lists/sitemap.ts';
import type { Chunk } from '../../src/pipeline/read/chunks.ts';
import type { ChunkResult } from '../../src/pipeline/read/result.ts';
import { addressesIn } from './harvester.ts';

const baseUrl = 'https://courses.example.org';
const none = new Uint32Array();

const linkhashOf = (id: number) => createHash('md5').update(String(id)).digest('hex');

/** A chunk with courses of these ids. */
function chunkOf(from: number, to: number): ChunkResult {
  const ids = Float64Array.from({ length: to - from }, (_, at) => from + at);
  const linkhashes = Array.from(ids, linkhashOf);
  const columns: CourseColumns = {
    ids,
    hashes: Float64Array.from(linkhashes, hashKey),
    hasCatalogId: new Uint8Array(),
    modified: new Uint32Array(ids.length),
    lists: none,
    listEnds: none,
    languages: [],
    latest: [],
    years: [],
  };
  const empty = { bytes: new Uint8Array(), ends: none };
  return {
    ranges: [],
    views: noneWritten,
    coursePages: noneWritten,
    addresses: () => ({ linkhashes: Buffer.from(linkhashes.join('')), encodings: new Uint8Array() }),
    columns: () => columns,
    records: () => ({ summaries: empty, searchResults: empty }),
    links: () => empty,
    terms: () => undefined,
    blocks: () => undefined,
    fullRecords: undefined,
    stamps: () => undefined,
  };
}

function catalogOf(results: readonly ChunkResult[], cached: readonly ChunkResult[]) {
  const chunks = results.map((result): Chunk => ({ ranges: [], ...(cached.includes(result) && { cached: result }) }));
  return { chunks, results, numbered: numberCourses(results.map((result) => result.columns())) };
}

/** A document as the protocol of sitemaps has it. Its schema for an index is in no package; that for a sitemap is used on whole builds. */
function documentOf(root: string, children: string): string {
  return `<?xml version="1.0" encoding="utf-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${children}</${root}>\n`;
}

it('is cut by the start of the linkhash, and a new course rewrites one file', async ({ folder }) => {
  const lists = ['', 'providers/'];
  const { signal } = new AbortController();
  const form = { indexFile: 'index.html', precompress: [] } as const;
  const first = [chunkOf(0, 30_000), chunkOf(30_000, 60_000)];
  const files = new Map<string, number>();
  const roots = { stage: join(folder, 'a'), published: null, odd: [] };
  const writer = new Writer(roots, form, (path, bytes) => void files.set(path, bytes));
  await writeSitemap(catalogOf(first, []), lists, undefined, writer, baseUrl, signal);
  const digits = Array.from({ length: 16 }, (_, digit) => digit.toString(16));
  const names = ['lists', ...digits].map((name) => `sitemap-${name}.xml`);
  expect([...files.keys()]).toEqual([...names, 'sitemap.xml']);
  const get = (address: string) => readFileSync(join(folder, 'a', address.slice(baseUrl.length)), 'utf8');
  const parts = names.map((name) => `<sitemap><loc>${baseUrl}/${name}</loc></sitemap>\n`).join('');
  expect(get(`${baseUrl}/sitemap.xml`)).toBe(documentOf('sitemapindex', parts));
  const found = addressesIn(`${baseUrl}/sitemap.xml`, get).map(({ address }) => address);
  const courses = Array.from({ length: 60_000 }, (_, id) => `${baseUrl}/courses/${linkhashOf(id)}/`);
  expect(found.toSorted()).toEqual([...lists.map((path) => `${baseUrl}/${path}`), ...courses].toSorted());
  for (const digit of digits) {
    const ofPart = addressesIn(`${baseUrl}/sitemap-${digit}.xml`, get);
    expect(ofPart.every(({ address }) => address.startsWith(`${baseUrl}/courses/${digit}`))).toBe(true);
  }
  for (const name of names) {
    const urls = addressesIn(`${baseUrl}/${name}`, get).map(({ address }) => `<url><loc>${address}</loc></url>\n`);
    expect(get(`${baseUrl}/${name}`)).toBe(documentOf('urlset', urls.join('')));
  }

  const otherFiles = [...files].map(([path, bytes]) => ({ path, bytes }));
  const next = new Writer({ stage: join(folder, 'b'), published: join(folder, 'a'), odd: [] }, form);
  const after = catalogOf([...first, chunkOf(60_000, 60_001)], first);
  const kept = await writeSitemap(
    after,
    lists,
    { chunks: first, courses: 60_000, lists, otherFiles },
    next,
    baseUrl,
    signal,
  );
  const part = `sitemap-${linkhashOf(60_000).slice(0, 1)}.xml`;
  expect(next.tally()).toMatchObject({ added: [], changed: [part] });
  expect(kept.map(({ path }) => path)).toEqual(
    digits.map((digit) => `sitemap-${digit}.xml`).filter((path) => path !== part),
  );
});

it.for([
  [49_999, 1, ['sitemap.xml']],
  [49_999, 2, ['lists', '0'].map((name) => `sitemap-${name}.xml`)],
] as const)(
  'for %i courses and %i other pages begins with the files %j',
  async ([courses, pages, expected], { folder }) => {
    const written: string[] = [];
    const roots = { stage: folder, published: null, odd: [] };
    const writer = new Writer(roots, { indexFile: 'index.html', precompress: [] }, (path) => void written.push(path));
    const lists = ['', 'providers/'].slice(0, pages);
    const { signal } = new AbortController();
    await writeSitemap(catalogOf([chunkOf(0, courses)], []), lists, undefined, writer, baseUrl, signal);
    expect(written.slice(0, 2)).toEqual(expected);
  },
);

it('is not written to its end once that is aborted', async ({ folder }) => {
  const abort = new AbortController();
  const form = { indexFile: 'index.html', precompress: [] } as const;
  const written: string[] = [];
  const writer = new Writer({ stage: folder, published: null, odd: [] }, form, (path) => {
    written.push(path);
    if (path === 'sitemap-2.xml') abort.abort();
  });
  const writing = writeSitemap(catalogOf([chunkOf(0, 60_000)], []), [''], undefined, writer, baseUrl, abort.signal);
  await expect(writing).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
  expect(written).toEqual(['lists', '0', '1', '2'].map((name) => `sitemap-${name}.xml`));
});
