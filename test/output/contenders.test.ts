// Many builds that start at once: however the lock was left, exactly one of them takes it.
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { holderOf } from '../../src/pipeline/publish/lock.ts';
import { it } from '../fixture.ts';
import { startBuilder } from './lock-processes.ts';
import { leaveLock, unusedPid } from './abandoned-locks.ts';

const rounds = 60;
const holderIn = (home: string) => holderOf(join(home, 'dist'), home);

describe('of eight builds at once', () => {
  it('exactly one takes the lock of a dead process, every time', async ({ folder }) => {
    const builders = await Promise.all(Array.from({ length: 8 }, startBuilder));
    try {
      for (let round = 0; round < rounds; round += 1) {
        const home = join(folder, String(round));
        mkdirSync(home);
        if (round % 3 > 0) leaveLock(join(home, '.dist.lock'), 0, { pid: unusedPid });
        if (round % 3 > 1) leaveLock(join(home, '.dist.lock.claim'), 0, { pid: unusedPid });
        const outcomes = await Promise.all(builders.map((builder) => builder.lock(home)));
        const winners = outcomes.filter((outcome) => outcome === 'held');
        expect(winners, `round ${round}: ${outcomes.join('; ')}`).toHaveLength(1);
        const winner = builders[outcomes.indexOf('held')];
        expect(holderIn(home)).toContain(`process ${winner?.pid} on host`);
        expect(outcomes.filter((outcome) => !/^held$|^is being built by process \d+ /u.test(outcome))).toEqual([]);
        expect(readdirSync(home)).toEqual(['.dist.lock']);
      }
    } finally {
      await Promise.all(builders.map((builder) => builder.kill()));
    }
    for (let round = 0; round < rounds; round += 1) expect(holderIn(join(folder, String(round)))).toBeUndefined();
  });
});
