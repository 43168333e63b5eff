// Each defect of a service is reported by exactly the rules that it breaks, with an example and advice.
import { describe, expect, it } from 'vitest';
import { ruleNames } from '../../src/verify/rules.ts';
import { contentDefects } from './defects/contents.ts';
import { hostDefects } from './defects/hosting.ts';
import { recordDefects } from './defects/records.ts';
import { walkingDefects } from './defects/walking.ts';
import { exampleOf, rulesWith, verifiedService } from './verified.ts';

const defects = [walkingDefects, recordDefects, contentDefects, hostDefects].flatMap((some) => Object.entries(some));

describe('a service that', () => {
  it.concurrent.each(defects)(
    '%s',
    async (_, { defect, broken = [], unsupported = [], finding = '', curl, advice, timeout = 10, retries = 0 }) => {
      const { report, base } = await verifiedService(defect, { timeout, retries });
      const here = (text: string) => text.replaceAll('{base}', base);
      expect(rulesWith(report, 'broken')).toEqual(broken);
      expect(rulesWith(report, 'unsupported')).toEqual(unsupported);
      expect(report.ok).toBe(broken.length === 0);
      const example = exampleOf(report, [...broken, ...unsupported][0] ?? 'reachable');
      expect(example.finding).toMatch(typeof finding === 'string' ? here(finding) : finding);
      expect(example.curl).toBe(curl === undefined ? example.curl : here(curl));
      expect(report.advice).toEqual(expect.arrayContaining(advice === undefined ? [] : [here(advice)]));
    },
  );
});

it('the table of defects has a row for every rule', () => {
  const covered = new Set(defects.flatMap(([, { broken = [], unsupported = [] }]) => [...broken, ...unsupported]));
  // These two have tests of their own: without an API, and with a local build.
  expect(ruleNames.filter((rule) => !covered.has(rule))).toEqual(['reachable', 'against']);
});
