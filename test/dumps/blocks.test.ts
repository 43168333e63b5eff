// Dumps in gzip are put together from compressed blocks: whole files, and the same ones in whatever order the source is.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beginsBlock } from '../../src/outputs/dumps/blocks.ts';
import { joinChecksums } from '../../src/outputs/dumps/crc.ts';
import { deflateBlock, GzipFile, inflateBlock } from '../../src/outputs/dumps/gzip.ts';
import { buildMuchLater, runBuild } from '../build/run.ts';
import { inFolder, writeFiles } from '../folders.ts';
import { linesIn } from './read-back.ts';

const bytes = fc.uint8Array({ maxLength: 2000 });

describe('a gzip file of blocks', () => {
  it('holds the bytes of all its blocks', () => {
    fc.assert(
      fc.property(fc.array(bytes, { maxLength: 6 }), (blocks) => {
        const pieces: Uint8Array[] = [];
        const file = new GzipFile((piece) => void pieces.push(piece));
        for (const block of blocks) file.add(deflateBlock(block));
        file.finish();
        expect(gunzipSync(Buffer.concat(pieces))).toEqual(Buffer.concat(blocks));
      }),
    );
  });

  it('has blocks that can be read one by one', () => {
    fc.assert(
      fc.property(bytes, (block) => {
        const { deflated, length } = deflateBlock(block);
        expect(Buffer.from(inflateBlock(deflated, length))).toEqual(Buffer.from(block));
      }),
    );
  });

  it('has the checksum of both texts from that of each', () => {
    fc.assert(
      fc.property(bytes, bytes, (first, second) => {
        expect(joinChecksums(crc32(first), crc32(second), second.length)).toBe(crc32(Buffer.concat([first, second])));
      }),
    );
    expect(joinChecksums(crc32('a'), crc32(Buffer.alloc(5_000_000)), 5_000_000)).toBe(
      crc32(Buffer.concat([Buffer.from('a'), Buffer.alloc(5_000_000)])),
    );
  });
});

it.each([
  ['that follow one another', (at: number) => at],
  ['with gaps', (at: number) => 1000 * at],
  ['of any size', (at: number) => (at * 7_364_529_176_481) % Number.MAX_SAFE_INTEGER],
])('blocks of ids %s have some 32 courses', (_, idAt) => {
  const ids = Array.from({ length: 100_000 }, (__, at) => idAt(at + 1));
  const begins = ids.filter(beginsBlock).length;
  expect(begins).toBeGreaterThan(2500);
  expect(begins).toBeLessThan(4000);
});

const line = (id: number) =>
  `${JSON.stringify({ id, title: `Course ${id}`, linkurl: `c${id}`, provider: 1, language: 'English', date_published: '2024-01-01', description: `${id} `.repeat(id % 50) })}\n`;

describe('the dumps of a catalog', () => {
  it('keep their state where two chunks have the same bytes', () =>
    inFolder(async (place) => {
      const [data, out] = [join(place, 'data'), join(place, 'site')];
      const blank = `${' '.repeat(999)}\n`.repeat(200);
      writeFiles(data, {
        'providers.json': '[{"id":1,"name":"A"}]',
        'categories.json': '[]',
        'courses.ndjson': `${line(1)}${blank}${line(2)}`,
      });
      const run = { data, out, chosen: { dumps: ['ndjson' as const], chunkSize: 4_000 } };
      expect((await runBuild(run)).warnings).toEqual([]);
      expect((await buildMuchLater(run)).changes).toEqual({ added: [], changed: [], removed: [] });
      expect(linesIn(join(out, 'dumps/courses.ndjson.gz'))).toHaveLength(2);
    }));

  const count = 400;
  const ascending = Array.from({ length: count }, (_, at) => at + 1);
  const shuffled = ascending.map((id) => (id * 151) % 401);
  const linesOf = (ids: readonly number[]) => ids.map(line).join('');

  it('are the same in whatever order and files its courses are', () =>
    inFolder(async (place) => {
      const dumpsOf = async (name: string, files: Readonly<Record<string, string>>) => {
        const [data, out] = [join(place, name), join(place, `${name}-site`)];
        writeFiles(data, { 'providers.json': '[{"id":1,"name":"A"}]', 'categories.json': '[]', ...files });
        await runBuild({ data, out, chosen: { dumps: ['ndjson', 'csv', 'parquet'], chunkSize: 8_000 } });
        const dumps = join(out, 'dumps');
        return Object.fromEntries(readdirSync(dumps).map((file) => [file, readFileSync(join(dumps, file), 'base64')]));
      };
      const expected = await dumpsOf('ascending', { 'courses.ndjson': linesOf(ascending) });
      const lines = linesIn(join(place, 'ascending-site/dumps/courses.ndjson.gz'));
      expect(lines.map((text) => JSON.parse(text).id)).toEqual(ascending);
      const files = (each: (id: number) => boolean) => linesOf(ascending.filter(each));
      const others = {
        descending: { 'courses.ndjson': linesOf(ascending.toReversed()) },
        shuffled: { 'courses.ndjson': linesOf(shuffled) },
        alternating: {
          'courses/a.ndjson': files((id) => id % 2 === 0),
          'courses/b.ndjson': files((id) => id % 2 === 1),
        },
        halved: { 'courses/b.ndjson': files((id) => id <= 150), 'courses/a.ndjson': files((id) => id > 150) },
        json: { 'courses.json': `[${linesOf(ascending).trim().replaceAll('\n', ',')}]` },
      };
      for (const [name, source] of Object.entries(others)) expect(await dumpsOf(name, source), name).toEqual(expected);
    }));
});
