// Columns of the lists that people have: headings in seventeen languages, columns by what they hold, questions, separators, names of languages.
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { mapWithPair, readMap } from '../../src/import/fields/map.ts';
import { contactColumns, contentsOf } from '../../src/import/propose/column-content.ts';
import { Row } from '../../src/import/rows.ts';
import { findHeader } from '../../src/import/formats/table/header.ts';
import { fieldsByHeadings } from '../../src/import/formats/table/fields-by-headings.ts';
import { requestAddress } from '../../src/import/input/open-input.ts';
import { it } from '../helpers/fixture.ts';
import { asAnyone, writeFiles } from '../helpers/folders.ts';
import { customFields, customFieldsIn } from '../../src/options/custom-fields.ts';
import { pageFields } from '../../src/catalog/fields.ts';
import { importText, notesOf, problemsOf, questionsOf, recordsIn, type Chosen } from './imported.ts';

const fields = ['title', 'linkurl', 'provider', 'language', 'date_published', 'author', 'categories'] as const;

describe('headings are known', () => {
  it.for([
    'Title,Link,Provider,Language,Start date,Instructor,Subject',
    'Kurstitel,Webadresse,Anbieter,Sprache,Beginn,Dozent,Kategorie',
    'Intitulé du cours,Lien,Établissement,Langue,Date de début,Enseignant,Matière',
    'TÍTULO,Enlace,Institución,Idioma,Fecha,Profesor,Categoría',
    'Título do curso,Endereço web,Instituição,Língua,Data,Professor,Área',
    'Titolo,Collegamento,Ente,Lingua,Data,Docente,Argomento',
    'Cursusnaam,Webadres,Aanbieder,Taal,Begindatum,Docent,Onderwerp',
    'Tytuł,Adres WWW,Organizator,Język,Data rozpoczęcia,Prowadzący,Dziedzina',
    'Название курса,Ссылка,Организация,Язык,Дата начала,Преподаватель,Категория',
    '课程名称,网址,机构,语言,日期,教师,类别',
    '講座名,リンク,提供元,言語,開講日,講師,カテゴリー',
    'عنوان الدورة,الرابط,الجهة,اللغة,التاريخ,المدرب,التصنيف',
    '강의명,링크,기관,언어,날짜,강사,분야',
    'Tên khóa học,Liên kết,Đơn vị,Ngôn ngữ,Ngày,Giảng viên,Danh mục',
    'DERS ADI,Bağlantı,Kurum,Dil,Başlangıç tarihi,Eğitmen,Kategori',
    'Nama kursus,Tautan,Penyedia,Bahasa,Tanggal,Pengajar,Topik',
    'ชื่อหลักสูตร,ลิงก์,หน่วยงาน,ภาษา,วันที่,ผู้สอน,หมวดหมู่',
    'Title of the course,Course URL,Offered by,Language of instruction,Date of publication,Teachers,Topic',
    'Name des Kurses,Link zum Kurs,Bildungsanbieter,Unterrichtssprache,Beginn am,Kursleitung,Themen',
    'Nom formation,Lien du cours,Organisme,Langue du cours,Date début,Intervenant,Domaine',
    'Naam cursus,Webpagina,Opleider,Voertaal,Startdatum,Spreker,Vak',
    'Nome corso,Pagina,Ateneo,Lingua,Data inizio,Relatore,Materia',
  ])('in %s', (line) => {
    const columns = line.split(',');
    const found = fieldsByHeadings(columns);
    // A start is a field of its own.
    expect(fields.map((field) => found[field] ?? found.start_date)).toEqual(columns.map((column) => [[column]]));
  });

  it.for<[string, (string | undefined)[][], unknown]>([
    [
      'the first row',
      [
        ['Foo', 'Bar'],
        ['a', 'b'],
      ],
      { names: ['Foo', 'Bar'], end: 1 },
    ],
    [
      'below a title',
      [['My courses 2024'], [], ['Titel', 'Link', 'Raum'], ['a', 'b', 'c']],
      { names: ['Titel', 'Link', 'Raum'], end: 3 },
    ],
    [
      'below a title, though none is known',
      [['My list'], ['Foo', 'Bar', 'Baz'], ['a', 'b', 'c']],
      { names: ['Foo', 'Bar', 'Baz'], end: 2 },
    ],
    [
      'in two rows',
      [
        ['Kurs', undefined, 'Anbieter'],
        ['Titel', 'Link'],
        ['a', 'b', 'c'],
      ],
      { names: ['Titel', 'Link', 'Anbieter'], end: 2 },
    ],
    [
      'not in a course called like one',
      [
        ['title', 'url'],
        ['Курс', 'https://a.example'],
      ],
      { names: ['title', 'url'], end: 1 },
    ],
    [
      'not in a course of which every cell is like one',
      [
        ['title', 'provider', 'url'],
        ['Seminar', 'University'],
        ['Optics', 'Uni', 'https://a.example'],
      ],
      { names: ['title', 'provider', 'url'], end: 1 },
    ],
    [
      'in no row',
      [['My courses'], ['Optics', 'https://a.example/1', 'University'], ['Trade', 'https://a.example/2', 'Uni', '2']],
      { names: ['Column 1', 'Column 2', 'Column 3', 'Column 4'], end: 1 },
    ],
  ])('%s', ([, rows, expected]) => {
    expect(findHeader(rows)).toMatchObject(Object(expected));
  });
});

