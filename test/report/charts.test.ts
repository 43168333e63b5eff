// What the charts and tables tell: every number, and lengths that are right.
import { describe, expect, it } from 'vitest';
import type { ReportData } from '../../src/report/data.ts';
import { renderReport } from '../../src/report/page.ts';
import { parse, rowsOf } from './parse.ts';
import { namedThings, reportData, years } from './sample.ts';

const rows = (heading: string, other: Partial<ReportData>) => rowsOf(renderReport(reportData(other)), heading).slice(1);

/** The heights of the columns, and the text of each. */
function columnsOf(byYear: ReportData['byYear']): { heights: string[]; labels: string[]; numbers: string[] } {
  const elements = parse(renderReport(reportData({ byYear })));
  const texts = (wanted: string) => elements.flatMap(({ tag, text }) => (tag === wanted ? [text] : []));
  const heights = elements.flatMap(({ attributes }) => attributes.get('style')?.match(/^height:(.*)$/u)?.[1] ?? []);
  return { heights, labels: texts('small'), numbers: texts('b') };
}

describe('bars', () => {
  it('show the twenty largest, and the sum of the rest', () => {
    const told = rows('Courses by provider', { byProvider: namedThings(5000, 'provider') });
    expect(told).toHaveLength(21);
    expect(told[0]).toEqual(['provider 5000', '5,000']);
    expect(told[19]).toEqual(['provider 4981', '4,981']);
    expect(told[20]).toEqual(['4,980 others', '12,402,690']);
  });

  it('show twenty without a rest, and one more as one other', () => {
    expect(rows('Courses by language', { byLanguage: namedThings(20) })).toHaveLength(20);
    expect(rows('Courses by language', { byLanguage: namedThings(21) })[20]).toEqual(['1 other', '1']);
  });

  it('keep the order of the source where amounts are equal, and leave the data alone', () => {
    const byCategory = ['b', 'c', 'a'].map((name) => ({ name, courses: 7 }));
    expect(rows('Courses by category', { byCategory: Object.freeze(byCategory) })).toEqual([
      ['b', '7'],
      ['c', '7'],
      ['a', '7'],
    ]);
  });

  it('are as long as their part of the largest', () => {
    const byLanguage = [4, 1, 0].map((courses) => ({ name: `${courses}`, courses }));
    const page = renderReport(reportData({ byLanguage, byCategory: [], byProvider: [], endpoints: [], stages: [] }));
    const widths = parse(page).flatMap(({ attributes }) => attributes.get('style')?.match(/^width:(.*)$/u)?.[1] ?? []);
    expect(widths).toEqual(['100%', '25%', '0%']);
  });
});

describe('the columns of years', () => {
  it('leave no year out between the first and the last', () => {
    const { heights, labels, numbers } = columnsOf([
      { year: 2019, courses: 10 },
      { year: 2022, courses: 40 },
    ]);
    expect(heights).toEqual(['25%', '0%', '0%', '100%']);
    expect(labels).toEqual(['2019', '2020', '2021', '2022']);
    expect(numbers).toEqual(['10', '40']);
  });

  it('are one for one year, and sixty for sixty with labels at round years', () => {
    expect(columnsOf(years(1))).toEqual({ heights: ['100%'], labels: ['2025'], numbers: ['37'] });
    const { heights, labels } = columnsOf(years(60));
    expect(heights).toHaveLength(60);
    expect(labels).toEqual([
      '1970',
      '1975',
      '1980',
      '1985',
      '1990',
      '1995',
      '2000',
      '2005',
      '2010',
      '2015',
      '2020',
      '2025',
    ]);
  });

  it('take several years each where years are far apart', () => {
    const { heights, labels } = columnsOf([
      { year: 1, courses: 1 },
      { year: 2024, courses: 2 },
      { year: 2025, courses: 2 },
    ]);
    expect(heights).toHaveLength(41);
    expect(heights.at(-1)).toBe('100%');
    expect(labels).toContain('1000–1049');
  });

  it('have a table with the number of every year', () => {
    const told = rows('Courses by year', { byYear: years(60) });
    expect(told).toHaveLength(60);
    expect(told[59]).toEqual(['2025', '2,220']);
  });
});

describe('the tables', () => {
  it('tell the biggest lists with links to them', () => {
    expect(rows('Biggest lists', {})).toEqual([['MIT', 'provider', '3,209', '129']]);
    const links = parse(renderReport(reportData())).filter(({ tag, text }) => tag === 'a' && text === 'MIT');
    expect(links.map(({ attributes }) => attributes.get('href'))).toEqual([
      'https://example.org/catalog/api/v1/providers/1/courses/',
    ]);
  });

  it('tell files and bytes of every endpoint in the order given', () => {
    expect(rows('Files by endpoint', {})).toEqual([
      ['/api/v1/courses/latest/', '1', '8.1 kB'],
      ['/api/v1/courses/view/{linkhash}/', '4,497', '6.3 MB'],
      ['files around the API', '8', '9.1 kB'],
    ]);
  });

  it('tell the time of every stage', () => {
    const stages = [0.004, 9.996, 12.34, 1204.4].map((seconds) => ({ name: `${seconds}`, seconds }));
    const times = rows('Time by stage', { stages }).map(([, , time]) => time);
    expect(times).toEqual(['0.00 s', '10.0 s', '12.3 s', '1,204 s']);
  });
});

describe('the changes', () => {
  it('are told by kind, with the number of paths that are not shown', () => {
    const { text } = parse(renderReport(reportData())).find(({ tag }) => tag === 'section') ?? { text: '' };
    expect(text.replaceAll(/\s+/gu, ' ')).toBe(
      'Since the last build Files added 1 Files changed 23 Files removed 0 ' +
        'Files added api/v1/courses/view/0cc175b9c0f1b6a831c399e269772661/index.json ' +
        'Files changed api/v1/providers/index.json and 22 others',
    );
  });

  it('are told as none where nothing changed', () => {
    const page = renderReport(
      reportData({ changes: { isDryRun: false, isFirst: false, added: 0, changed: 0, removed: 0, shown: [] } }),
    );
    expect(page).toContain('Nothing changed');
    expect(renderReport(reportData())).not.toContain('Nothing changed');
  });

  it.each([
    [{ isDryRun: true, isFirst: false }, 'What a build would change'],
    [{ isDryRun: false, isFirst: true }, 'The first build'],
  ])('of a build with %j stand under the heading %s', (kind, heading) => {
    const { changes } = reportData();
    expect(renderReport(reportData({ changes: { ...changes, ...kind } }))).toContain(`<h2>${heading}</h2>`);
  });

  it('have their warnings beside them, fifty at most', () => {
    const warnings = Array.from({ length: 60 }, (_, index) => `warning no. ${index + 1}`);
    const told = parse(renderReport(reportData({ warnings }))).map(({ text }) => text);
    expect(told).toContain('60 warnings');
    expect(told).toContain('warning no. 50');
    expect(told).not.toContain('warning no. 51');
    expect(told).toContain('and 10 more warnings');
  });
});
