// The search over the varied catalog: every script in it, and properties of every course.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Search } from '../../src/library/search/search.ts';
import { queryTermsOf, termsOf } from '../../src/outputs/search/terms.ts';
import { editDistance } from '../../src/text/edit-distance.ts';
import { naiveIndex, type IndexedCourse } from './naive-index.ts';
import { variedCourses } from './varied-courses.ts';
import { find, serve, type FoundCourses, type Server } from './served.ts';

describe('the search over the varied catalog', () => {
  let server: Server;
  let courses: readonly IndexedCourse[];
  let search: Search;

  beforeAll(async () => {
    courses = await variedCourses();
    server = await serve(naiveIndex(courses));
    search = server.open();
  });
  afterAll(() => server.close());

  it.each([
    ['机器学习', '机器学习从零开始'],
    ['學習', '機器學習實作'],
    ['プログラミング', 'プログラミング入門'],
    ['알고리즘', '알고리즘 기초'],
    ['خوارزميات', 'مقدمة في الخوارزميات'],
    ['الخَوَارِزْمِيَّات', 'مقدمة في الخوارزميات'],
    ['алгоритмы', 'Алгоритмы на практике'],
    ['ТУТОРИАЛ', 'Туториал по Git'],
    ['לתכנות', 'מבוא לתכנות ב-Python'],
    ['εισαγωγη', 'Εισαγωγή στον προγραμματισμό'],
    ['การออกแบบ', 'การออกแบบอัลกอริทึม'],
    ['हिन्दी', 'हिन्दी में'],
    ['anfanger', 'JavaScript für Anfänger'],
    ['lap trinh', 'Lập trình'],
    ['programacion', 'programación'],
    ['c#', 'ภาษา C#'],
    ['Go olang from Zero', 'Go / Golang from Zero'],
  ])('finds "%s"', async (query, title) => {
    const found = await find(search, query, 100);
    expect(found.courses.map((course) => course.title).join('\n')).toContain(title);
  });

  it.each(['pyhton', 'pyton', 'pythoon', 'pithon', 'ypthon', 'pythno'])('finds Python by "%s"', async (query) => {
    const [mistyped, intended] = await Promise.all([find(search, query, 1), find(search, 'python ', 1)]);
    expect(mistyped.total).toBeGreaterThanOrEqual(intended.total);
  });

  it('finds fewer and fewer courses as a word is typed, and always the intended one', async () => {
    for (let end = 2; end <= 'kubernetes'.length; end += 1) {
      const { courses: found } = await find(search, 'kubernetes'.slice(0, end), 1000);
      expect(found.some(({ title }) => title.includes('Kubernetes'))).toBe(true);
    }
  });

  it('loads tens of kilobytes for the first two letters', async () => {
    for (const query of ['py', 'ja', 'we', 'al', 'ال', 'пр', '机器']) {
      server.forget();
      await find(server.open(), query, 10);
      expect(server.requests.length).toBeLessThan(20);
      expect(server.sent()).toBeLessThan(60_000);
    }
  });

  it('finds every course by every word of its title, its author and its provider', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.nat(), async (which, at) => {
        const { id, title, author, provider_name } = pick(courses, which);
        const words = `${title} ${author} ${provider_name}`
          .split(/\s+/u)
          .filter((word) => queryTermsOf(word).length > 0);
        const found = await find(search, pick(words, at), courses.length);
        expect(found.courses.map((course) => course.id)).toContain(id);
      }),
      { numRuns: 200 },
    );
  });

  it('finds the same by the words of a title in any order and case', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.infiniteStream(fc.nat()), async (which, order) => {
        const { id, title } = pick(courses, which);
        const words = title.split(/\s+/u);
        const shuffled = words
          .map((word) => ({ word, key: Number(order.next().value) }))
          .toSorted((a, b) => a.key - b.key);
        const [asIs, other] = await Promise.all([
          find(search, `${title} `, courses.length),
          find(
            search,
            `${shuffled
              .map(({ word }) => word)
              .join(' ')
              .toUpperCase()} `,
            courses.length,
          ),
        ]);
        expect(idsOf(other)).toEqual(idsOf(asIs));
        expect(asIs.courses.map((course) => course.id)).toContain(id);
      }),
      { numRuns: 200 },
    );
  });

  it('finds every course by its title with one typing error in a long word', async () => {
    const mistypable = courses.filter(({ title }) => longWord.test(title));
    const indexes = new Map(courses.map(({ id }, at) => [id, at]));
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.nat(), fc.nat(), fc.nat(), async (which, at, place, kind) => {
        const { id, title } = pick(mistypable, which);
        const word = pick(title.match(new RegExp(longWord, 'gu')) ?? [], at);
        // A syllable in Hangul is typed as two or three letters.
        const typed = word.normalize('NFD');
        const query = title.replace(word, mistype(typed, 2 + (place % (typed.length - 2)), kind % 4));
        const { courses: found } = await find(search, query, courses.length);
        // If the typed text fits other courses equally well, those are found.
        const isFound = found.some((course) => course.id === id);
        expect(
          isFound ||
            (found.length > 0 &&
              found.every((course) => fits(pick(courses, indexes.get(course.id) ?? Number.NaN), query))),
        ).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

/** Words of six letters and more in scripts with spaces between words. */
const longWord =
  /(?<![\p{L}\p{M}\p{N}'’])(?:(?![\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Khmr}\p{scx=Mymr}])\p{L}){6,}(?![\p{L}\p{M}\p{N}'’+#])/u;

function mistype(word: string, place: number, kind: number): string {
  const [before, letter, after] = [word.slice(0, place), word.slice(place, place + 1), word.slice(place + 1)];
  if (kind === 0) return before + after;
  if (kind === 1) return before + 'e' + letter + after;
  if (kind === 2) return `${before}e${after}`;
  return before + after.slice(0, 1) + letter + after.slice(1);
}

/** Whether every term of the query is a term of the course, possibly with an error or as a prefix. */
function fits({ title, author, tags, provider_name }: IndexedCourse, query: string): boolean {
  const terms = termsOf(`${title} ${author} ${tags} ${provider_name}`);
  return queryTermsOf(query).every((queryTerm) =>
    terms.some((term) => editDistance(queryTerm.term, term, 1, true) <= 1),
  );
}

function idsOf({ courses }: FoundCourses): number[] {
  return courses.map(({ id }) => id).toSorted((one, other) => one - other);
}

function pick<T>(all: readonly T[], number: number): T {
  const one = all[number % all.length];
  if (one === undefined) throw new Error('There is nothing to pick from.');
  return one;
}
