// Trouble with sizes: an empty service, and one with far too much.
import { describe, expect, it } from 'vitest';
import { reportLines } from '../../src/verify/report.ts';
import { plain } from '../plain.ts';
import { exampleOf, rulesWith, verified, withService } from './verified.ts';

describe('an empty service', () => {
  it('conforms, but the verdict states how little that means', async () => {
    const empty = (reply: { status: number; headers: Record<string, string>; body: string }) => {
      return reply.status === 200 ? { ...reply, body: '[]' } : reply;
    };
    await withService(empty, async ({ base }) => {
      const report = await verified(base);
      // That rule needs a local build, and none is given.
      const untested = rulesWith(report, 'untested').length - 1;
      expect(untested).toBeGreaterThan(20);
      expect(report).toMatchObject({ ok: true, courses: 0 });
      const lines = reportLines(report).map(plain);
      expect(lines).toContainEqual(
        expect.stringMatching(new RegExp(`^The API conforms: .*, ${untested} rules not tested`, 'u')),
      );
      expect(lines).toContainEqual(expect.stringContaining('no course was read'));
    });
  });
});

describe('a list with very many values', () => {
  it('is not compared with anything, since that would block Ctrl-C for minutes', async () => {
    const zeros = `[${'0,'.repeat(1_000_000)}0]`;
    await withService(
      (reply, { path }) => (path === 'providers/' ? { ...reply, body: zeros } : reply),
      async ({ base }) => {
        const report = await verified(base);
        expect(exampleOf(report, 'json').finding).toBe(`${base}/api/v1/providers/ has more than 1000000 values`);
        expect(rulesWith(report, 'broken')).not.toContain('providers');
      },
    );
  });
});
