// Headings: what each name of a column means, and in which language a list is by its headings.
import { describe, expect, it } from 'vitest';
import { interfaceFields, pageFields, type FieldRow } from '../../src/catalog/fields.ts';
import { fieldNames } from '../../src/import/fields/fields.ts';
import { headingMeanings, headingNames } from '../../src/import/formats/table/heading-names.ts';
import { listLanguages } from '../../src/text/locales/tags.ts';
import { fieldsByHeadings } from '../../src/import/formats/table/fields-by-headings.ts';
import { isMediaHeading, languageOfHeadings } from '../../src/import/formats/table/headings.ts';
import { contentsOf } from '../../src/import/propose/column-content.ts';
import { fitWith } from '../../src/import/propose/fits.ts';
import { Row } from '../../src/import/rows.ts';

const rows = headingMeanings.flatMap((meaning) =>
  listLanguages.flatMap((language) =>
    (headingNames[meaning][language]?.split(', ') ?? []).map((name) => ({ meaning, language, name })),
  ),
);

describe('every name', () => {
  it.for(headingMeanings)('of %s means that and nothing else, in any case and without accents', (meaning) => {
    // Of two meanings in two languages the first counts where nothing else is known.
    const isFirst = ({ name }: (typeof rows)[number]) =>
      rows.find((row) => row.name.toLowerCase() === name.toLowerCase())?.meaning === meaning;
    for (const { name } of rows.filter((row) => row.meaning === meaning && isFirst(row))) {
      const plain = name.normalize('NFD').replaceAll(/\p{Script=Inherited}/gu, '');
      for (const column of [name, name.toUpperCase(), plain, `${name}: `]) {
        const ofHours = { duration: [{ columns: [column], unit: 'hours' }] };
        const inMinutes = { duration: [{ columns: [column], unit: 'minutes' }] };
        const isAlone = ['logo', 'currency', 'time', 'place'].includes(meaning);
        const field = meaning === 'pacing' ? 'format' : meaning;
        const counted = meaning === 'hours' ? ofHours : meaning === 'minutes' ? inMinutes : undefined;
        const expected = isAlone ? {} : (counted ?? { [field]: [[column]] });
        expect(fieldsByHeadings([column])).toEqual(expected);
        expect(isMediaHeading(column)).toBe(meaning === 'image' || meaning === 'logo');
      }
    }
  });

  it('is one of the language in whose row it stands', () => {
    for (const { name, language } of rows) expect([language, undefined]).toContain(languageOfHeadings([name]));
    // A name of several languages is of none.
    const known = rows.filter(({ name, language }) => languageOfHeadings([name]) === language);
    expect(known.length).toBeGreaterThan(rows.length / 2);
  });

  it.for(fieldNames.slice(0, 9))('of %s is known in every language', (field) => {
    expect(listLanguages.filter((language) => !headingNames[field][language])).toEqual([]);
  });
});