describe('what the names of columns do not say', () => {
  const text = `Z1,Z2,Z3,Z4
1,Introduction to optics,Volkshochschule Süd,https://a.example/1
2,Bread and rolls,Volkshochschule Süd,https://a.example/2
3,Pottery for all,Volkshochschule Süd,https://a.example/3
4,Drawing by hand,Akademie Nord,https://a.example/4
`;
  it('is asked for at once, with what the columns hold as proposals, and the map', async ({ folder }) => {
    const { questions, map } = await questionsOf(folder, text);
    expect(questions.map(({ option, prefix, suggestion }) => [option, prefix, suggestion])).toEqual([
      ['map', 'title=', 'Z2'],
      ['map', 'provider=', 'Z3'],
      ['language', undefined, undefined],
      ['defaultDate', undefined, undefined],
    ]);
    expect(map).toContain('# title=Z2\nlinkurl=Z4\n# provider=Z3\n');
  });

  it('is the language of the headings where nobody can be asked, as one that is likely', async ({ folder }) => {
    const { questions } = await questionsOf(folder, '강의명,링크\nA,https://a.example/1\n', { provider: 'P' });
    expect(questions[0]?.remedy).toContain('--language NAME, such as Korean');
  });

  it('is never a date of publication that a column of starts holds', async ({ folder }) => {
    const list = 'Title,Link,start_display\nA,https://a.example/1,2027-05-06\nB,https://a.example/2,2027-05-07\n';
    const { questions } = await questionsOf(folder, list, { provider: 'P', language: 'en' });
    expect(questions.map(({ prefix, option }) => [prefix, option])).toContainEqual([undefined, 'defaultDate']);
  });

  it('is told of telephone numbers that are digits alone, below a heading that says so', () => {
    const seen = (column: string) =>
      contactColumns({
        fields: {},
        contents: contentsOf({ columns: [column], rows: [new Row({ [column]: '0612345678' }, 'a')] }),
      });
    expect([seen('Telefoon'), seen('Code')]).toEqual([['Telefoon'], []]);
  });

  it('is not asked again once somebody said that no column is it', async ({ folder }) => {
    const { questions } = await questionsOf(folder, text, { map: 'title=Z2,provider=', language: 'en' });
    expect(questions.map(({ option }) => option)).toEqual(['provider', 'defaultDate']);
  });

  it.for(['is_paid', 'currency', 'type', 'status', 'day'])(
    'is never proposed by a column such as %s, which may hold anything that repeats',
    async (column, { folder }) => {
      const values = {
        is_paid: 'yes no',
        currency: 'EUR USD',
        type: 'Beginner Expert',
        status: 'open full',
        day: 'Monday Friday',
      };
      const [often = '', once = ''] = Object(values)[column].split(' ');
      const list = `Title,Link,${column}\n${[1, 2, 3, 4].map((at) => `C${at},https://a.example/${at},${at < 4 ? often : once}`).join('\n')}\n`;
      const { questions, map } = await questionsOf(folder, list, { language: 'en', defaultDate: '2020-01-01' });
      expect(questions.map(({ prefix, suggestion }) => [prefix, suggestion || undefined])).toEqual([
        ['provider=', undefined],
      ]);
      expect(map).not.toContain(`=${column}`);
    },
  );

  it('is the order of starts, which somebody who is there may say, and nobody has to', async ({ folder }) => {
    const list = 'Title,Link,Start\nA,https://a.example/1,3/4/2027\nB,https://a.example/2,5/6/2027\n';
    const given = { provider: 'P', language: 'en', defaultDate: '2020-01-01' };
    const { questions } = await questionsOf(folder, list, given);
    expect(questions).toMatchObject([{ option: 'dateOrder', isOptional: true }]);
    await importText(folder, 'list.csv', list, { ...given, dateOrder: 'dmy' });
    expect(recordsIn(folder).map(({ start_date }) => start_date)).toEqual(['2027-04-03', '2027-06-05']);
  });

  it('is a number of hours, in a map that is printed and read again', async ({ folder }) => {
    const list = 'Title,Link,Horas\nA,https://a.example/1,40\n';
    const given = { provider: 'P', language: 'en', defaultDate: '2020-01-01' };
    const { map } = await importText(folder, 'list.csv', list, given);
    expect(map).toContain('duration=Horas in hours\n');
    writeFiles(folder, { 'map.txt': map });
    await importText(folder, 'list.csv', list, { ...given, map: join(folder, 'map.txt') });
    expect(recordsIn(folder)).toMatchObject([{ duration: 'PT40H' }]);
  });

  it('is what a course is about, asked last and only of somebody who is there', async ({ folder }) => {
    const given = { map: 'title=Z2,provider=', provider: 'P', language: 'en', defaultDate: '2020-01-01' };
    const { questions } = await questionsOf(folder, text, given);
    expect(questions).toMatchObject([{ prefix: 'categories=', choices: ['Z3', ''], suggestion: '' }]);
    await importText(folder, 'list.csv', text, { ...given, map: `${given.map},categories=Z3` });
    expect(recordsIn(folder).map(({ categories }) => categories)).toEqual([[1], [1], [1], [2]]);
  });

  it('is proposed for dates and languages too, which no answer for all replaces', async ({ folder }) => {
    const rows = ['Deutsch,3 May 2024', 'de,4 May 2024', 'Deutsch,5 May 2024', 'de,6 May 2024'];
    const list = `Titel,Link,In,Am\n${rows.map((row, at) => `C${at} on it,https://a.example/${at},${row}`).join('\n')}`;
    const { questions } = await questionsOf(folder, list, { provider: 'P' });
    expect(questions.map(({ prefix, suggestion }) => [prefix, suggestion])).toEqual([
      ['language=', 'In'],
      ['date_published=', 'Am'],
    ]);
    const chosen = { provider: 'P', language: 'en', defaultDate: '2020-01-01', map: 'language=' };
    await importText(folder, 'list.csv', list, chosen);
    expect(recordsIn(folder)[0]).toMatchObject({ language: ['English'], date_published: '2020-01-01' });
  });

  it.for([
    ['Code,Title\nCS101,Optics\nCS102,Trade\n', '{Code}'],
    ['Room,Title\nHall,Optics\nHall,Trade\n', '{COLUMN}'],
    ['Code,Key,Title\nCS101,abc1,Optics\nCS102,abc2,Trade\n', '{COLUMN}'],
  ] as const)('is how addresses are made where none has them: %j with %s', async ([list, example], { folder }) => {
    const { questions, map } = await questionsOf(folder, list, { provider: 'P', language: 'en' });
    expect(questions[0]).toMatchObject({ prefix: 'linkurl:=', text: expect.stringContaining(example) });
    expect(questions[1]?.text).toContain('2 courses have no date of publication');
    expect(map).toContain('# linkurl=\n');
  });

  it('is no address that all courses have', async ({ folder }) => {
    const importing = importText(folder, 'list.csv', 'Title\nOptics\n', { map: 'linkurl:=https://a.example/' });
    expect(await problemsOf(importing)).toEqual([
      'import-map: "linkurl:=https://a.example/" gives every course the same address',
    ]);
  });

  it('has the fields of the catalog, and says which of them have no column', async ({ folder }) => {
    const own = { rating: { label: 'Rating' }, room: { label: 'Sala' }, seats: { label: 'Plazas' } };
    const known = customFields.read(JSON.stringify(own));
    const list = 'Title,Url,Puntuación,Sala\nOptics,https://a.example/1,4,A\n';
    const given = { provider: 'P', language: 'English', fields: known, map: 'rating=Puntuación' };
    const { map, columns } = await importText(folder, 'list.csv', list, given);
    expect(map.split('\n').filter((line) => /rating|room|seats/u.test(line))).toEqual([
      'rating=Puntuación',
      'room=Sala',
      '# seats=',
    ]);
    expect(columns).toContain('Rating: "Puntuación" · Sala: "Sala" · No column found: Plazas');
    expect(mapWithPair('title=A,rating=B', 'title=C', known)).toBe('rating=B,title=C');
  });

  it('is no list of pairs if it names a file that may not be read', async ({ folder }) => {
    writeFiles(folder, { 'map.txt': 'title=Titel\n' });
    chmodSync(folder, 0);
    await asAnyone(async () =>
      expect(() => readMap(join(folder, 'map.txt'), {}, ['Titel'], pageFields, () => {})).toThrow('EACCES'),
    );
    chmodSync(folder, 0o700);
  });

  it('is not asked where one column alone has addresses', async ({ folder }) => {
    const result = await importText(folder, 'list.csv', text, { map: 'title=Z2,provider=Z3', language: 'en' });
    expect(recordsIn(folder)[3]).toMatchObject({
      title: 'Drawing by hand',
      linkurl: 'https://a.example/4',
      provider: 2,
    });
    expect(notesOf(result)).toContain('1 column of addresses');
  });
});

