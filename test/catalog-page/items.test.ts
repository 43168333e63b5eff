// Items with courses: the filter box above a list keeps those that match, the charts show the largest, and languages have tags.
import { describe, expect, it } from 'vitest';
import { namesOfTag } from '../../src/catalog/language-tags.ts';
import { rankingOf } from '../../src/browser/catalog-page/charts/ranking.ts';
import { matching, type Item } from '../../src/browser/catalog-page/lists/items.ts';
import { intlTagOf, keysOf, tagOfName } from '../../src/text/locales/language-names.ts';
import { languageTag } from '../../src/catalog/source/bcp47.ts';
import { words } from '../helpers/words.ts';

const item = (name: string, course_count = 1, children: readonly Item[] = []): Item => {
  return { key: name, name, href: '#/', course_count, children };
};
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
    const { shown, others, otherCourses } = rankingOf(items);
    expect(names(shown)).toEqual(Array.from({ length: 20 }, (_, at) => `${24 - at}`));
    expect({ others, otherCourses }).toEqual({ others: 5, otherCourses: 0 + 1 + 2 + 3 + 4 });
  });

  it('is empty if there are no items', () => {
    expect(rankingOf([])).toEqual({ shown: [], others: 0, otherCourses: 0 });
  });
});

describe('the tag of a language', () => {
  it.each([
    ['English', 'en'],
    ['french', 'fr'],
    ['Français', 'fr'],
    ['العربية', 'ar'],
    ['Persian', 'fa'],
    ['Romanian', 'ro'],
    ['Bengali', 'bn'],
    ['Bangla', 'bn'],
    ['বাংলা', 'bn'],
    ['Portuguese (Brazil)', 'pt-BR'],
    ['Portuguese (Angola)', 'pt'],
    ['Chinese (Traditional)', 'zh-Hant'],
    ['中文（简体）', 'zh-Hans'],
    ['中文（香港）', 'zh'],
    ['Hebrew', 'he'],
    ['עברית', 'he'],
    ['Indonesia', 'id'],
    ['aa', undefined],
    ['Klingonese', undefined],
    ['', undefined],
  ])('named %j is %j', (name, tag) => {
    expect(intlTagOf(name)).toBe(tag);
  });
});

it('languages that feeds name have the same tag on the page, by the names that both know', () => {
  const letters = 'abcdefghijklmnopqrstuvwxyz'.split('');
  const named = letters.flatMap((first) => letters.map((second) => first + second)).filter((tag) => namesOfTag(tag));
  expect(named.length).toBeGreaterThan(30);
  expect(named.map((tag) => intlTagOf(namesOfTag(tag)?.[0] ?? ''))).toEqual(named);
});

it.each([
  ['fr', ['french', 'français']],
  ['zh', ['chinese', '中文']],
  ['bn', ['bangla', 'বাংলা', 'bengali']],
  ['C', []],
  ['en_US.UTF-8', []],
])('the names of a language with the tag %j are %j', (tag, wanted) => {
  expect(keysOf(tag)).toEqual(wanted);
});

describe('the tag of the language in which a language name is written', () => {
  it.each([
    ['العربية', 'ar'],
    ['Français', 'fr'],
    ['Arabic', undefined],
    ['french', undefined],
    ['Bengali', undefined],
    ['Chinese (Traditional)', undefined],
    ['Portuguese (Angola)', undefined],
    ['Klingonese', undefined],
  ])('is, for %j, %j', (name, tag) => {
    expect(tagOfName(name, intlTagOf(name))).toBe(tag);
  });
});

it.each(words`en pt-BR zh-Hant-TW zh-cmn-Hans-CN es-419 de-1996 sl-rozaj en-x-simple zh-u-co-pinyin x-private`)(
  'the source may have the tag %s',
  (tag) => expect(tag).toMatch(languageTag),
);

it.each(['', 'pt_BR', 'Chinese', 'en-US-US', 'en-', 'e', 'en-x', 'zh-u', 'x', 'en-Latn-Latn', 'en\n'])(
  'the source may not have the tag %j',
  (tag) => expect(tag).not.toMatch(languageTag),
);
