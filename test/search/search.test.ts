// The search over a small catalog: what it finds, in which order, and which files it loads.
import { describe, expect, it } from 'vitest';
import { maxAge } from '../../src/library/search/search.ts';
import { filtersPath } from '../../src/outputs/filters/file-format.ts';
import { courseFilePath, startsTermFile, searchIndexPath } from '../../src/outputs/search/file-format.ts';
import { course } from './indexed-course.ts';
import { naiveIndex } from './naive-index.ts';
import { filtersOf, find, serving } from './served.ts';

const shelf = [
  course(1, 'Einführung in die Algebra', { author: 'Noether, Emmy', provider_name: 'Example University' }),
  course(2, 'مقدمة في البَرْمَجَة', { author: 'سلمى' }),
  course(3, 'Введение в йогу ёлки', { tags: 'спорт' }),
  course(4, '机器学习速成课程'),
  course(5, 'プログラミング入門'),
  course(6, '프로그래밍 강좌'),
  course(7, 'מבוא לתכנות'),
  course(8, 'Εισαγωγή στους αλγόριθμους'),
  course(9, 'Programming in C++', { tags: 'algebra; beginners' }),
  course(10, 'Programming in C', { provider_name: 'example.org' }),
  course(11, 'Programming languages', { author: "O'Neil" }),
  course(12, 'การออกแบบ'),
];

