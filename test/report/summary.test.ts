// The summary: one table of three columns, whatever the names are.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderSummary } from '../../src/report/summary.ts';
import { attack, reportData, reportWith } from './sample.ts';

describe('the summary', () => {
  it('tells counts, changes and times', () => {
    expect(renderSummary(reportData()).split('\n')).toEqual([
      '### Course catalog',
      '',
      'https://example.org/catalog, built for nginx in dist',
      '',
      '| | Number | |',
      '| --- | ---: | --- |',
      '| Courses | 4,497 |  |',
      '| Providers | 413 |  |',
      '| Categories | 335 |  |',
      '| Languages | 41 |  |',
      '| Pages of lists | 2,311 | most: provider MIT, 129 |',
      '| Files | 8,120 | 14.3 MB in 7,900 folders |',
      '| Files added | 1 |  |',
      '| Files changed | 23 |  |',
      '| Files removed | 0 |  |',
      '| Warnings | 1 | data: near the limit of files |',
      '| Time | 2.00 s | read 0.50 s, write 1.50 s |',
      '',
    ]);
  });

  it('has as many lines and cells with names that attack, and none of their markup', () => {
    const summary = renderSummary(reportWith(attack));
    expect(shapeOf(summary)).toEqual(shapeOf(renderSummary(reportData())));
    expect(summary).not.toMatch(/[<>`[\]]/u);
  });

  it('has as many lines and cells with names of any kind', () => {
    const usual = shapeOf(renderSummary(reportData()));
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom(...Array.from('|\\\n\r\u{2028}`<a')) }),
    );
    fc.assert(
      fc.property(text, (given) => {
        expect(shapeOf(renderSummary(reportWith(given)))).toEqual(usual);
      }),
    );
  });

  it('leaves empty what a catalog without courses does not have', () => {
    const summary = renderSummary(reportData({ biggestLists: [], stages: [], warnings: [] }));
    expect(summary).toContain('| Pages of lists | 2,311 |  |\n');
    expect(summary).toContain('| Warnings | 0 |  |\n| Time | 0.00 s |  |\n');
  });
});

/** How many bars each line has that part cells: those without a backslash before them. */
function shapeOf(summary: string): number[] {
  return summary.split(/[\n\r\u{85}\u{2028}\u{2029}]/u).map((line) => line.split(/(?<!\\)\|/u).length - 1);
}
