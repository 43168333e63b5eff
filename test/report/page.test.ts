// The page: whole, alone, and the same whatever names it tells.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderReport } from '../../src/report/page.ts';
import { parse } from './parse.ts';
import { attack, namedThings, reportData, reportWith, years } from './sample.ts';

const nothing = reportData({
  courses: 0,
  byCategory: [],
  byProvider: [],
  byLanguage: [],
  byYear: [],
  biggestLists: [],
  endpoints: [],
  stages: [],
  changes: { isDryRun: false, isFirst: false, added: 0, changed: 0, removed: 0, shown: [] },
  warnings: [],
});
const pages = {
  'an ordinary catalog': reportData(),
  'an empty catalog': nothing,
  'providers without courses': reportData({ byProvider: [{ name: 'MIT', courses: 0 }] }),
  'one year': reportData({ byYear: years(1) }),
  'sixty years': reportData({ byYear: years(60) }),
  'five thousand providers': reportData({ byProvider: namedThings(5000) }),
  'names that attack': reportWith(attack),
  'stages that took no time': reportData({ stages: [{ name: 'read', seconds: 0 }] }),
};

/** The tags in order, those apart that only say where a path may break. */
function tagsOf(page: string): string[] {
  return parse(page)
    .map(({ tag }) => tag)
    .filter((tag) => tag !== 'wbr');
}

describe.each(Object.entries(pages))('the page of %s', (_, data) => {
  const page = renderReport(data);
  const elements = parse(page);

  it('runs nothing and asks nobody', () => {
    const policy = elements.find(({ attributes }) => attributes.has('http-equiv'))?.attributes.get('content');
    expect(policy).toBe("default-src 'none'; style-src 'unsafe-inline'");
    const running = /^(?:script|img|link|iframe|object|embed|svg|base|form|input)$/u;
    expect(elements.filter(({ tag }) => running.test(tag))).toEqual([]);
    const names = new Set(elements.flatMap(({ attributes }) => [...attributes.keys()]));
    expect([...names].filter((name) => name.startsWith('on') || name === 'src')).toEqual([]);
    const styles = elements.flatMap(({ tag, attributes, text }) => [
      attributes.get('style') ?? '',
      tag === 'style' ? text : '',
    ]);
    expect(styles.join('')).not.toMatch(/url\(|@import/iu);
  });

  it('links to nothing but the published site', () => {
    const links = elements.flatMap(({ tag, attributes }) => (tag === 'a' ? [attributes.get('href')] : []));
    const known = [data.baseUrl, ...data.biggestLists.map(({ address }) => address)];
    expect(links).toEqual(known.map((address) => address.replaceAll(/[^\P{Cc}\n]/gu, '\u{FFFD}')));
  });

  it('holds no number that is none', () => {
    expect(page).not.toMatch(/NaN|Infinity|undefined|\[object/u);
  });

  it('has a table with a caption, or a text, for every chart', () => {
    const count = (wanted: string) => elements.filter(({ tag }) => tag === wanted).length;
    expect(count('caption')).toBe(count('table'));
    const images = elements.filter(({ attributes }) => attributes.get('role') === 'img');
    expect(images.length).toBeGreaterThan(0);
    for (const { attributes } of images) expect(attributes.get('aria-label')).toMatch(/\w/u);
  });

  it('names every row and column of its tables', () => {
    const heads = elements.filter(({ tag }) => tag === 'th');
    for (const { attributes, inside } of heads)
      expect(attributes.get('scope')).toBe(inside.includes('thead') ? 'col' : 'row');
    const rows = elements.filter(({ tag }) => tag === 'tr').length;
    const headRows = elements.filter(({ tag, inside }) => tag === 'tr' && inside.includes('thead')).length;
    expect(heads.filter(({ attributes }) => attributes.get('scope') === 'row')).toHaveLength(rows - headRows);
  });

  it('is the same for the same data', () => {
    expect(renderReport(structuredClone(data))).toBe(page);
  });
});

describe('names of any kind', () => {
  it('change no element of the page, and are read as they are', () => {
    const usual = tagsOf(renderReport(reportWith('name')));
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom(...Array.from('<>&"\'`/=;! -[]\n\0\u{202E}\u{D800}אa')) }),
      fc.constant(attack),
    );
    fc.assert(
      fc.property(text, (given) => {
        const page = renderReport(reportWith(given));
        expect(tagsOf(page)).toEqual(usual);
        // oxlint-disable-next-line no-control-regex -- what no page may hold
        const readable = given.toWellFormed().replaceAll(/[\0-\x08\x0B-\x1F\x7F-\x9F]/gu, '\u{FFFD}');
        const told = parse(page).filter(({ tag, text: content }) => tag === 'bdi' && content === readable.trim());
        expect(told.length).toBeGreaterThanOrEqual(20);
      }),
    );
  });

  it('stand apart from the direction of the text around them', () => {
    const told = parse(renderReport(reportWith('עברית'))).filter(({ text }) => text === 'עברית');
    expect(new Set(told.map(({ tag }) => tag))).toContain('bdi');
    for (const { tag, inside } of told.filter((element) => element.tag === 'wbr'))
      expect([...inside, tag]).toContain('bdi');
  });

  it('are no links where the address is not of the web', () => {
    const [list] = reportData().biggestLists;
    const biggestLists = list ? [{ ...list, address: 'javascript:alert(1)' }] : [];
    const links = parse(renderReport(reportData({ biggestLists, baseUrl: 'data:text/html,x' })));
    expect(links.filter(({ tag }) => tag === 'a')).toEqual([]);
  });
});
