// Items with courses: the filter box above a list keeps those that match, and the charts draw the largest.
import { describe, expect, it } from 'vitest';
import { rankingOf, withGaps } from '../../src/outputs/catalog-page/browser/charts/figures.ts';
import { matching, type Item } from '../../src/outputs/catalog-page/browser/items.ts';

const item = (name: string, course_count = 1, children: readonly Item[] = []): Item => ({
  key: name,
  name,
  href: '#/',
  course_count,
  children,
});
const names = (items: readonly Item[]): readonly string[] =>
  items.flatMap(({ name, children = [] }) => [name, ...children.map((child) => `${name}/${child.name}`)]);

describe('the filter box above a list', () => {
  const tree = [item('Science', 3, [item('Physics'), item('Économie')]), item('Art')];

  it.each([
    ['', ['Science', 'Science/Physics', 'Science/Économie', 'Art']],
    ['  ', ['Science', 'Science/Physics', 'Science/Économie', 'Art']],
    ['SCI', ['Science', 'Science/Physics', 'Science/Économie']],
    ['economie', ['Science', 'Science/Économie']],
    ['nothing', []],
  ])('keeps, for %j, %j', (typed, expected) => {
    expect(names(matching(tree, typed))).toEqual(expected);
  });
});

describe('a ranking', () => {
  it('has the twenty largest and the sum of the others', () => {
    const items = Array.from({ length: 25 }, (_, at) => item(`${at}`, at));
    const { shown, others, otherCourses, max } = rankingOf(items);
    expect(names(shown)).toEqual(Array.from({ length: 20 }, (_, at) => `${24 - at}`));
    expect({ others, otherCourses, max }).toEqual({ others: 5, otherCourses: 0 + 1 + 2 + 3 + 4, max: 24 });
  });

  it('is empty if there are no items', () => {
    expect(rankingOf([])).toEqual({ shown: [], others: 0, otherCourses: 0, max: 0 });
  });
});

describe('the years of a chart', () => {
  it('include those without courses', () => {
    expect(
      withGaps([
        [2014, 2],
        [2017, 1],
      ]),
    ).toEqual([
      [2014, 2],
      [2015, 0],
      [2016, 0],
      [2017, 1],
    ]);
  });

  it('omit the empty years if a date is far off', () => {
    expect(
      withGaps([
        [1, 1],
        [2017, 1],
      ]),
    ).toEqual([
      [1, 1],
      [2017, 1],
    ]);
  });

  it('are empty if there are no dates', () => {
    expect(withGaps([])).toEqual([]);
  });
});
