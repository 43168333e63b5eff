// The address of a list: what is read of it, what is ignored, and that what is written is read again.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  askedParts,
  queryOf,
  readAddress,
  wholeList,
  withChoice,
  withoutChoice,
  type KnownFilters,
} from '../../src/browser/course-list/address.ts';

const values: Readonly<Record<string, readonly string[]>> = {
  language: ['Spanish', 'Greek, Modern', '中文'],
  price: ['free', 'paid'],
};
const known: KnownFilters = {
  filters: ['language', 'price'],
  sorts: ['match', 'newest', 'title'],
  hasValue: (filter, value) => values[filter]?.includes(value) === true,
};

describe('an address', () => {
  it('says what is asked for', () => {
    expect(readAddress('?price=free&q=sql+joins&language=Greek%2C+Modern&sort=newest&page=3', known)).toEqual({
      request: {
        query: 'sql joins',
        choices: [
          ['language', 'Greek, Modern'],
          ['price', 'free'],
        ],
        sort: 'newest',
        page: 3,
      },
      ignored: [],
    });
  });

  it.each(['', '?', '?q=', '?language=&sort=newest'])('may ask for the whole list: "%s"', (search) => {
    const { request, ignored } = readAddress(search, known);
    expect([{ ...request, sort: undefined }, ignored]).toEqual([wholeList, []]);
  });

  it.each([
    ['?language=Klingon', 'language=Klingon'],
    ['?page=-1', 'page=-1'],
    ['?page=0', 'page=0'],
    ['?page=1e3', 'page=1e3'],
    ['?page=99999999999999999999', 'page=99999999999999999999'],
    ['?sort=nonsense', 'sort=nonsense'],
    ['?nope', 'nope='],
    ['?<b>=<script>alert(1)</script>', '<b>=<script>alert(1)</script>'],
    ['?q=sql&q=more', 'q=more'],
    ['?__proto__=x', '__proto__=x'],
    ['?toString=x', 'toString=x'],
  ])('"%s" asks for nothing of what is unknown, and says so', (search, ignored) => {
    const { request, ...others } = readAddress(search, known);
    expect({ ...request, query: '' }).toEqual(wholeList);
    expect(others.ignored).toEqual([ignored]);
  });

  it('of a megabyte says in a line what is ignored', () => {
    const many = `?${'a=b&'.repeat(100_000)}${'x'.repeat(100_000)}=1`;
    const { ignored } = readAddress(many, known);
    expect(ignored).toHaveLength(6);
    expect(ignored.at(-1)).toBe('… (+99996)');
    expect(readAddress(`?${'x'.repeat(100_000)}=1`, known).ignored[0]).toHaveLength(61);
  });

  it('of any request is read as it was written', () => {
    const choice = fc.oneof(
      ...Object.entries(values).map(([name, all]) =>
        fc.constantFrom(...all).map((value): readonly [string, string] => [name, value]),
      ),
    );
    const request = fc.record({
      query: fc.string({ unit: 'grapheme' }).map((text) => text.trim()),
      choices: fc.uniqueArray(choice, { selector: String }),
      sort: fc.constantFrom(undefined, ...known.sorts),
      page: fc.integer({ min: 1, max: 1_000_000 }),
    });
    fc.assert(
      fc.property(request, (asked) => {
        const { request: read, ignored } = readAddress(queryOf(asked), known);
        expect(ignored).toEqual([]);
        expect(new Set(read.choices.map(String))).toEqual(new Set(asked.choices.map(String)));
        expect({ ...read, choices: asked.choices }).toEqual(asked);
      }),
    );
  });

  it('of the whole list is none', () => {
    expect(queryOf(wholeList)).toBe('');
  });

  it('is the same in whatever order filters are chosen', () => {
    const choices = [
      ['price', 'free'],
      ['language', '中文'],
      ['language', 'Spanish'],
    ] as const;
    const query = '?language=Spanish&language=%E4%B8%AD%E6%96%87&price=free';
    for (const order of [choices, choices.toReversed()]) expect(queryOf({ ...wholeList, choices: order })).toBe(query);
  });

  it('has no more of a long text than is searched for, and says what it leaves out', () => {
    const query = 'sql joins '.repeat(10_000);
    expect(queryOf({ ...wholeList, query }).length).toBeLessThan(1010);
    const { request, ignored } = readAddress(`?${String(new URLSearchParams({ q: query }))}`, known);
    expect(request.query).toBe(query.slice(0, 1000));
    expect(ignored).toEqual([`${`q=…${query.slice(1000)}`.slice(0, 60)}…`]);
  });

  it('asks for nothing with what newsletters and networks add to it, of which nobody is told', () => {
    const added = '?utm_source=x&utm_campaign=y&fbclid=z&gclid=1&mc_eid=2&_gl=3';
    expect(askedParts(added)).toEqual([]);
    expect(readAddress(`${added}&price=free`, known)).toEqual({
      request: { ...wholeList, choices: [['price', 'free']] },
      ignored: [],
    });
  });

  it('has one value of a filter that is chosen in its field, and any of the others are removed one by one', () => {
    const spanish = withChoice({ ...wholeList, page: 4 }, 'language', 'Spanish');
    expect(queryOf(spanish)).toBe('?language=Spanish');
    expect(queryOf(withChoice(spanish, 'language', '中文'))).toBe('?language=%E4%B8%AD%E6%96%87');
    expect(queryOf(withChoice(spanish, 'language', ''))).toBe('');
    const both = readAddress('?language=Spanish&language=中文&price=free&page=2', known).request;
    expect(queryOf(withoutChoice(both, ['language', '中文']))).toBe('?language=Spanish&price=free');
  });
});
