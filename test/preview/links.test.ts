// Links: changing the base URL of a page changes its two links and no other byte.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderEnvelope, pageLinkForms } from '../../src/api/paging.ts';
import { indexOf } from '../../src/outputs/resources/resources.ts';
import { folderOf } from '../../src/api/routes.ts';
import { rewriteIndexLinks, rewritePageLinks } from '../../src/preview/links.ts';
import { webPath } from '../web-addresses.ts';

const origin = 'http://127.0.0.1:8080';
const list = fc.record({
  route: fc.constantFrom('category', 'language', 'provider'),
  parameter: fc.oneof(
    fc.constantFrom('page', 'courses', '1', 'api'),
    fc.string({ minLength: 1 }).map((text) => text.toWellFormed()),
  ),
  label: fc.string().map((text) => text.toWellFormed()),
  count: fc.nat(),
});
const base = fc.oneof(
  fc.constantFrom('https://example.org', 'https://example.org/api/v1/categories/1', 'http://localhost/$&/~x', origin),
  webPath.map((path) => `https://example.org${path}`.replace(/\/+$/u, '')),
);
const results = fc
  .oneof(fc.string(), fc.constant('"next":"https://example.org/api/v1/categories/1/?page=2","results":['))
  .map((text) => JSON.stringify({ title: text }));
const page = fc.integer({ min: 1, max: 12 });

describe('rebasing a page', () => {
  it('equals building it for the preview, for every list and both forms of links', () => {
    fc.assert(
      fc.property(list, base, page, fc.constantFrom(...pageLinkForms), results, (one, baseUrl, at, pageLinks, text) => {
        const render = (to: string) => {
          const { head, tail } = renderEnvelope(one, at, 11, { baseUrl: to, pageLinks });
          return head + text + tail;
        };
        const path = folderOf(one.route, encodeURIComponent(one.parameter));
        expect(rewritePageLinks(Buffer.from(render(baseUrl)), path, origin).toString()).toBe(render(origin));
      }),
    );
  });

  it('leaves files alone that are not pages', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(rewritePageLinks(Buffer.from(bytes), 'api/v1/categories/1', origin)).toEqual(Buffer.from(bytes));
      }),
    );
    for (const text of ['', '{}', '"results":[', '{"count":1,"next":5,"previous":null,"results":[]}'])
      expect(rewritePageLinks(Buffer.from(text), 'api/v1/categories/1', origin).toString()).toBe(text);
  });
});

describe('rebasing the index', () => {
  it('equals building it for the preview', () => {
    fc.assert(
      fc.property(base, (baseUrl) => {
        const index = (address: string) => JSON.stringify(indexOf({ baseUrl: address }));
        expect(rewriteIndexLinks(Buffer.from(index(baseUrl)), origin).toString()).toBe(index(origin));
      }),
    );
  });
});
