// The step summary: one table of three columns, whatever the names are.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BuildResult } from '../../src/pipeline/options.ts';
import { renderStepSummary } from '../../src/commands/step-summary.ts';
import { problemAt, type Problem } from '../../src/problems.ts';
import { anyCharacter } from '../characters.ts';
import { forAll } from '../for-all.ts';

const settings = { baseUrl: 'https://example.org/catalog', host: 'nginx', out: 'dist', dryRun: false } as const;

/** The result of an ordinary build, with overrides. */
function resultOf(overrides: Partial<BuildResult> = {}): BuildResult {
  return {
    courses: 4497,
    providers: 413,
    categories: 335,
    languages: 41,
    pages: 2311,
    files: 8120,
    folders: 7900,
    bytes: 14_321_234,
    changes: { added: ['a'], changed: Array.from({ length: 23 }, (_, at) => `b${at}`), removed: [] },
    warnings: [warning('near the limit of files')],
    notes: [],
    timings: [
      { name: 'read', seconds: 0.5 },
      { name: 'write', seconds: 1.5 },
    ],
    largestList: { kind: 'provider', name: 'MIT', pages: 129 },
    ...overrides,
  };
}

function warning(finding: string): Problem {
  return problemAt('data', undefined, '', { rule: 'host-budget', level: 'warning', finding });
}

const usual = renderStepSummary(resultOf(), settings);

/** The summary of a build in which every text that a user or a catalog can choose is the given one. */
function summaryWith(text: string): string {
  const timings = resultOf().timings.map((timing) => ({ ...timing, name: text }));
  const largestList = { kind: 'provider', name: text, pages: 129 } as const;
  const result = resultOf({ warnings: [warning(text)], timings, largestList });
  return renderStepSummary(result, { ...settings, baseUrl: text, out: text });
}

describe('the step summary', () => {
  it('shows counts, changes and times', () => {
    expect(usual.split('\n')).toEqual([
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
      '| List pages | 2,311 | most: provider MIT, 129 |',
      '| Files | 8,120 | 14.3 MB in 7,900 folders |',
      '| Files added | 1 |  |',
      '| Files changed | 23 |  |',
      '| Files removed | 0 |  |',
      '| Warnings | 1 | data: near the limit of files |',
      '| Time | 2.00 s | read 0.50 s, write 1.50 s |',
      '',
    ]);
  });

  it('has as many lines and cells with malicious names, and none of their markup', () => {
    const attack = `</script></title><img src=x onerror=alert(1)>"'\`|\n[a](javascript:alert(1))&lt;`;
    const summary = summaryWith(attack);
    expect(shapeOf(summary)).toEqual(shapeOf(usual));
    expect(summary).not.toMatch(/[<>`[\]]/u);
  });

  it('has as many lines and cells with any names', async () => {
    const text = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.string({ unit: fc.constantFrom(...Array.from('|\\\n\r\u{2028}`<a')) }),
    );
    await forAll(100, [text], (given) => {
      expect(shapeOf(summaryWith(given))).toEqual(shapeOf(usual));
    });
  });

  it('has empty cells for what a catalog without lists lacks', () => {
    const summary = renderStepSummary(resultOf({ largestList: undefined, timings: [], warnings: [] }), settings);
    expect(summary).toContain('| List pages | 2,311 |  |\n');
    expect(summary).toContain('| Warnings | 0 |  |\n| Time | 0.00 s |  |\n');
  });

  it('says in its heading that a dry run shows what a build would change', () => {
    const summary = renderStepSummary(resultOf(), { ...settings, dryRun: true });
    expect(summary).toMatch(/^### Course catalog: what a build would change\n/u);
  });
});

/** The number of cell separators in each line: bars that no backslash escapes. */
function shapeOf(summary: string): number[] {
  return summary.split(/[\n\r\u{85}\u{2028}\u{2029}]/u).map((line) => line.split(/(?<!\\)\|/u).length - 1);
}
