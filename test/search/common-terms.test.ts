// Very common terms: the files that a search loads for them, and when it ignores them.
import { describe, expect, it } from 'vitest';
import { maxPostings } from '../../src/outputs/search/file-format.ts';
import { course } from './indexed-course.ts';
import { naiveIndex } from './naive-index.ts';
import { find, serving } from './served.ts';

describe('very common terms', () => {
  const many = Array.from({ length: 21_000 }, (_, at) =>
    course(at + 1, at % 5000 === 0 ? `Course of rarity ${at}` : `Course ${at % 100 === 0 ? 'now and then' : at}`),
  );
  const files = naiveIndex(many);

  it('are found by the file of their postings', async () => {
    await serving(files, async ({ requests }, search) => {
      expect((await find(search, 'course', 5)).total).toBe(many.length);
      expect(requests.filter((path) => path.includes('/postings/'))).toHaveLength(1);
    });
  });

  it('are ignored beside a rare term', async () => {
    await serving(files, async ({ requests }, search) => {
      expect((await find(search, 'course rarity', 5)).total).toBe(5);
      expect(requests.filter((path) => path.includes('/postings/'))).toEqual([]);
    });
  });

  it('are loaded beside a term that is neither as common nor rare', async () => {
    const others = Array.from({ length: maxPostings + 500 }, (_, at) =>
      course(at + 1, at % 3 === 0 ? 'One' : 'One two'),
    );
    await serving(naiveIndex(others), async (_, search) => {
      const { total, courses } = await find(search, 'two one', others.length);
      expect(total).toBe(courses.length);
      expect(courses.filter(({ title }) => title === 'One two')).toHaveLength(total);
      expect(total).toBe(others.filter(({ title }) => title === 'One two').length);
    });
  });

  it('are loaded from one file if the query means no other terms', async () => {
    const words = Array.from({ length: 3000 }, (_, at) => course(at + 1, `in${at.toString(36)} in`));
    await serving(naiveIndex(words), async (server, search) => {
      const chunks = async (query: string) => {
        server.forget();
        expect((await find(search, query, 1)).total).toBe(words.length);
        return server.requests.filter((path) => path.includes('/terms/')).length;
      };
      expect(await chunks('in ')).toBe(1);
      expect(await chunks('in')).toBeGreaterThan(1);
    });
  });

  it('need a single file for their first letter', async () => {
    const words = Array.from({ length: 3000 }, (_, at) => course(at + 1, `c${at.toString(36)}`));
    await serving(naiveIndex(words), async ({ requests }, search) => {
      await find(search, 'c', 5);
      expect(requests.filter((path) => path.includes('/terms/'))).toHaveLength(1);
    });
  });
});