describe('a search', () => {
  it.each([
    ['einfuhrung', [1]],
    ['EINFÜHRUNG alge', [1]],
    ['algebra', [1, 9]],
    ['noether', [1]],
    ['university', [1]],
    ['example', [10, 1]],
    ['beginners', [9]],
    ['oneil', [11]],
    ['o’neil', [11]],
    ['البرمجة', [2]],
    ['بَرمجه', [2]],
    ['سلمي', [2]],
    ['иогу', [3]],
    ['ЁЛКИ', [3]],
    ['спорт', [3]],
    ['学习', [4]],
    ['程', [4]],
    ['机器 课程', [4]],
    ['入門', [5]],
    ['グラミ', [5]],
    ['프로', [6]],
    ['תכנ', []],
    ['לתכנ', [7]],
    ['εισαγωγη', [8]],
    ['ΑΛΓΟΡΙΘΜΟΥΣ', [8]],
    ['ออก', [12]],
    ['programming ', [11, 10, 9]],
    ['programming c', [10, 9]],
    ['programming c ', [10]],
    ['c++ programming', [9]],
    ['program algebra', [9]],
  ])('for "%s" finds %j', async (query, ids) => {
    expect(await idsFor(query)).toEqual(ids);
  });

  it.each([
    ['programing ', [11, 10, 9]],
    ['porgramming langauges', [11]],
    ['rpogramming lang', [11]],
    ['prorgamimng lang', [11]],
    ['pprogramming lang', [11]],
    ['pyogramming lang', [11]],
    ['nother', [1]],
    ['введеине', [3]],
    ['εισαγογη', [8]],
    ['프로그레밍', [6]],
    ['cc', []],
  ])('for the mistyped "%s" finds %j', async (query, ids) => {
    expect(await idsFor(query)).toEqual(ids);
  });

  it.each([
    ['wifi', 'Wi-Fi', [2, 1]],
    ['covid19', 'COVID-19', [4, 3]],
    ['nodejs', 'Node.js', [6, 5]],
    ['phd', 'Ph.D.', [8, 7]],
    ['elearning', 'E-learning', [10, 9]],
  ])('finds the same for "%s" and "%s"', async (solid, compound, ids) => {
    const names = [
      'WiFi',
      'Wi-Fi',
      'COVID19',
      'Covid‑19',
      'NodeJS',
      'Node.js',
      'PhD',
      'Ph.D.',
      'eLearning',
      'l’e-learning',
    ];
    const files = naiveIndex(names.map((name, at) => course(at + 1, `On ${name} basics`)));
    await serving(files, async (_, search) => {
      for (const query of [solid, compound, compound.toLowerCase()])
        for (const more of ['', ' ', ' basics']) {
          const { total, courses } = await find(search, query + more, 10);
          const found = courses.map(({ id }) => id).toSorted((a, b) => b - a);
          expect([query + more, total, found]).toEqual([query + more, 2, ids]);
        }
    });
  });

  it('finds a compound that is written as two words, too', async () => {
    const files = naiveIndex(
      ['Web development', 'Web-development', 'Webdevelopment'].map((title, at) => course(at + 1, title)),
    );
    await serving(files, async (_, search) => {
      expect((await find(search, 'web-development ', 10)).total).toBe(3);
      expect((await find(search, 'web development ', 10)).total).toBe(2);
    });
  });

  it.each(['?!', '\ud800'])('for "%s" finds nothing and loads no terms', async (query) => {
    await serving(naiveIndex(shelf), async ({ requests }, search) => {
      expect(await find(search, query, 10)).toEqual({ total: 0, courses: [] });
      expect(requests.filter((path) => path.includes('/terms/'))).toEqual([]);
    });
  });

  it('searches for the first words of a long pasted text', async () => {
    const words = Array.from({ length: 1000 }, (_, at) => `word${at}`);
    await serving(naiveIndex([course(1, words.slice(0, 32).join(' '))]), async (_, search) => {
      expect((await find(search, words.join(' '), 10)).total).toBe(1);
      expect((await find(search, `${words.slice(0, 31).join(' ')} other`, 10)).total).toBe(0);
    });
  });

  it('finds nothing in an empty catalog', async () => {
    await serving(naiveIndex([]), async (_, search) => {
      expect(await find(search, 'anything at all', 10)).toEqual({ total: 0, courses: [] });
      expect(await search.size()).toBe(0);
    });
  });

  it('returns at most as many courses as requested, and the total number', async () => {
    await serving(naiveIndex(shelf), async (_, search) => {
      const { total, courses } = await find(search, 'programming', 2);
      expect(total).toBe(3);
      expect(await search.size()).toBe(shelf.length);
      expect(courses.map(({ title }) => title)).toEqual(['Programming languages', 'Programming in C']);
    });
  });

  it('puts titles that begin with the query before those that contain it, and these before others', async () => {
    const titles = ['Web design', 'Design for the web', 'On web design', 'The web'];
    const files = naiveIndex(titles.map((title, at) => course(at + 1, title, { tags: 'design' })));
    await serving(files, async (_, search) => {
      const found = async (query: string) => (await find(search, query, 10)).courses.map(({ id }) => id);
      expect(await found('web design ')).toEqual([1, 3, 2, 4]);
      expect(await found('WEB des')).toEqual([1, 3, 2, 4]);
      expect(await found('design web')).toEqual([3, 2, 1, 4]);
      expect(await found('design')).toEqual([2, 3, 1, 4]);
    });
  });

  it('keeps the order of the courses shown when more are requested', async () => {
    const titles = Array.from({ length: 35 }, (_, at) => (at % 3 === 0 ? 'Algebra' : `More algebra`));
    await serving(naiveIndex(titles.map((title, at) => course(at + 1, title))), async (_, search) => {
      const all = (await find(search, 'algebra', 35)).courses;
      expect(all.slice(0, 10).map(({ id }) => id)).toEqual([34, 31, 28, 35, 33, 32, 30, 29, 27, 26]);
      for (const limit of [10, 20, 30]) {
        expect((await find(search, 'algebra', limit)).courses).toEqual(all.slice(0, limit));
      }
    });
  });

  it('loads each file once, even when queries overtake each other', async () => {
    await serving(naiveIndex(shelf), async ({ requests }, search) => {
      await Promise.all(['p', 'pr', 'pro', 'prog', 'programming in c'].map((query) => find(search, query, 10)));
      expect(requests.length).toBeGreaterThan(0);
      expect(new Set(requests).size).toBe(requests.length);
    });
  });

  it('fails while the server does, and works again afterwards', async () => {
    await serving(naiveIndex(shelf), async (server, search) => {
      server.isDown = true;
      await expect(find(search, 'algebra', 10)).rejects.toThrow(/answered with status 404/u);
      server.isDown = false;
      expect((await find(search, 'algebra', 10)).total).toBe(2);
    });
  });
});

