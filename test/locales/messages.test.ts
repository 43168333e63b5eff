// The messages: every language has all of them, with the same placeholders and its own plural forms.
import { describe, expect, it } from 'vitest';
import { localeOf, messagesOf } from '../../src/text/locales/locales.ts';
import { localeTags, type LocaleTag } from '../../src/text/locales/tags.ts';
import { shownName } from '../../src/text/locales/language-names.ts';
import { openLocale, type Message } from '../../src/text/locales/translate.ts';

const rows = (tag: LocaleTag): [name: string, message: Message][] => Object.entries(messagesOf[tag]);
const formsOf = (message: Message): [category: string, text: string][] =>
  typeof message === 'string' ? [['other', message]] : Object.entries(message);

/** Without that of the count, which a form for one or two need not name. */
const placeholdersIn = (text: string) =>
  [...new Set(text.match(/\{\w+\}/gu))].filter((name) => name !== '{count}').toSorted();

/** The plural categories of numbers that a catalog may show; some languages have another from a million on. */
function categoriesOf(tag: LocaleTag): string[] {
  const rules = new Intl.PluralRules(tag);
  return [...new Set(Array.from({ length: 1000 }, (_, number) => rules.select(number)))].toSorted();
}

describe.each(localeTags)('the messages in %s', (tag) => {
  it('are those in English, in the order of their names', () => {
    const names = rows(tag).map(([name]) => name);
    expect(names).toEqual(rows('en').map(([name]) => name));
    expect(names).toEqual(names.toSorted());
  });

  it('have the placeholders of those in English, in each form', () => {
    for (const [name, message] of rows(tag)) {
      const [, english] = rows('en').find(([other]) => other === name) ?? ['', ''];
      const wanted = placeholdersIn(formsOf(english).at(-1)?.[1] ?? '');
      for (const [category, text] of formsOf(message)) {
        expect(placeholdersIn(text), `${name} ${category}`).toEqual(wanted);
      }
      expect(formsOf(message).at(-1)?.[1].includes('{count}'), name).toBe(
        formsOf(english).at(-1)?.[1].includes('{count}'),
      );
    }
  });

  it('have the plural forms that the language needs', () => {
    const needed = categoriesOf(tag);
    for (const [name, message] of rows(tag)) {
      const isCounted = formsOf(message).some(([, text]) => text.includes('{count}'));
      if (!isCounted || (typeof message === 'string' && needed.length === 1)) continue;
      const forms = formsOf(message).map(([category]) => category);
      expect(forms.toSorted(), name).toEqual(needed);
    }
  });

  it('are trimmed, and have no markup', () => {
    for (const text of rows(tag).flatMap(([, message]) => formsOf(message).map(([, form]) => form))) {
      expect(text).toBe(text.trim());
      expect(text).not.toMatch(/[<>]|^$/u);
    }
  });
});

describe('a locale', () => {
  it('chooses the form of a number, and writes it as its readers do', () => {
    const shown = (tag: LocaleTag, count: number) => localeOf(tag).text('courses.count', { count });
    expect([0, 1, 1204].map((count) => shown('en', count))).toEqual(['0 courses', '1 course', '1,204 courses']);
    expect([1, 1204].map((count) => shown('de', count))).toEqual(['1 Kurs', '1.204 Kurse']);
    expect([0, 1].map((count) => shown('fr', count))).toEqual(['0 cours', '1 cours']);
    expect(shown('zh', 1)).toBe('1 门课程');
    const arabic = [0, 1, 2, 3, 11, 100].map((count) => shown('ar', count));
    expect(arabic).toEqual(['لا توجد دورات', 'دورة واحدة', 'دورتان', '3 دورات', '11 دورة', '100 دورة']);
  });

  it('writes dates in words, on the same day everywhere, and leaves other texts as they are', () => {
    expect(localeOf('en').date('2024-01-31T23:59:00')).toBe('January 31, 2024');
    expect(openLocale('en-GB', messagesOf.en).date('2024-01-31')).toBe('31 January 2024');
    expect(localeOf('de').date('2024-01-31')).toBe('31. Januar 2024');
    expect(localeOf('zh').date('2024-01-31')).toBe('2024年1月31日');
    expect(localeOf('ar').date('2024-01-31')).toBe('31 يناير 2024');
    for (const odd of ['', 'soon', '2024-13-31', '2024-02']) expect(localeOf('en').date(odd)).toBe(odd);
  });

  it.each([
    ['en', ['0 bytes', '1 byte', '500 bytes', '1 MB']],
    ['de', ['0 Byte', '1 Byte', '500 Byte', '1 MB']],
    ['fr', ['0 octet', '1 octet', '500 octets', '1 Mo']],
    ['es', ['0 bytes', '1 byte', '500 bytes', '1 MB']],
    ['pt', ['0 byte', '1 byte', '500 bytes', '1 MB']],
    ['zh', ['0字节', '1字节', '500字节', '1 MB']],
    ['ar', ['0 بايت', '1 بايت', '500 بايت', '1 م.ب']],
  ] as const)('writes sizes in %s', (tag, sizes) => {
    const shown = [0, 1, 500, 999_950].map((bytes) => localeOf(tag).size(bytes).replaceAll(/\s/gu, ' '));
    expect(shown).toEqual(sizes);
  });

  it('writes sizes in the unit that they have when they are rounded', () => {
    const sizes = [999, 1000, 999_949, 999_950, 1_250_000, 999_950_000, 2e12].map(localeOf('en').size);
    expect(sizes).toEqual(['999 bytes', '1 kB', '999.9 kB', '1 MB', '1.3 MB', '1 GB', '2,000 GB']);
  });

  it('names languages, and knows the direction of its script', () => {
    const names = ['Spanish', 'Español', 'Spanish (Mexico)', 'Klingonese'];
    expect(names.map((name) => shownName(name, localeOf('de')))).toEqual(['Spanisch', 'Spanisch', ...names.slice(2)]);
    expect(names.map((name) => shownName(name, localeOf('fr')))).toEqual(['Espagnol', 'Espagnol', ...names.slice(2)]);
    expect(names.map((name) => shownName(name, localeOf('en')))).toEqual(names);
    expect(localeTags.filter((tag) => localeOf(tag).dir === 'rtl')).toEqual(['ar']);
  });

  it('fills in a value once, whatever it looks like, and one of markup as it is', () => {
    const odd = { ...messagesOf.en, 'frame.skip': 'From {title} to {count} $& {gone}' };
    const { text, parts } = openLocale('en', odd);
    expect(text('frame.skip', { title: '{count} $1', count: 2 })).toBe('From {count} $1 to 2 $& ');
    const value = { markup: true };
    expect(parts('frame.skip', { title: value, count: 2 })).toEqual(['From ', value, ' to ', '2', ' $& ', '']);
  });
});