describe('of several columns of a field', () => {
  it.for([
    ['the one whose name is earlier counts', ['Course', 'Title'], { title: [['Title']] }],
    ['one in the language of the list', ['Name', 'Kurs', 'Anbieter'], { title: [['Kurs']], provider: [['Anbieter']] }],
    [
      'a date of publication, and a start, apart',
      ['Fecha de inicio', 'Created'],
      { date_published: [['Created']], start_date: [['Fecha de inicio']] },
    ],
    [
      'a duration, and a number of hours as the work that it takes',
      ['Horas', 'Duración'],
      { duration: [['Duración']], workload: [{ columns: ['Horas'], unit: 'hours' }] },
    ],
    [
      'a price with the currency beside it',
      ['Moneda', 'Precio'],
      { price: [{ template: '{Precio} {Moneda}' }, ['Precio']] },
    ],
    [
      'a day, which is a start beside a time or a place',
      ['Titel', 'Datum', 'Uhrzeit'],
      { title: [['Titel']], start_date: [['Datum']] },
    ],
    [
      'a day, which is one of publication beside a start',
      ['Datum', 'Kursbeginn'],
      { date_published: [['Datum']], start_date: [['Kursbeginn']] },
    ],
    [
      'no day beside a start and a place, as it may be any',
      ['Datum', 'Kursbeginn', 'Ort'],
      { start_date: [['Kursbeginn']] },
    ],
    [
      'numbers of hours and minutes',
      ['Hours', 'Minutes'],
      {
        duration: [
          { template: '{Hours} h {Minutes} min' },
          { columns: ['Hours'], unit: 'hours' },
          { columns: ['Minutes'], unit: 'minutes' },
        ],
      },
    ],
    [
      'what they mean in the language of the list',
      ['Titel', 'Termine', 'Anbieter'],
      { title: [['Titel']], start_date: [['Termine']], provider: [['Anbieter']] },
    ],
    [
      'what they mean in that of another',
      ['Titolo', 'Termine', 'Ateneo'],
      { title: [['Titolo']], end_date: [['Termine']], provider: [['Ateneo']] },
    ],
    ['a format, with the pacing beside it', ['Pacing', 'Format'], { format: [['Format', 'Pacing']] }],
    ['a price in parentheses or after "in"', ['PRICE (CHF)'], { price: [['PRICE (CHF)']] }],
    ['a price, whatever else is in capitals', ['PRICE IN CHF'], { price: [['PRICE IN CHF']] }],
    ['no price, if what follows it is a word in capitals', ['PRICE TOP'], {}],
    ['those with numbers, together', ['Dozent 1', 'Dozent 2'], { author: [['Dozent 1', 'Dozent 2']] }],
    ['one without a number, alone', ['Dozent 2', 'Dozent'], { author: [['Dozent']] }],
    ['none, if they are titles', ['Titel 1', 'Titel 2'], {}],
    [
      'none that means something else in its language',
      ['Semester', 'Name', 'Tag', 'Beginn', 'Dozent'],
      { title: [['Name']], start_date: [['Beginn']], author: [['Dozent']] },
    ],
  ] as const)('%s', ([, columns, expected]) => {
    expect(fieldsByHeadings(columns)).toEqual(expected);
  });
});

it.for([
  [
    'author',
    [
      'Dozent/in',
      'Dozent(in)',
      'Dozent*innen',
      'Profesor/a',
      'INSTRUCTOR/A',
      'Enseignant(e)s',
      'Author(s)',
      'Autor(es)',
    ],
  ],
  ['title', ['nome.curso', 'nomeCurso', 'Nombre_curso', 'Tytul szkolenia', 'اسم الدوره', 'Titel der Veranstaltung:']],
  ['language', ['Language(s)', 'LANGUAGES', 'Langue(s)']],
] as const)('%s is known as lists write it', ([field, columns]) => {
  expect(columns.map((column) => fieldsByHeadings([column]))).toEqual(
    columns.map((column) => ({ [field]: [[column]] })),
  );
});

it.for([
  ['weeks', ['Duration (weeks)', 'duration_weeks', 'Dauer in Wochen', 'durée en semaines', 'Czas trwania (tygodnie)']],
  ['days', ['duracao.dias', 'Duración (días)', 'Dauer (Tage)']],
  ['minutes', ['Length in minutes', 'Duur (min)', 'Durata minuti']],
] as const)('a duration is one of %s by its heading', ([unit, columns]) => {
  expect(columns.map((column) => fieldsByHeadings([column]))).toEqual(
    columns.map((column) => ({ duration: [{ columns: [column], unit }] })),
  );
});

it.for([
  ['price', ['Preis (€)', 'price_usd', 'Price_USD', 'Fee in INR', 'Prix en €', 'Costo en MXN', 'Cena (PLN)']],
  ['certificate', ['certificatetype']],
  ['linkurl', ['courseurl']],
  ['level', ['Niveau/Level', 'Niveau (level)', 'Level | Niveau']],
] as const)('%s is known with a currency, without spaces, or in two languages', ([field, columns]) => {
  expect(columns.map((column) => fieldsByHeadings([column]))).toEqual(
    columns.map((column) => ({ [field]: [[column]] })),
  );
});

it.for(['Kurs/Ort', 'Price range', 'Price top', 'Duration notes', 'Level (of water)'])(
  '%s is none of them',
  (column) => {
    expect(fieldsByHeadings([column])).toEqual({});
  },
);

