// Language tags, derived from the language names of a catalog.
import { describe, expect, it } from 'vitest';
import { tagOfName, createTagLookup } from '../../src/browser/catalog/language-tag.ts';

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
