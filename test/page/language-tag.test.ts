// Language tags, derived from the language names of a catalog.
import { describe, expect, it } from 'vitest';
import { languageTag } from '../../src/source/language-tag.ts';
import { tagOfName, createTagLookup } from '../../src/outputs/catalog-page/browser/language-tag.ts';

describe('the tag of a language', () => {
  it.each([
    ['English', 'en'],
    ['french', 'fr'],
    ['Français', 'fr'],
    ['العربية', 'ar'],
    ['Persian', 'fa'],
    ['Portuguese (Brazil)', 'pt-BR'],
    ['Portuguese (Angola)', 'pt'],
    ['Chinese (Traditional)', 'zh-Hant'],
    ['Klingonese', undefined],
    ['', undefined],
  ])('named %j is %j', (name, tag) => {
    expect(createTagLookup()(name)).toBe(tag);
  });
});

describe('the tag of the language in which a language name is written', () => {
  it.each([
    ['العربية', 'ar'],
    ['Français', 'fr'],
    ['Arabic', undefined],
    ['french', undefined],
    ['Chinese (Traditional)', undefined],
    ['Portuguese (Angola)', undefined],
    ['Klingonese', undefined],
  ])('is, for %j, %j', (name, tag) => {
    expect(tagOfName(name, createTagLookup()(name))).toBe(tag);
  });
});

it.each([
  'en',
  'pt-BR',
  'zh-Hant-TW',
  'zh-cmn-Hans-CN',
  'es-419',
  'de-1996',
  'sl-rozaj',
  'en-x-simple',
  'zh-u-co-pinyin',
  'x-private',
])('the source may have the tag %s', (tag) => expect(tag).toMatch(languageTag));

it.each(['', 'pt_BR', 'Chinese', 'en-US-US', 'en-', 'e', 'en-x', 'zh-u', 'x', 'en-Latn-Latn', 'en\n'])(
  'the source may not have the tag %j',
  (tag) => expect(tag).not.toMatch(languageTag),
);
