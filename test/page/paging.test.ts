// Pages: every page of a list reveals how many there are.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pagesOf as publishedPages } from '../../src/api/paging.ts';
import { pagesOf } from '../../src/outputs/catalog-page/browser/paging.ts';

const course = { linkhash: '', title: '', language: [], id: 1, linkurl: '', author: '', categories: [] };

describe('the number of pages', () => {
  it('is known from any single page', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 400 }),
        fc.integer({ min: 1, max: 60 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (count, size, share) => {
          const pages = publishedPages(count, size);
          const page = 1 + Math.floor(share * pages);
          const length = page < pages ? size : count - (pages - 1) * size;
          const results = Array.from({ length }, () => course);
          const next = page < pages ? 'https://host.example/' : null;
          expect(pagesOf({ count, next, results }, page)).toBe(pages);
        },
      ),
    );
  });
});