describe('a search over files of more than one build', () => {
  const [fewer, more] = [40, 2000].map((length) =>
    naiveIndex(Array.from({ length }, (_, at) => course(at + 1, `Course w${at.toString(36)}`))),
  );

  it.each([
    ['the index', 'of fewer courses', fewer, more, searchIndexPath],
    ['the index', 'of more courses', more, fewer, searchIndexPath],
    ['a course file', 'of fewer courses', fewer, more, courseFilePath(0)],
  ])('finds every current course if %s is cached from a build %s', async (_, __, older = {}, newer = {}, kept) => {
    const fresh = await serving(newer, (_server, search) => find(search, 'course', 2000));
    expect(fresh.courses).toHaveLength(fresh.total);
    await serving(
      newer,
      async ({ requests }, search) => {
        const found = await Promise.all(['course', 'w', 'course w'].map((query) => find(search, query, 2000)));
        expect(found[0]).toEqual(fresh);
        for (const { total, courses } of found) expect(courses).toHaveLength(total);
        expect(requests.filter((path) => path === searchIndexPath)).toHaveLength(2);
      },
      { [kept]: older[kept] ?? '' },
    );
  });

  it('finds every current course if a chunk is gone', async () => {
    const first = Array.from({ length: 10_000 }, (_, at) => `word${at}`).find(startsTermFile) ?? '';
    const newer = naiveIndex([course(1, 'Algebra')]);
    const older = naiveIndex([course(1, `Algebra ${first}`)]);
    expect(Object.keys(older)).toHaveLength(Object.keys(newer).length + 1);
    await serving(
      newer,
      async (_, search) => {
        expect(await find(search, `${first} `, 10)).toEqual({ total: 0, courses: [] });
        expect((await find(search, 'algebra', 10)).total).toBe(1);
      },
      { [searchIndexPath]: older[searchIndexPath] ?? '' },
    );
  });

  it('finds new courses some time after they were published', async () => {
    const files = naiveIndex([course(1, 'Algebra')]);
    await serving(files, async (server) => {
      let time = 0;
      const search = server.open(() => time);
      expect((await find(search, 'algebra', 10)).total).toBe(1);
      Object.assign(files, naiveIndex([course(1, 'Algebra'), course(2, 'Algebra again')]));
      time = maxAge;
      expect((await find(search, 'algebra', 10)).total).toBe(1);
      time = maxAge + 1;
      expect((await find(search, 'algebra', 10)).total).toBe(2);
    });
  });

  it('fails if reloaded files do not match either, and starts again with the next query', async () => {
    const { [courseFilePath(0)]: courses = '', ...others } = naiveIndex(shelf);
    for (const broken of [others, { ...others, [courseFilePath(0)]: '[]' }]) {
      const files: Record<string, string> = { ...broken, [filtersPath]: filtersOf(naiveIndex(shelf)) };
      await serving(files, async ({ requests }, search) => {
        await expect(find(search, 'algebra', 10)).rejects.toThrow(/answered with status 404|lacks course \d/u);
        expect(requests.filter((path) => path === searchIndexPath)).toHaveLength(2);
        files[courseFilePath(0)] = courses;
        expect((await find(search, 'algebra', 10)).total).toBe(2);
      });
    }
  });
});

async function idsFor(query: string): Promise<number[]> {
  return serving(naiveIndex(shelf), async (_, search) => {
    const { total, courses } = await find(search, query, 20);
    expect(total).toBe(courses.length);
    return courses.map(({ id }) => id);
  });
}