const given: Chosen = { provider: 'P', language: 'en' };

describe('columns that are offered as fields of the catalog', () => {
  const more = Array.from({ length: 60 }, (_, at) => `X${at}`);
  const columns = ['Sala, piso', 'Sede', 'sede', 'A'.repeat(101), ...more];
  const list = `Title;Url;${columns.join(';')}\nOptics;https://a.example/1;${columns.map(() => 'x').join(';')}\n`;
  const offered = async (folder: string) => {
    const { questions } = await questionsOf(
      folder,
      list,
      { provider: 'P', language: 'en', defaultDate: '2020-01-01' },
      true,
    );
    return questions.find(({ option }) => option === 'fields');
  };

  it('are at most as many as a catalog may have, without those whose names are too long', async ({ folder }) => {
    const answer = (await offered(folder))?.read?.('all');
    const labels = Object.values(
      customFieldsIn(customFields.read(String(answer && 'value' in answer && answer.value))),
    );
    expect(labels.map(({ label }) => label)).toEqual(['Sala, piso', 'Sede', 'sede', ...more.slice(0, 47)]);
  });

  it('are named with commas between them, whatever is in their names', async ({ folder }) => {
    const question = await offered(folder);
    expect(question?.text).toContain(' X46 (');
    expect(question?.read?.('sede, sala, piso,x1')).toEqual({
      value: '{"sede":{"label":"sede"},"sala_piso":{"label":"Sala, piso"},"x1":{"label":"X1"}}',
    });
    expect(question?.read?.('Sala, piso, X47')).toEqual({ fault: 'there is no column "X47" here' });
  });
});