// Headings of lists that are public: of municipalities and regions, universities, platforms and training companies.
it.for<[string, string, readonly string[]]>([
  ['en', 'Training Name|Trainer Name|Start Date', ['title', 'author', 'start_date']],
  ['de', 'Kurstitel|Kursbeschreibung|Kurslink|Kursbeginn', ['title', 'description', 'linkurl', 'start_date']],
  ['de', 'Vorlesungstitel|Dozent|Start', ['title', 'author', 'start_date']],
  ['de', 'LV-Nummer|Titel|Dozent|Erster Termin|Link', ['key', 'title', 'author', 'start_date', 'linkurl']],
  ['fr', 'titre|organisme formateur|domaine|description', ['title', 'provider', 'categories', 'description']],
  [
    'es',
    'Denominación|Entidad organizadora|Familia profesional|Idioma de impartición|Profesorado|Sinopsis|F. inicio',
    ['title', 'provider', 'categories', 'language', 'author', 'description', 'start_date'],
  ],
  [
    'es',
    'Acción formativa|Organiza|Temática|Lengua vehicular|Ponente|Objetivos|Fecha de comienzo',
    ['title', 'provider', 'categories', 'language', 'author', 'description', 'start_date'],
  ],
  [
    'es',
    'Título|Imparte|Área temática|Idioma|Formador|Contenidos|Fecha',
    ['title', 'provider', 'categories', 'language', 'author', 'description', 'date_published'],
  ],
  ['es', 'Curso|Organizador|Bloque', ['title', 'provider', 'categories']],
  ['pt', 'nome.curso|organizadores|instrutores', ['title', 'provider', 'author']],
  ['it', 'titolo|operatore|descrizione', ['title', 'provider', 'description']],
  ['nl', 'Cursusnaam|Organisator|Cursusleider|Startdatum', ['title', 'provider', 'author', 'start_date']],
  ['pl', 'Tytuł szkolenia|Prelegent|Opis szkolenia', ['title', 'author', 'description']],
  ['ru', 'Наименование дисциплины|Направление|Преподаватель', ['title', 'categories', 'author']],
  ['zh', '开课单位|课程名称|课程分类|课程链接', ['provider', 'title', 'categories', 'linkurl']],
  ['zh', '課程名稱|授課教師|開課單位', ['title', 'author', 'provider']],
  ['ja', '科目番号|科目名|担当教員|授業概要|データ更新日', ['key', 'title', 'author', 'description', 'date_modified']],
  ['ar', 'اسم البرنامج|اسم المدرب|تاريخ البداية', ['title', 'author', 'start_date']],
])('headings in %s: %s', ([, headings, fields]) => {
  const columns = headings.split('|');
  expect(fieldsByHeadings(columns)).toEqual(Object.fromEntries(fields.map((field, at) => [field, [[columns[at]]]])));
});

it.for(['Adresse', 'Dirección', 'Indirizzo', 'Endereço', 'Адрес', '地址', 'Programa', 'Ort', 'Lugar', '序号', 'Nr'])(
  '%s is no name of a field, as it may be of something else',
  (column) => expect(fieldsByHeadings([column])).toEqual({}),
);

describe('the language of a list', () => {
  it.for([
    ['that of most headings', ['Título', 'Enlace', 'Idioma', 'URL'], 'es'],
    ['none, if two have as many', ['Titel', 'Datum'], undefined],
    ['none, if none is known', ['Foo', 'Bar'], undefined],
  ] as const)('is %s', ([, columns, expected]) => {
    expect(languageOfHeadings(columns)).toBe(expected);
  });
});

it('a heading of another language names a field of any kind that can be told by its values only if these are of it', () => {
  const values: Partial<Record<FieldRow['kind'], string>> = {
    link: 'https://a.example/1',
    address: 'https://a.example/1',
    date: '2027-05-06',
    timestamp: '2027-05-06',
    price: '20 EUR',
    duration: '3 weeks',
    languages: 'English',
  };
  const table: Readonly<Record<string, FieldRow>> = { ...interfaceFields, ...pageFields };
  const told = fieldNames.flatMap((field) => values[table[field]?.kind ?? 'text'] ?? []);
  expect(told.length).toBeGreaterThan(10);
  for (const field of fieldNames) {
    const value = values[table[field]?.kind ?? 'text'];
    if (value === undefined) continue;
    const seen = [new Row({ ours: value, other: 'a shed' }, 'list:2')];
    const contents = contentsOf({ columns: ['ours', 'other'], rows: seen });
    const fit = fitWith(contents);
    expect([field, fit(field, 'ours', 'foreign'), fit(field, 'other', 'foreign')]).toEqual([field, 3, 0]);
  }
});
