// Samples: fewer requests, the same ones for the same seed, and always the longest lists.
import { describe, expect, it } from 'vitest';
import { verified, withService } from './verified.ts';

async function asked(seed: number, sample: number): Promise<string[]> {
  return withService(undefined, async ({ base, log }) => {
    expect(await verified(base, { sample, seed, concurrency: 1 })).toMatchObject({ ok: true });
    return log;
  });
}

describe('a sample', () => {
  it('asks the same for the same seed, and other things for another', async () => {
    const first = await asked(7, 2);
    expect(await asked(7, 2)).toEqual(first);
    const others = await Promise.all([1, 2, 3, 4, 5].map(async (seed) => asked(seed, 2)));
    expect(new Set(others.map((log) => log.join('\n'))).size).toBeGreaterThan(1);
  });

  it('has the longest list of each kind, to its last page, and as many single courses as it may', async () => {
    const log = await asked(1, 1);
    for (const page of ['categories/10/?page=3', 'languages/English/courses/?page=2', 'providers/1/courses/?page=2']) {
      expect(log).toContain(`GET ${page}`);
    }
    expect(log.filter((line) => /^GET categories\/(?:11|12|20)\//u.test(line))).toEqual([]);
    const views = log.filter((line) => /^GET courses\/view\/(?!0+\/)[0-9a-f]+\/$/u.test(line));
    expect(new Set(views).size).toBeLessThanOrEqual(3);
  });
});
