// Terms: how texts are split, in every script, and that queries are split like texts.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinedTermsOf, queryTermsOf, termsOf } from '../../src/outputs/search/terms.ts';
import { anyCharacter } from '../helpers/characters.ts';

const digitsIn = (system: string) =>
  new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false }).format(9_876_543_210);

describe('the terms of a text', () => {
  it.each([
    ['Introduction to Web-Development, 2nd ed.', 'introduction to web development webdevelopment 2nd ed'],
    ['Wi-Fi, COVID-19 & Node.js', 'wi fi wifi covid 19 covid19 node js nodejs'],
    ['Ph.D. e‑learning E.U.', 'ph d phd e learning elearning e u eu'],
    ['L’e-learning en C#-3 Visual-C# X-C++', 'le learning elearning lelearning en c# 3 visual c# visualc# x c++ xc++'],
    ['Web 2.0 on 2024-05-28 - a-', 'web 2 0 on 2024 05 28 a'],
    ['C, C++11, C# 7 and F# on .NET (a+b)', 'c c++ 11 c# 7 and f# on net a b'],
    ["Beginner's C’est O'Reilly 'quoted'", 'beginner beginners est cest reilly oreilly quoted'],
    ['Introducción à l’ALGÈBRE', 'introduccion a algebre lalgebre'],
    ['Straße Ångström Łódź smørrebrød İzmir', 'strasse angstrom lodz smorrebrod izmir'],
    ['Ｆｕｌｌ ﬁne ②', 'full fine 2'],
    ['Ёлка и йод', 'елка и иод'],
    ['ΟΔΟΣ οδός', 'οδοσ οδοσ'],
    ['البَرْمَجَةُ برمجة أحمد آلة ـــ ٢٠٢٥', 'البرمجه برمجه برمجه احمد اله 2025'],
    ['למידת מכונה בְּרֵאשִׁית', 'למידת מכונה בראשית'],
    ['हिन्दी में १२३ ৪৫ ๖๗ ౮౯', 'हिन्दी में 123 45 67 89'],
    ['机器学习 AI 课', '机器 器学 学习 习 ai 课'],
    ['はじめようゲーム', 'はじ じめ めよ よう うゲ ゲー ーム ム'],
    ['ｹﾞｰﾑ', 'ゲー ーム ム'],
    ['ガス カス パリ ﾊﾟﾘ ハリ ヴェ', 'ガス ス カス ス パリ リ パリ リ ハリ リ ヴェ ェ'],
    ['𠮷野家', '𠮷野 野家 家'],
    ['สวัสดี', 'สว วั ัส สด ดี ี'],
    ['lone \ud800 half\udc00 s', 'lone half s'],
    ['', ''],
    [`${'x'.repeat(31)}𐐨 ${'y'.repeat(40)}`, `${'x'.repeat(31)} ${'y'.repeat(32)}`],
  ])('of "%s" are "%s"', (text, terms) => {
    expect(termsOf(text).join(' ').normalize('NFC')).toBe(terms.normalize('NFC'));
  });

  it('have the digits of every script as those of Latin', () => {
    const systems = Intl.supportedValuesOf('numberingSystem').filter((system) =>
      /^\p{Nd}{10}$/u.test(digitsIn(system)),
    );
    expect(systems.length).toBeGreaterThan(50);
    const isBasic = (system: string) => !/[\u{10000}-\u{10ffff}]/u.test(digitsIn(system).normalize('NFKD'));
    for (const system of systems.filter(isBasic))
      expect([system, termsOf(digitsIn(system))]).toEqual([system, ['9876543210']]);
  });

  it('are whole words of Hangul, matched by syllables as they are typed', () => {
    const [word = ''] = termsOf('프로그래밍');
    for (const typed of ['ㅍ', '프', '프로', '프로그']) {
      expect(word.startsWith(queryTermsOf(typed)[0]?.term ?? 'nothing')).toBe(true);
    }
  });

  it('have no case, no space, no unpaired surrogate and no more than 32 code units', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const term of termsOf(text)) {
          expect(term).not.toBe('');
          expect(term.length).toBeLessThanOrEqual(32);
          expect(term).not.toMatch(/\s|\p{Cs}/u);
          expect(term.toLowerCase()).toBe(term);
        }
      }),
    );
  });

  it('are the same in composed and decomposed texts', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(termsOf(text.normalize('NFD'))).toEqual(termsOf(text.normalize('NFC')));
      }),
    );
  });

  it('do not depend on what follows a space', () => {
    fc.assert(
      fc.property(anyText, anyText, (one, other) => {
        expect(termsOf(`${one} ${other}`)).toEqual([...termsOf(one), ...termsOf(other)]);
      }),
    );
  });
});

describe('the terms of a query', () => {
  it.each([
    ['web dev', 'web dev*'],
    ['web dev ', 'web dev'],
    ["l'alg", 'lalg*'],
    ['wi-fi', 'wi fi*'],
    ['covid-19 ', 'covid 19'],
    ['c++', 'c++*'],
    ['编', '编*'],
    ['编 ', '编*'],
    ['编程', '编程'],
    ['编程 入门课', '编程 入门 门课'],
    ['¿ ?', ''],
  ])('of "%s" are "%s"', (query, terms) => {
    const found = queryTermsOf(query).map(({ term, unfinished }) => (unfinished ? `${term}*` : term));
    expect(found.join(' ')).toBe(terms);
  });

  it('are among those of the text that equals the query, with its compounds in parts or joined', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const terms = termsOf(text);
        for (const { term } of [...queryTermsOf(text), ...(joinedTermsOf(text) ?? [])]) expect(terms).toContain(term);
      }),
    );
  });

  it.each([
    ['wi-fi', 'wifi*'],
    ['Node.js and COVID-19 ', 'nodejs and covid19'],
    ['wifi', undefined],
    ['2.0', undefined],
  ])('of "%s", joined, are "%s"', (query, terms) => {
    const joined = joinedTermsOf(query)?.map(({ term, unfinished }) => (unfinished ? `${term}*` : term));
    expect(joined?.join(' ')).toBe(terms);
  });
});

const pieces = [
  'a',
  'Z',
  '1',
  ' ',
  "'",
  '’',
  '+',
  '#',
  '-',
  '.',
  '‐',
  'é',
  'ß',
  'ς',
  'İ',
  'й',
  'ال',
  'ة',
  'ُ',
  '한',
  '程',
  'が',
  'ไ',
  '\ud842',
  '𠮷',
];
const anyText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: anyCharacter }),
  fc.string({ unit: fc.constantFrom(...pieces), maxLength: 40 }),
);
