// Headings: what each name of a column means, and in which language a list is by its headings.
import { describe, expect, it } from 'vitest';
import { fieldNames } from '../../src/import/fields/fields.ts';
import { headingLanguages, headingMeanings, headingNames } from '../../src/import/formats/table/heading-names.ts';
import { fieldsByHeadings, isStart, languageOfHeadings } from '../../src/import/formats/table/headings.ts';

const rows = headingMeanings.flatMap((meaning) =>
  headingLanguages.flatMap((language) =>
    (headingNames[meaning][language]?.split(', ') ?? []).map((name) => ({ meaning, language, name })),
  ),
);

describe('every name', () => {
  it.for(headingMeanings)('of %s means that and nothing else, in any case and without accents', (meaning) => {
    for (const { name } of rows.filter((row) => row.meaning === meaning)) {
      const plain = name.normalize('NFD').replaceAll(/\p{Script=Inherited}/gu, '');
      for (const column of [name, name.toUpperCase(), plain, `${name}: `]) {
        expect(fieldsByHeadings([column])).toEqual({ [meaning === 'start' ? 'date_published' : meaning]: [[column]] });
        expect(isStart(column), column).toBe(meaning === 'start');
      }
    }
  });

  it('is one of the language in whose row it stands', () => {
    for (const { name, language } of rows) expect([language, undefined]).toContain(languageOfHeadings([name]));
  });

  it.for(fieldNames.slice(0, 9))('of %s is known in every language', (field) => {
    expect(headingLanguages.filter((language) => !headingNames[field][language])).toEqual([]);
  });
});

describe('of several columns of a field', () => {
  it.for([
    ['the one whose name is earlier counts', ['Course', 'Title'], { title: [['Title']] }],
    ['one in the language of the list', ['Name', 'Kurs', 'Anbieter'], { title: [['Kurs']], provider: [['Anbieter']] }],
    ['a date of publication, not a start', ['Fecha de inicio', 'Created'], { date_published: [['Created']] }],
    ['those with numbers, together', ['Dozent 1', 'Dozent 2'], { author: [['Dozent 1', 'Dozent 2']] }],
    ['one without a number, alone', ['Dozent 2', 'Dozent'], { author: [['Dozent']] }],
    ['none, if they are titles', ['Titel 1', 'Titel 2'], {}],
  ] as const)('%s', ([, columns, expected]) => {
    expect(fieldsByHeadings(columns)).toEqual(expected);
  });
});

describe('the language of a list', () => {
  it.for([
    ['that of most headings', ['Título', 'Enlace', 'Idioma', 'URL'], 'es'],
    ['none, if two have as many', ['Titel', 'Datum'], undefined],
    ['none, if none is known', ['Foo', 'Bar'], undefined],
  ] as const)('is %s', ([, columns, expected]) => {
    expect(languageOfHeadings(columns)).toBe(expected);
  });
});
