// Words of a query that are the names of filters: which they are, and what is left of the query.
import { describe, expect, it } from 'vitest';
import {
  appliedFilters,
  openWordFilters,
  withoutParts,
  type NamedChoice,
} from '../../src/library/search/word-filters.ts';

const names: readonly NamedChoice[] = [
  ['Spanish', ['language', 'Spanish']],
  ['Español', ['language', 'Spanish']],
  ['Free', ['price', 'free']],
  ['Kostenlos', ['price', 'free']],
  ['Beginner', ['level', 'beginner']],
  ['Self-paced', ['format', 'self-paced']],
  ['Computer science', ['category', '7']],
  ['Science', ['category', '8']],
  ['Python', ['category', '9']],
  ['Python', ['provider', '3']],
  ['Python (Spanish)', ['category', '10']],
  ['免费', ['price', 'free']],
  ['西班牙语', ['language', 'Spanish']],
  ['日本語', ['language', 'Japanese']],
  ['初級', ['level', 'beginner']],
  ['  ', ['provider', '4']],
];

const wordFiltersIn = openWordFilters(names);
const foundIn = (query: string) =>
  wordFiltersIn(query).map((filter) => {
    const { start, end, choice } = filter;
    return `${query.slice(start, end)} > ${choice.join('=')} > ${withoutParts(query, [filter])}`;
  });

describe('the words of a query that are filters', () => {
  it.each([
    ['', []],
    ['sql joins', []],
    ['sql spanish', ['spanish > language=Spanish > sql']],
    ['ESPANOL  sql', ['ESPANOL > language=Spanish > sql']],
    [
      'free beginner spanish',
      [
        'free > price=free > beginner spanish',
        'beginner > level=beginner > free spanish',
        'spanish > language=Spanish > free beginner',
      ],
    ],
    ['self paced sql', ['self paced > format=self-paced > sql']],
    ['self-paced sql', ['self-paced > format=self-paced > sql']],
    ['computer science', ['computer science > category=7 > ']],
    ['computer and science', ['science > category=8 > computer and']],
    ['python', ['python > category=9 > ', 'python > provider=3 > ']],
    ['免费 sql', ['免费 > price=free > sql']],
    ['freedom spanishs', []],
    [
      'python spanish',
      ['python spanish > category=10 > ', 'python > provider=3 > spanish', 'spanish > language=Spanish > python'],
    ],
    ['免费西班牙语课程', ['免费 > price=free > 西班牙语课程', '西班牙语 > language=Spanish > 免费 课程']],
    ['sql日本語の初級', ['日本語 > language=Japanese > sql の初級', '初級 > level=beginner > sql日本語の']],
    ['班牙语', []],
  ])('"%s"', (query, found) => {
    expect(foundIn(query)).toEqual(found);
  });

  it('become filters together, one of each filter, of several values with one name the first, and leave the others', () => {
    const query = ' free  python sql computer science';
    expect(appliedFilters(query, wordFiltersIn(query))).toEqual({
      query: 'sql computer science',
      choices: [
        ['price', 'free'],
        ['category', '9'],
      ],
    });
  });

  it('become filters where no space is between them, and each word at most one', () => {
    const applied = (query: string) => appliedFilters(query, wordFiltersIn(query));
    expect(applied('免费西班牙语课程')).toEqual({
      query: '课程',
      choices: [
        ['price', 'free'],
        ['language', 'Spanish'],
      ],
    });
    expect(applied('python spanish')).toEqual({ query: '', choices: [['category', '10']] });
  });

  it('may be a name with a hyphen, without it', () => {
    expect(openWordFilters([['Self-paced', ['format', 'self-paced']]])('self paced')).toHaveLength(1);
  });

  it('are found soon in a long text', () => {
    const query = 'spanish word '.repeat(50_000);
    expect(foundIn(query).length).toBe(16);
  });
});
