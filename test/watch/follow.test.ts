// Following: what is said of builds that fail, when, and what is tried again.
import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { until } from '../preview/until.ts';
import { inCase } from './following.ts';

describe.concurrent('following a source', () => {
  it('says nothing of a file that is whole again in the blink of an eye', async () => {
    await inCase([undefined, 'file-syntax'], async ({ start, edit, builds, said, end }) => {
      void start();
      await until(() => builds() === 1);
      edit('half');
      await until(() => builds() === 2);
      edit('half and half');
      await until(() => builds() === 3);
      await settle();
      await end();
      expect(said()).toBe('');
    });
  });

  it('says of a source that stays broken what it waits for, or that a build is there', async () => {
    await inCase(['file-syntax', 'field-value', undefined, 'id-unique'], async ({ start, edit, builds, said, end }) => {
      void start();
      await until(() => said().includes('file-syntax'));
      edit('1');
      await until(() => said().includes('field-value'));
      edit('2');
      await until(() => builds() === 3);
      edit('3');
      await until(() => said().includes('id-unique'));
      expect(said().match(/1 error, .+/gu)).toEqual(['1 error, waiting', '1 error, waiting', '1 error, going on']);
      await end();
    });
  });

  it('tries again without a word where another build holds the folder, in the first build, too', async () => {
    await inCase(['output-busy', undefined, 'output-busy', undefined], async ({ start, edit, builds, said, end }) => {
      void start();
      await until(() => builds() === 2);
      edit('1');
      await until(() => builds() === 4);
      await settle();
      await end();
      expect([builds(), said()]).toEqual([4, '']);
    });
  });

  it('says once that another build goes on holding the folder', async () => {
    await inCase(['output-busy', 'output-busy', 'output-busy'], async ({ start, builds, said, end }) => {
      void start();
      await until(() => builds() === 4);
      await end();
      expect(said().match(/found output-busy/gu)).toHaveLength(1);
      expect(said()).toContain('1 error; retrying until it is free\n');
    });
  });

  it('says nothing of a source that changed while it was read, and builds it', async () => {
    await inCase(['source-changed', 'source-changed'], async ({ start, builds, said, edit, end }) => {
      void start(() => {
        if (builds() < 3) edit(`${builds()}`);
      });
      await until(() => builds() === 3);
      await settle();
      await end();
      expect([builds(), said()]).toEqual([3, '']);
    });
  });

  it('ends where the first build fails by something that no edit mends', async () => {
    await inCase(['output-write'], async ({ start }) => {
      await expect(start()).rejects.toThrow('found output-write');
    });
    await inCase(['changes-write'], async ({ start }) => {
      await expect(start()).rejects.toThrow('found changes-write');
    });
  });

  it('goes on where a later build cannot write, and ends at Ctrl-C without what it held back', async () => {
    await inCase([undefined, 'output-write', 'file-syntax'], async ({ start, edit, builds, said, end }) => {
      void start();
      await until(() => builds() === 1);
      edit('1');
      await until(() => said().includes('output-write'));
      edit('2');
      await until(() => builds() === 3);
      await end();
      await settle();
      expect(said()).not.toContain('file-syntax');
    });
  });

  it('ends with the failure where a later build fails by a bug', async () => {
    await inCase([undefined, new TypeError('a bug')], async ({ start, edit, builds }) => {
      const ended = start();
      await until(() => builds() === 1);
      edit('1');
      await expect(ended).rejects.toThrow('a bug');
    });
  });

  it('has the last edit built, however the files are written, renamed and moved meanwhile', async () => {
    await inCase([], async ({ start, data, builds, said, end }) => {
      let read = '';
      void start(async () => {
        read = contentOf(data);
        await pause(5);
      });
      for (let round = 1; round <= 150; round += 1) {
        storm(data, round);
        // Some of them together, some while a build goes on, some after it.
        if (round % 3 === 0) await pause(round % 40);
      }
      await until(() => read === contentOf(data));
      expect(read).toContain('150');
      // Whatever the storm did to the watch, it sees the next edit.
      const before = builds();
      appendFileSync(join(data, 'courses/deep/d.json'), '!');
      await until(() => builds() > before);
      await end();
      expect(said()).toBe('');
    });
  });
});

/** Longer than anything is held back; only where nothing may happen. */
const settle = () => pause(700);

/** An edit of each kind: saved in place, by renaming, by removing, folders moved away and back, made and removed. */
function storm(data: string, round: number): void {
  const [courses, aside] = [join(data, 'courses'), join(data, 'aside')];
  const text = `[${round}]`;
  renameSync(courses, aside);
  writeFileSync(join(aside, 'a.json'), text);
  renameSync(aside, courses);
  writeFileSync(join(courses, '.b.json.tmp'), text);
  renameSync(join(courses, '.b.json.tmp'), join(courses, 'b.json'));
  rmSync(join(courses, 'deep'), { recursive: true, force: true });
  mkdirSync(join(courses, 'deep'));
  writeFileSync(join(courses, 'deep/c.json'), text);
  renameSync(join(courses, 'deep/c.json'), join(courses, 'deep/d.json'));
}

function contentOf(data: string): string {
  try {
    return ['a.json', 'b.json', 'deep/d.json'].map((name) => readFileSync(join(data, 'courses', name), 'utf8')).join();
  } catch {
    return 'in between';
  }
}
