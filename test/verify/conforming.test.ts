// A service without defects: every rule holds, whatever the form of its pages and links.
import { describe, expect, it } from 'vitest';
import { ruleNames } from '../../src/verify/rules.ts';
import type { VerifyProgress } from '../../src/verify/run.ts';
import { verify } from '../../src/verify/verify.ts';
import { courses } from './catalog.ts';
import { exampleOf, linesOf, rulesWith, usual, verified, verifiedService, withService } from './verified.ts';

describe('a dynamic service that conforms to the specification', () => {
  it('satisfies every rule', async () => {
    const { report, base } = await verifiedService();
    const failed = ruleNames.map((rule) => exampleOf(report, rule)).filter(({ finding }) => finding !== '');
    expect(failed).toEqual([]);
    expect(rulesWith(report, 'held')).toEqual(ruleNames.filter((rule) => !['against', 'formats'].includes(rule)));
    expect(report).toMatchObject({ url: base, ok: true, courses: courses.length, lists: 10, advice: [] });
    const verdict = `The API conforms: ${ruleNames.length - 2} rules held, 1 rule not tested`;
    expect(linesOf(report).at(-1)).toBe(verdict);
  });

  it('is read only at the endpoints of the specification, and each course once', async () => {
    const { log } = await verifiedService();
    expect(log.filter((line) => /\/page\/|^GET (?:languages\/)?$/u.test(line))).toEqual([]);
    for (const { linkhash } of courses.slice(1, -1)) {
      expect(log.filter((line) => line === `GET courses/view/${linkhash}/`).length).toBeLessThanOrEqual(2);
    }
  });

  it.each(['/', '/api/v1', '/api/v1/', '/api/v1/courses/latest/', '/?x=1#y'])(
    'is found if %s is typed after its address',
    async (rest) => {
      await withService(undefined, async ({ base }) => {
        const report = await verified(`${base}${rest}`, { sample: 1 });
        expect(report).toMatchObject({ url: base, ok: true });
      });
    },
  );

  it('can be read with high concurrency without a warning from Node', async () => {
    const warnings: Error[] = [];
    const listen = (warning: Error) => warnings.push(warning);
    process.on('warning', listen);
    const { report } = await verifiedService(undefined, { concurrency: 64 });
    expect(report).toMatchObject({ ok: true });
    process.off('warning', listen);
    expect(warnings).toEqual([]);
  });

  it('is reported on the way with numbers that never decrease', async () => {
    await withService(undefined, async ({ base: url }) => {
      const steps: VerifyProgress[] = [];
      await verify({ ...usual, url }, (step) => steps.push(step), new AbortController().signal);
      expect(steps.filter(({ done, total }) => done > total)).toEqual([]);
      const whats = [...new Set(steps.map(({ what }) => what))];
      for (const what of whats) {
        const done = steps.filter((step) => step.what === what).map((step) => step.done);
        expect(done, what).toEqual(done.toSorted((one, other) => one - other));
      }
      expect(steps.map(({ what }) => what)).toEqual(
        whats.flatMap((what) => steps.filter((step) => step.what === what).map(() => what)),
      );
    });
  });
});
