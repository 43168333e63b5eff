// Strays: what a killed build left goes in the order in which nothing names what is gone.
import { describe, expect, it } from 'vitest';
import { straysIn, type Folder } from '../../src/build/stock.ts';

const leaf: Folder = new Map([['index.json', null]]);
const folder = (entries: Record<string, Folder | null>): Folder => new Map(Object.entries(entries));
const list = (...pages: string[]): Folder =>
  folder({ courses: folder({ 'index.json': null, page: new Map(pages.map((page) => [page, leaf])) }) });

describe('what is published and not made any more', () => {
  const found = folder({
    courses: folder({ view: folder({ kept: leaf, gone: leaf }), latest: leaf }),
    // As some file systems have them.
    providers: folder({ 7: list('10', '9', '2', '1', '11'), 8: list('1') }),
    languages: folder({ Suomi: list('1') }),
  });

  it('goes page by page from the first on, and views go when no page that names them is left', () => {
    const expected = folder({
      courses: folder({ view: folder({ kept: leaf }), latest: leaf }),
      providers: folder({ 7: list('1', '2') }),
      languages: folder({}),
    });
    expect(straysIn(found, expected)).toEqual([
      'api/v1/providers/8',
      'api/v1/languages/Suomi',
      'api/v1/providers/7/courses/page/9',
      'api/v1/providers/7/courses/page/10',
      'api/v1/providers/7/courses/page/11',
      'api/v1/courses/view/gone',
    ]);
  });

  it('is the folder of all views last where no course is left', () => {
    const expected = folder({ courses: folder({ latest: leaf }), providers: folder({}), languages: folder({}) });
    expect(straysIn(found, expected).at(-1)).toBe('api/v1/courses/view');
  });
});
