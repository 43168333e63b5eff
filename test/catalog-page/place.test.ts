// Places: every screen has an address, and every address a screen; how many pages a list has, and which addresses become links.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageCount as publishedPages } from '../../src/api/paging.ts';
import { pagesOf } from '../../src/browser/catalog-page/api.ts';
import { fragmentOf, placeOf, type Place } from '../../src/browser/catalog-page/place.ts';
import { facetNames } from '../../src/outputs/facets/file-format.ts';
import { htmlListFolders, shownRoutes } from '../../src/outputs/shared/page-paths.ts';
import { isWebAddress } from '../../src/text/web-address.ts';
import { words } from '../helpers/words.ts';

const anyText = fc.string({ unit: 'grapheme', minLength: 1 }).filter((one) => one.isWellFormed());
const selections = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...facetNames, 'sort'), anyText), { minLength: 1, maxLength: 4 })
  .map((pairs) => new URLSearchParams(pairs).toString());
const filtered = fc.option(
  selections.map((selection) => ({ selection })),
  { nil: {} },
);
const place: fc.Arbitrary<Place> = fc.oneof(
  fc.record({ screen: fc.constantFrom('start' as const, 'charts' as const, ...Object.values(htmlListFolders)) }),
  fc
    .tuple(
      fc.oneof(
        fc.record({
          screen: fc.constant('list' as const),
          route: fc.constantFrom(...shownRoutes),
          parameter: anyText,
          page: fc.integer({ min: 1, max: 999_999_999 }),
        }),
        fc.record({ screen: fc.constant('search' as const), query: anyText }),
        fc.constant({ screen: 'courses' as const }),
      ),
      filtered,
    )
    .map(([one, more]) => ({ ...one, ...more })),
  fc.record({ screen: fc.constant('course' as const), linkhash: anyText }),
);

describe('the address of a place', () => {
  it('leads back to it, whatever its name holds', () => {
    fc.assert(
      fc.property(place, (one) => {
        expect(placeOf(fragmentOf(one))).toEqual(one);
      }),
    );
  });

  it('is unchanged after a browser has parsed it', () => {
    fc.assert(
      fc.property(place, (one) => {
        const fragment = fragmentOf(one);
        expect(new URL(fragment, 'https://host.example/catalog/').hash).toBe(fragment);
      }),
    );
  });

  it.each<[string, Place]>([
    ['', { screen: 'start' }],
    ['#', { screen: 'start' }],
    ['#/', { screen: 'start' }],
    ['#/categories', { screen: 'categories' }],
    ['#/categories/712/', { screen: 'list', route: 'category', parameter: '712', page: 1 }],
    ['#/categories/712/page/2/', { screen: 'list', route: 'category', parameter: '712', page: 2 }],
    ['#/providers/5/courses/page/1/', { screen: 'list', route: 'provider', parameter: '5', page: 1 }],
    ['#/languages/Fran%C3%A7ais/courses/page/3', { screen: 'list', route: 'language', parameter: 'Français', page: 3 }],
    ['#/languages/Français/courses/', { screen: 'list', route: 'language', parameter: 'Français', page: 1 }],
    ['#/courses/view/00ff/', { screen: 'course', linkhash: '00ff' }],
    ['#/search/a%2Fb%20c/', { screen: 'search', query: 'a/b c' }],
    ['#/search/', { screen: 'search', query: '' }],
    ['#/courses/', { screen: 'courses' }],
    ['#/courses/?year=2024&sort=newest', { screen: 'courses', selection: 'year=2024&sort=newest' }],
    ['#/courses/?', { screen: 'courses' }],
    ['#/charts/?year=2024', { screen: 'charts' }],
    // Folders of the API without a screen of their own.
    ['#/courses/latest/', { screen: 'start' }],
    ['#/courses/view', { screen: 'start' }],
    ['#/providers/5/', { screen: 'list', route: 'provider', parameter: '5', page: 1 }],
    ['#/languages/Fran%C3%A7ais', { screen: 'list', route: 'language', parameter: 'Français', page: 1 }],
    ['#/categories/712/page/', { screen: 'list', route: 'category', parameter: '712', page: 1 }],
    ['#/providers/5/courses/page/', { screen: 'list', route: 'provider', parameter: '5', page: 1 }],
  ])('%j leads to a screen', (fragment, expected) => {
    expect(placeOf(fragment)).toEqual(expected);
  });

  it.each(words`#/nowhere/ #/categories/712/page/0/ #/categories/712/page/two/ #/categories/712/page/2/more/
    #/categories/712/courses/ #/providers/5/page/2/ #/providers/5/teachers/ #/courses/newest/ #/courses/latest/page/2/
    #/courses/view/00ff/more/ #/charts/5/ #/search/a/b/ #/languages/%E0%A4%A/courses/ #main`)(
    '%j leads to no screen',
    (fragment) => {
      expect(placeOf(fragment)).toEqual({ screen: 'unknown' });
    },
  );

  it('can be written for an unpaired surrogate', () => {
    expect(fragmentOf({ screen: 'search', query: '\u{D83D}' })).toBe('#/search/%EF%BF%BD/');
  });
});

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

describe('an address from the catalog', () => {
  it.each(['https://host.example/a?b=1#c', 'http://host.example', 'HTTPS://HOST.EXAMPLE/Ä'])('%j is a link', (text) => {
    expect(isWebAddress(text)).toBe(true);
  });

  const others = words`javascript:alert(1) JavaScript:alert(1)//https://host.example
    data:text/html,<script>alert(1)</script> vbscript:x file:///etc/passwd blob:https://host.example/1 //host.example/a
    /courses/1.html course.html https:// https:host.example`;

  it.each([
    ...others,
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    '\u{1}javascript:alert(1)',
    'https:// host',
    '',
  ])('%j is text', (text) => {
    expect(isWebAddress(text)).toBe(false);
  });

  it('is never a link with another scheme', () => {
    const text = fc.tuple(fc.constantFrom('', 'https://', 'http://host.example/', 'javascript://'), fc.string());
    fc.assert(
      fc.property(text, ([start, rest]) => {
        const address = start + rest;
        expect(!isWebAddress(address) || ['http:', 'https:'].includes(new URL(address).protocol)).toBe(true);
      }),
    );
  });
});
