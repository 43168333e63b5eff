// Each defect of a service is reported by exactly the rules that it breaks, with an example and advice; what it may do is not.
import { describe, expect, it } from 'vitest';
import { ruleNames } from '../../src/verify/rules.ts';
import { contentDefects, contentVariations, recordDefects } from './defects/contents.ts';
import { hostDefects, hostVariations, walkingDefects, walkingVariations } from './defects/walking.ts';
import { exampleOf, rulesWith, verifiedService } from './verified.ts';

const defects = [...walkingDefects, ...recordDefects, ...contentDefects, ...hostDefects];
const variations = [...walkingVariations, ...contentVariations, ...hostVariations];

/** The names of the broken rules, and of the unsupported ones. */
const namesIn = (rules: string) =>
  rules.split('|').map((names) => ruleNames.filter((name) => names.trim().split(' ').includes(name)));

describe('a service with a defect', () => {
  it.concurrent.for(defects)('is reported: %s, %s', async ([rules, finding, defect, details = {}]) => {
    const { curl, advice, timeout = 10, retries = 0 } = details;
    const { report, base } = await verifiedService(defect, { timeout, retries });
    const here = (text: string) => text.replaceAll('{base}', base);
    const [broken = [], unsupported = []] = namesIn(rules);
    expect([rulesWith(report, 'broken'), rulesWith(report, 'unsupported')]).toEqual([broken, unsupported]);
    expect(report.ok).toBe(broken.length === 0);
    const example = exampleOf(report, [...broken, ...unsupported][0] ?? 'reachable');
    expect(example.finding).toMatch(typeof finding === 'string' ? here(finding) : finding);
    expect(example.curl).toBe(curl === undefined ? example.curl : here(curl));
    expect(report.advice).toEqual(expect.arrayContaining(advice === undefined ? [] : [here(advice)]));
  });
});

describe('a service that', () => {
  it.concurrent.for(variations)('%s conforms', async ([, defect, { timeout = 10, retries = 0 } = {}]) => {
    const { report } = await verifiedService(defect, { timeout, retries });
    expect([rulesWith(report, 'broken'), rulesWith(report, 'unsupported'), report.ok]).toEqual([[], [], true]);
  });
});

it('the table of defects has a row for every rule', () => {
  const covered = new Set(defects.flatMap(([rules]) => namesIn(rules).flat()));
  // These two have tests of their own: without an API, and with a local build.
  expect(ruleNames.filter((rule) => !covered.has(rule))).toEqual(['reachable', 'against']);
});