describe('nothing in a list is lost unseen:', () => {
  it('a list without headings has courses in every row, and its columns are asked for by what they hold', async ({
    folder,
  }) => {
    const text = 'Optics,https://a.example/1,2024-01-01\nTrade,https://a.example/2,2024-01-02\n';
    const { questions } = await questionsOf(folder, text, given);
    expect(questions[0]).toMatchObject({
      suggestion: 'Column 1',
      labels: { 'Column 1': 'Column 1: Optics', 'Column 3': 'Column 3: 2024-01-01' },
    });
  });

  it('a map may name columns whose names hold bars, one or several', async ({ folder }) => {
    const text = '"A | B",Link,Lehrer\nOptics,https://a.example/1,Ada\n';
    const { map } = await importText(folder, 'list.csv', text, { ...given, map: 'title=A | B,author=A | B|Lehrer' });
    expect(recordsIn(folder)).toMatchObject([{ title: 'Optics', author: 'Optics; Ada' }]);
    expect(map).toContain('author=A | B|Lehrer\n');
  });
});

describe('several values in a cell', () => {
  const categoriesOf = (folder: string) =>
    recordsIn(folder).map(({ categories }) => (Array.isArray(categories) ? categories.length : 0));
  const list = (...cells: string[]) =>
    `title,url,Subjects\n${cells.map((cell, at) => `C${at},https://a.example/${at},"${cell}"`).join('\n')}`;
  it.for<[string[], number[], Chosen]>([
    [['Arts, Design', 'Design'], [2, 1], {}],
    [['Arts, Design', 'Music'], [1, 1], {}],
    [['Arts, Design', 'Design, Music', 'Music, Arts'], [2, 2, 2], {}],
    [['Arts; Design', 'Arts|Music'], [2, 2], {}],
    [['Arts, Design', 'Music'], [2, 1], { map: 'categories=Subjects split ","' }],
    [['Arts; Design', 'Music'], [1, 1], { map: 'categories=Subjects split "/"' }],
  ])('%j are %j', async ([cells, counts, chosen], { folder }) => {
    await importText(folder, 'list.csv', list(...cells), { ...given, ...chosen });
    expect(categoriesOf(folder)).toEqual(counts);
  });
});

