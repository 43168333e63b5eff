// Language tags: from the names in a catalog.
import { describe, expect, it } from 'vitest';
import { tagReader } from '../../src/browser/catalog/language-tag.ts';

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
    expect(tagReader()(name)).toBe(tag);
  });
});
