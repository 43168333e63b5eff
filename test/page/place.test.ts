// Places: every view has an address, and every address a view.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fragmentOf, placeOf, type Place } from '../../src/outputs/catalog-page/browser/place.ts';

const text = fc.string({ unit: 'grapheme', minLength: 1 }).filter((one) => one.isWellFormed());
const place: fc.Arbitrary<Place> = fc.oneof(
  fc.record({ view: fc.constantFrom('start', 'categories', 'providers', 'languages', 'charts') }),
  fc.record({
    view: fc.constant('list' as const),
    list: fc.constantFrom('category', 'provider', 'language'),
    parameter: text,
    page: fc.integer({ min: 1, max: 999_999_999 }),
  }),
  fc.record({ view: fc.constant('course' as const), linkhash: text }),
  fc.record({ view: fc.constant('search' as const), query: text }),
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
    ['', { view: 'start' }],
    ['#', { view: 'start' }],
    ['#/', { view: 'start' }],
    ['#/categories', { view: 'categories' }],
    ['#/categories/712/', { view: 'list', list: 'category', parameter: '712', page: 1 }],
    ['#/categories/712/page/2/', { view: 'list', list: 'category', parameter: '712', page: 2 }],
    ['#/providers/5/courses/page/1/', { view: 'list', list: 'provider', parameter: '5', page: 1 }],
    ['#/languages/Fran%C3%A7ais/courses/page/3', { view: 'list', list: 'language', parameter: 'Français', page: 3 }],
    ['#/languages/Français/courses/', { view: 'list', list: 'language', parameter: 'Français', page: 1 }],
    ['#/courses/view/00ff/', { view: 'course', linkhash: '00ff' }],
    ['#/search/a%2Fb%20c/', { view: 'search', query: 'a/b c' }],
    ['#/search/', { view: 'search', query: '' }],
    // Folders of the API without a view of their own.
    ['#/courses/', { view: 'start' }],
    ['#/courses/latest/', { view: 'start' }],
    ['#/courses/view', { view: 'start' }],
    ['#/providers/5/', { view: 'list', list: 'provider', parameter: '5', page: 1 }],
    ['#/languages/Fran%C3%A7ais', { view: 'list', list: 'language', parameter: 'Français', page: 1 }],
    ['#/categories/712/page/', { view: 'list', list: 'category', parameter: '712', page: 1 }],
    ['#/providers/5/courses/page/', { view: 'list', list: 'provider', parameter: '5', page: 1 }],
  ])('%j leads to a view', (fragment, expected) => {
    expect(placeOf(fragment)).toEqual(expected);
  });

  it.each([
    '#/nowhere/',
    '#/categories/712/page/0/',
    '#/categories/712/page/two/',
    '#/categories/712/page/2/more/',
    '#/categories/712/courses/',
    '#/providers/5/page/2/',
    '#/providers/5/teachers/',
    '#/courses/newest/',
    '#/courses/latest/page/2/',
    '#/courses/view/00ff/more/',
    '#/charts/5/',
    '#/search/a/b/',
    '#/languages/%E0%A4%A/courses/',
    '#main',
  ])('%j leads to no view', (fragment) => {
    expect(placeOf(fragment)).toEqual({ view: 'unknown' });
  });

  it('can be written for an unpaired surrogate', () => {
    expect(fragmentOf({ view: 'search', query: '\u{D83D}' })).toBe('#/search/%EF%BF%BD/');
  });
});
