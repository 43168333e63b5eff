// Services whose answers do not end, or are far larger than they look, as `diff` and `mcp` meet them.
import { gzipSync } from 'node:zlib';
import { createServer, type ServerResponse } from 'node:http';
import { describe, expect, onTestFinished } from 'vitest';
import { boundedFetch } from '../../src/http/bounded-fetch.ts';
import { openCatalog } from '../../src/library/open-catalog.ts';
import { it } from '../helpers/fixture.ts';
import { listen } from '../helpers/ports.ts';

async function serving(answer: (path: string, response: ServerResponse) => void): Promise<string> {
  const server = createServer(({ url = '' }, response) => answer(url, response));
  const { url, close } = await listen(server);
  onTestFinished(close);
  return url;
}

const megabyte = Buffer.alloc(2 ** 20, ' ');

describe('an answer', () => {
  it('that does not end is no more than 32 MB', async () => {
    const address = await serving((_, response) => {
      const more = () => {
        while (response.write(megabyte));
        response.once('drain', more);
      };
      more();
    });
    const catalog = await openCatalog(address, { fetch: boundedFetch() });
    await expect(catalog.providers()).rejects.toThrow(
      '/api/v1/providers/ cannot be read: Error: has more than 33554432 bytes',
    );
  });

  it('that does not come, or stops, is waited for no longer than the limit', async () => {
    const address = await serving((path, response) => {
      if (path.includes('providers')) response.write('[');
    });
    const catalog = await openCatalog(address, { fetch: boundedFetch(0.2) });
    await expect(catalog.providers()).rejects.toThrow('did not end within 0.2 s');
    await expect(catalog.categories()).rejects.toThrow('did not end within 0.2 s');
  });

  it('that decompresses to more is refused too', async () => {
    const bomb = gzipSync(Buffer.alloc(2 ** 26, ' '));
    const address = await serving((_, response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(bomb));
    const catalog = await openCatalog(address, { fetch: boundedFetch() });
    await expect(catalog.providers()).rejects.toThrow('has more than 33554432 bytes');
  });
});

describe('a dump', () => {
  const dumpOf = async (file: Buffer) => {
    const resources = [{ name: 'courses', path: 'courses.ndjson.gz', format: 'ndjson', bytes: file.length }];
    const address = await serving((path, response) =>
      response.end(path.endsWith('.gz') ? file : JSON.stringify({ resources })),
    );
    return (await openCatalog(address, { fetch: boundedFetch() })).dump();
  };

  it('gives its first course before its last has come, and takes 64 MB', async () => {
    const line = `${JSON.stringify({ description: 'x'.repeat(2 ** 16) })}\n`;
    const whole = gzipSync(line.repeat(1024));
    let count = 0;
    for await (const { description } of await dumpOf(whole)) {
      expect(description.length).toBe(2 ** 16);
      count += 1;
    }
    expect(count).toBe(1024);
    const cut = gzipSync(line.repeat(64)).subarray(0, -100);
    const courses = await dumpOf(cut);
    expect((await courses.next()).done).toBe(false);
    const rest = async () => {
      for await (const { description } of courses) expect(description.length).toBe(2 ** 16);
    };
    await expect(rest()).rejects.toThrow('cannot be read');
  });

  it('with a line that does not end is refused', async () => {
    const courses = await dumpOf(gzipSync(Buffer.alloc(2 ** 26, ' ')));
    await expect(courses.next()).rejects.toThrow('is not a valid API response');
  });
});