describe('addresses', () => {
  const sheets = 'https://docs.google.com/spreadsheets/d';
  it.for([
    [`${sheets}/1aB-c/edit?gid=0#gid=0`, `${sheets}/1aB-c/export?format=xlsx`],
    [`${sheets}/1aB-c/edit#gid=77`, `${sheets}/1aB-c/export?format=csv&single=true&gid=77`],
    [`${sheets}/e/2PACX-x/pubhtml`, `${sheets}/e/2PACX-x/pub?output=xlsx`],
    ['https://docs.google.com/spreadsheets/u/1/d/1aB-c/edit', `${sheets}/1aB-c/export?format=xlsx`],
    ['https://docs.google.com/a/uni.example/spreadsheets/d/1aB-c/edit', `${sheets}/1aB-c/export?format=xlsx`],
    [`${sheets}/1aB-c/export?format=csv`, `${sheets}/1aB-c/export?format=csv`],
    ['https://a.example/spreadsheets/d/1/edit#x', 'https://a.example/spreadsheets/d/1/edit'],
  ] as const)('of a sheet such as %s are those of its file', ([typed, requested]) => {
    expect(requestAddress(typed)).toBe(requested);
    expect(requestAddress(requested)).toBe(requested);
  });
});

it('the date of a change is known by its names too', () => {
  expect(fieldsByHeadings(['Titel', 'Zuletzt geändert'])).toMatchObject({ date_modified: [['Zuletzt geändert']] });
});

describe("a provider's website", () => {
  it.for(['Provider website', 'Webseite des Anbieters', 'Site de l’établissement', 'Сайт организации', '机构网站'])(
    'is known as %s',
    (column) => expect(fieldsByHeadings([column])).toMatchObject({ provider_url: [[column]] }),
  );
});

describe('a language', () => {
  const cells = ['Deutsch', 'German', 'de', 'ger', 'Allemand', 'Deutsch u. Englisch', 'немецкий и английский'];
  const text = `title,url,language\n${cells.map((cell, at) => `C${at},https://a.example/${at},${cell}`).join('\n')}`;
  it('has one name, in English', async ({ folder }) => {
    const [one, two] = [['German'], ['German', 'English']];
    await importText(folder, 'list.csv', text, { provider: 'P' });
    expect(recordsIn(folder).map(({ language }) => language)).toEqual([one, one, one, one, one, two, two]);
  });
});

