// Suggestions for misspelled names and ids, how texts are shown in findings, and dates as authors write them.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDate } from '../../src/catalog/date.ts';
import { describeValue, quoteText } from '../../src/text/quote.ts';
import { nearestId, nearestName, suggestById, unknownField } from '../../src/text/suggestions.ts';
import { anyCharacter } from '../helpers/characters.ts';
import { forAll } from '../helpers/for-all.ts';
import { words } from '../helpers/words.ts';

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

const published = (written: string) => {
  const date = readDate(written);
  return typeof date === 'string' ? date : date.text;
};

describe('a date', () => {
  it.each([
    // Unchanged, apart from the missing parts.
    ['2024-05-28', '2024-05-28T00:00:00.000000'],
    ['2024-05-28T14:46', '2024-05-28T14:46:00.000000'],
    ['2024-05-28 14:46:25', '2024-05-28T14:46:25.000000'],
    ['2024-05-28t14:46:25', '2024-05-28T14:46:25.000000'],
    ['0001-01-01', '0001-01-01T00:00:00.000000'],
    ['9999-12-31T23:59:59.999999', '9999-12-31T23:59:59.999999'],
    // The fraction is kept as written, up to six digits.
    ['2024-05-28T14:46:25.5', '2024-05-28T14:46:25.5'],
    ['2024-05-28T14:46:25.50', '2024-05-28T14:46:25.50'],
    ['2024-05-28T14:46:25.123', '2024-05-28T14:46:25.123'],
    ['2024-05-28T14:46:25.123456', '2024-05-28T14:46:25.123456'],
    ['2024-05-28T14:46:25.123456789', '2024-05-28T14:46:25.123456'],
    ['2024-05-28T14:46:25.999999999', '2024-05-28T14:46:25.999999'],
    // Converted to UTC if there is a zone.
    ['2024-05-28T14:46:25Z', '2024-05-28T14:46:25.000000'],
    ['2024-05-28T14:46z', '2024-05-28T14:46:00.000000'],
    ['2024-05-28T14:46:25+02:00', '2024-05-28T12:46:25.000000'],
    ['2024-05-28T14:46:25.25+0530', '2024-05-28T09:16:25.25'],
    ['2024-05-28T14:46:25-07', '2024-05-28T21:46:25.000000'],
    ['2024-05-28T00:30:00+01:00', '2024-05-27T23:30:00.000000'],
    ['2024-12-31T23:30:00-01:00', '2025-01-01T00:30:00.000000'],
    ['2025-01-01T00:30:00+14:00', '2024-12-31T10:30:00.000000'],
    ['2024-02-28T23:59:59-00:01', '2024-02-29T00:00:59.000000'],
    ['2023-03-01T00:00:00+00:01', '2023-02-28T23:59:00.000000'],
    ['0099-01-01T00:00:00+01:00', '0098-12-31T23:00:00.000000'],
    // Leap years.
    ['2024-02-29', '2024-02-29T00:00:00.000000'],
    ['2000-02-29', '2000-02-29T00:00:00.000000'],
  ])('%s is published as %s', (written, text) => {
    expect(published(written)).toBe(text);
  });

  it.each(words`2024-02-30 2023-02-29 1900-02-29 2024-04-31 2024-00-10 2024-13-10 2024-01-00 0000-01-01`)(
    '%s is reported as a day that does not exist',
    (written) => {
      expect(readDate(written)).toBe('is a day that does not exist');
    },
  );

  it.each(['2024-05-28T24:00', '2024-05-28T10:60', '2024-05-28T10:00:60'])(
    '%s is reported as a time that does not exist',
    (written) => {
      expect(readDate(written)).toBe('is a time that does not exist');
    },
  );

  it.each(['+14:01', '-14:30', '+15', '+23:00', '+02:60', '-9999'])('with the zone %s is reported', (zone) => {
    expect(readDate(`2024-05-28T10:00:00${zone}`)).toBe(
      `has the time zone ${zone}, which is not between -14:00 and +14:00`,
    );
  });

  it.each(['0001-01-01T00:00:00+00:01', '9999-12-31T23:59:59-00:01'])(
    '%s is reported as outside the supported years in UTC',
    (written) => {
      expect(readDate(written)).toBe('is outside the years 1 to 9999 in UTC');
    },
  );

  const others = words`2024-5-28 24-05-28 12024-05-28 -2024-05-28 2024/05/28 28.05.2024 20240528 2024-05-28T 2024-05-28T10
    2024-05-28T10:00:00. 2024-05-28T10:00:00,5 2024-05-28T10:00.5 2024-05-28+02:00 2024-05-28T10:00:00+2:00
    2024-05-28T10:00:00+02:00:00 ２０２４-05-28`;

  it.each(['', ' 2024-05-28', '2024-05-28\n', '2024-05-28T10:00:00 CET', ...others])(
    '%j is reported as not a date',
    (written) => {
      expect(readDate(written)).toBe('is not a date of the form 2024-05-28 or 2024-05-28T14:46:25+02:00');
    },
  );

  it('sorts by its instant, whatever the length of its fraction', () => {
    const written = ['2024-05-28T10:00:00.5', '2024-05-28', '2024-05-28T10:00:00.49', '2024-05-28T11:00:00+00:30'];
    const orders = written.map(readDate).flatMap((date) => (typeof date === 'string' ? [] : [date.order]));
    expect(orders.toSorted()).toEqual(
      words`2024-05-28T00:00:00.000000 2024-05-28T10:00:00.490000 2024-05-28T10:00:00.500000 2024-05-28T10:30:00.000000`,
    );
  });
});
