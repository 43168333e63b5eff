// Each defect of a service is reported by exactly the rules that it breaks, with an example and advice.
import { describe, expect, it } from 'vitest';
import { contentDefects } from './defects/contents.ts';
import { hostDefects } from './defects/hosting.ts';
import { recordDefects } from './defects/records.ts';
import { viewDefects } from './defects/views.ts';
import { walkingDefects } from './defects/walking.ts';
import { ruleNames } from '../../src/verify/rules.ts';
import { exampleOf, rulesWith, verified, withService } from './verified.ts';

const defects = [...walkingDefects, ...recordDefects, ...viewDefects, ...contentDefects, ...hostDefects];

describe('a service that', () => {
  it.concurrent.each(defects)(
    '$name',
    async ({ defect, broken, unsupported = [], finding = '', curl, advice, ...chosen }) => {
      const { timeout = 10, retries = 0 } = chosen;
      await withService(defect(), async ({ base }) => {
        const report = await verified(base, { timeout, retries });
        const here = (text: string) => text.replaceAll('{base}', base);
        expect(rulesWith(report, 'broken')).toEqual(broken);
        expect(rulesWith(report, 'unsupported')).toEqual(unsupported);
        expect(report.ok).toBe(broken.length === 0);
        const [rule] = [...broken, ...unsupported];
        const example = exampleOf(report, rule ?? 'reachable');
        expect(example.finding).toMatch(typeof finding === 'string' ? here(finding) : finding);
        expect(example.curl).toBe(curl === undefined ? example.curl : here(curl));
        expect(report.advice).toEqual(expect.arrayContaining(advice === undefined ? [] : [here(advice)]));
      });
    },
  );
});

describe('the table of defects', () => {
  it('has an entry for every rule', () => {
    const covered = new Set(defects.flatMap(({ broken, unsupported = [] }) => [...broken, ...unsupported]));
    // These two have tests of their own: without an API, and with a local build.
    expect(ruleNames.filter((rule) => !covered.has(rule))).toEqual(['reachable', 'against']);
  });
});
