// The order of publishing: nothing links to what does not exist yet, or not any more.
import { describe, expect, it } from 'vitest';
import type { Folder } from '../../src/pipeline/publish/file-tree.ts';
import { staleFiles } from '../../src/pipeline/publish/listing.ts';
import { planPublication } from '../../src/pipeline/publish/publication.ts';
import { noneWritten, type WrittenFiles } from '../../src/storage/writer.ts';

const leaf: Folder = new Map([['index.json', null]]);
const folder = (entries: Record<string, Folder | null>): Folder => new Map(Object.entries(entries));
const list = (...pages: string[]): Folder =>
  folder({ courses: folder({ 'index.json': null, page: new Map(pages.map((page) => [page, leaf])) }) });

describe('the removal of obsolete files', () => {
  const found = folder({
    courses: folder({ view: folder({ kept: leaf, gone: leaf }), latest: leaf }),
    // In this order on some file systems.
    providers: folder({ 7: list('10', '9', '2', '1', '11'), 8: list('1') }),
    languages: folder({ Suomi: list('1') }),
  });

  it('goes page by page from the first, and removes views when no page that links to them is left', () => {
    const expected = folder({
      courses: folder({ view: folder({ kept: leaf }), latest: leaf }),
      providers: folder({ 7: list('1', '2') }),
      languages: folder({}),
    });
    expect(staleFiles(found, expected, 'api/v1')).toEqual([
      'api/v1/providers/8',
      'api/v1/languages/Suomi',
      'api/v1/providers/7/courses/page/9',
      'api/v1/providers/7/courses/page/10',
      'api/v1/providers/7/courses/page/11',
      'api/v1/courses/view/gone',
    ]);
  });

  it('ends with the folder of all views if no course is left', () => {
    const expected = folder({ courses: folder({ latest: leaf }), providers: folder({}), languages: folder({}) });
    expect(staleFiles(found, expected, 'api/v1').at(-1)).toBe('api/v1/courses/view');
  });
});

describe('new pages of a list', () => {
  it('are published from the last to the first, each of which links to the next, and after the views that they link to', () => {
    const page = (number: number) => `api/v1/providers/7/courses/page/${number}/index.json`;
    const view = 'api/v1/courses/view/new/index.json';
    const added = (...numbers: number[]): WrittenFiles => ({ ...noneWritten, added: numbers.map(page) });
    const pages = [{ ...noneWritten, changed: [page(1)] }, added(2, 3), added(4)];
    const none = { documents: noneWritten, resources: noneWritten, root: noneWritten, rootFiles: [] };
    const written = [[{ ...noneWritten, added: [view] }], pages];
    const staged = { parts: written.map((one) => ({ isApi: true, written: one })), ...none };
    const published = { firstFile: undefined, added: undefined };
    const { steps } = planPublication(staged, { api: [], root: [], files: [] }, published);
    expect(steps).toEqual([view, page(4), page(3), page(2), page(1)].map((path) => ({ put: path, from: path })));
  });
});