describe('whoever holds a course', () => {
  const inSpanish: Chosen = { provider: 'P', language: 'es' };
  const names = (...all: readonly string[]) =>
    `Curso,Enlace,Impartido por\n${all.map((name, at) => `Telar ${at},https://a.example/${at},${name}`).join('\n')}\n`;
  const companies = names('Google Cloud', 'Red Hat', 'Amazon Web Services');

  it('is asked for where the form of the names alone tells, and read as is answered', async ({ folder }) => {
    const { questions } = await questionsOf(folder, companies, { ...inSpanish, defaultDate: '2020-01-01' });
    expect(questions).toMatchObject([
      {
        option: 'map',
        suggestion: 'provider=Impartido por',
        labels: {
          'author=Impartido por': 'the authors',
          'provider=Impartido por': 'the provider',
          'author=': 'none of these',
        },
        text: expect.stringContaining('in the column "Impartido por", such as "Google Cloud"'),
      },
    ]);
    expect(await problemsOf(importText(folder, 'list.csv', companies, inSpanish))).toEqual([
      'import-format: what stands in the column "Impartido por" may be authors or providers: "Google Cloud", "Red Hat", "Amazon Web Services"',
    ]);
    await importText(folder, 'list.csv', companies, { ...inSpanish, map: 'author=Impartido por' });
    expect(recordsIn(folder).map(({ author }) => author)).toEqual(['Google Cloud', 'Red Hat', 'Amazon Web Services']);
    await importText(folder, 'list.csv', companies, { ...inSpanish, map: 'author=' });
    expect(recordsIn(folder).map(({ author }) => author)).toEqual([undefined, undefined, undefined]);
  });

  it('is a person by titles, and by a heading that says so', async ({ folder }) => {
    await importText(folder, 'list.csv', names('Dra. Ana Sol', 'Prof. Luis Mar', 'Eva Luz'), inSpanish);
    expect(recordsIn(folder).map(({ author }) => author)).toEqual(['Dra. Ana Sol', 'Prof. Luis Mar', 'Eva Luz']);
    await importText(
      folder,
      'list.csv',
      names('Ana Sol', 'Luis Mar', 'Eva Luz').replace('Impartido por', 'Profesor'),
      given,
    );
    expect(recordsIn(folder).map(({ author }) => author)).toEqual(['Ana Sol', 'Luis Mar', 'Eva Luz']);
  });
});

it.for([
  ['강의명,링크,기관,언어,가격,난이도,설명', '한국어', '무료', '초급'],
  ['Tên khóa học,Liên kết,Đơn vị,Ngôn ngữ,Học phí,Trình độ,Mô tả', 'Tiếng Việt', 'Miễn phí', 'Cơ bản'],
  ['Ders adı,Bağlantı,Kurum,Dil,Ücret,Seviye,Açıklama', 'Türkçe', 'Ücretsiz', 'Temel'],
  ['Judul,Tautan,Lembaga,Bahasa,Biaya,Tingkat,Deskripsi', 'Bahasa Indonesia', 'Gratis', 'Pemula'],
  ['Название,Ссылка,Организация,Язык,Цена,Уровень,Описание', 'Русский', 'Бесплатно', 'Базовый'],
  ['ชื่อหลักสูตร,ลิงก์,สถาบัน,ภาษา,ราคา,ระดับ,รายละเอียด', 'ไทย', 'ฟรี', 'พื้นฐาน'],
] as const)('a list with the headings %s is read by them', async ([headings, language, price, level], { folder }) => {
  const list = `${headings}\nTitle,https://a.example/1,P,${language},${price},${level},Text\n`;
  await importText(folder, 'list.csv', list);
  expect(recordsIn(folder)).toMatchObject([{ title: 'Title', price: '0', level, description: 'Text' }]);
  expect(JSON.stringify(recordsIn(folder, 'providers/list.ndjson'))).toContain('"P"');
});
