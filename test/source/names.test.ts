// Suggestions for misspelled names and ids, and how texts are shown in findings.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nearestId, nearestName, suggestById, unknownField } from '../../src/text/suggestions.ts';
import { describeValue, quoteText } from '../../src/problems.ts';
import { anyCharacter } from '../characters.ts';
import { forAll } from '../for-all.ts';

describe('the nearest name', () => {
  const names = ['title', 'linkurl', 'language', 'categories', 'English'];

  it.each([
    ['titel', 'title'],
    ['Title', 'title'],
    ['link_url', 'linkurl'],
    ['category', 'categories'],
    ['english', 'English'],
    ['colour', undefined],
    ['', undefined],
    ['x'.repeat(100_000), undefined],
  ])('of %s', (typed, near) => {
    expect(nearestName(typed, names)).toBe(near);
  });

  it('is the name itself if it exists', () =>
    forAll(100, [fc.uniqueArray(fc.string(), { minLength: 1, selector: (name) => name.toLowerCase() })], (many) => {
      expect(nearestName(many[0] ?? '', many)).toBe(many[0]);
    }));
});

describe('the nearest id', () => {
  it.each([
    ['two neighboring digits are swapped', 712, [721, 713], 721],
    ['one digit differs', 721, [731, 900], 731],
    ['one digit is missing', 721, [7210, 900], 7210],
    ['one of two digits differs', 72, [73, 900], undefined],
    ['there is one digit too many', 7211, [721, 900], 721],
    ['several ids are one digit away', 721, [722, 723], undefined],
    ['no id is near', 721, [1, 999], undefined],
    ['the swapped digits are not adjacent', 123, [321], undefined],
    ['there are no ids', 721, [], undefined],
  ])('is right if %s', (_, typed, ids: number[], near) => {
    expect(nearestId(typed, (id) => ids.includes(id))).toBe(near);
  });

  it('is suggested with its name', () => {
    const names = new Map([[721, 'Electronics "E"']]);
    expect(suggestById(712, (id) => names.get(id))).toEqual({ suggestion: '721 "Electronics \\"E\\""' });
    expect(suggestById(5, (id) => names.get(id))).toEqual({});
  });
});

it('for an unknown field is one that is not used yet, or all fields', () => {
  const fields = ['title', 'tags'];
  expect(unknownField('titel', fields, () => false)).toMatchObject({ suggestion: 'title' });
  const finding = unknownField('titel', fields, (name) => name === 'title');
  expect(finding).not.toHaveProperty('suggestion');
  expect(finding).toMatchObject({ remedy: 'the fields are title, tags' });
});

describe('a text in a finding', () => {
  it('is one line of visible characters', () => {
    expect(quoteText('a\nb\u0085\u202e\ud800\u2028')).toBe(String.raw`"a\nb\u0085\u202e\ud800\u2028"`);
  });

  it('is truncated between characters', () => {
    expect(quoteText(`${'x'.repeat(59)}😀😀`)).toBe(`"${'x'.repeat(59)}…"`);
    expect(quoteText(`${'x'.repeat(58)}😀😀`)).toBe(`"${'x'.repeat(58)}😀…"`);
  });

  it('never breaks a line, whatever it holds', () =>
    forAll(100, [fc.string({ unit: anyCharacter, maxLength: 200 })], (text) => {
      expect(describeValue(text)).toMatch(/^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]{1,450}$/u);
    }));
});
