// Languages: names that no table knows are taken as they are, with a note, and refused where one stands for all courses.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LanguageNames } from '../../src/import/languages.ts';
import { makeFolder, removeFolder, snapshot, writeFiles } from '../folders.ts';
import { importText, problemsOf, recordsIn, notesOf } from './imported.ts';

let folder = '';
beforeEach(() => {
  folder = makeFolder();
});
afterEach(() => removeFolder(folder));

const text = (language: string) => `title,url,provider,language\nA,https://a.example/a,P,${language}\n`;

const names = new LanguageNames(['Elvish']);

describe('the name of a language', () => {
  it.each([
    ['de', 'German'],
    ['ger', 'German'],
    ['pt_BR', 'Portuguese'],
    ['Farsi', 'Persian'],
    ['Brazilian Portuguese', 'Brazilian Portuguese'],
    ['Chinese (Simplified)', 'Chinese (Simplified)'],
    ['Íslenska', 'Icelandic'],
    ['Ewe', 'Ewe'],
    ['elvish', 'Elvish'],
    ['русский язык', 'Russian'],
    ['Język polski', 'Polish'],
    ['عربي', 'Arabic'],
    ['Francais', 'French'],
    ['简体中文', 'Chinese (Simplified)'],
  ])('%s is known, and stands for %s', (written, name) => {
    expect(names.resolve(written)).toMatchObject({ name, isKnown: true });
  });

  it.each(['mul', 'xx', 'a/b', ''])('%s stands for no language', (written) => {
    expect(names.resolve(written)).toBeUndefined();
  });
});

it.each([
  [
    'German, Englich,',
    'Englich',
    "; to give every course this name, whatever a column says: --map 'language:=German,Englich'",
  ],
  ['xx', 'xx', ''],
  [' , ', ',', ''],
])('--language "%s" is refused for its first unknown part, with a map where one helps', (typed, part, map) => {
  const finding = `"${part}" is a language that neither the catalog nor any table knows`;
  const remedy = `name it in English or by its code, such as German or de${map}`;
  expect(() => names.require(typed)).toThrow(
    expect.objectContaining({ problems: [expect.objectContaining({ finding, remedy })] }),
  );
});

it.each(['漢語', '臺灣華語'])('--language may be the own name %s', (name) => {
  expect(() => new LanguageNames([]).require(name)).not.toThrow();
});

it('--language may end with a separator', () => {
  expect(() => names.require('English, German,')).not.toThrow();
});

describe('a language that no table knows', () => {
  it('is taken as it is, with a note that names the nearest one', async () => {
    const result = await importText(folder, 'list.csv', text('Englich;Klingonese'));
    expect(recordsIn(folder)).toMatchObject([{ language: ['Englich', 'Klingonese'] }]);
    expect(notesOf(result)).toContain('2 language that no table knows, taken as it is');
    expect(result.guessed[0]?.examples[0]).toBe(`${folder}/list.csv:2 "Englich" ("English"?)`);
  });

  it('is refused for all courses, unless the catalog uses it or a map names it', async () => {
    const importing = (chosen: object) => importText(folder, 'list.csv', text(''), chosen);
    const refused = (language: string) => [
      `language-known: "${language}" is a language that neither the catalog nor any table knows`,
    ];
    expect(await problemsOf(importing({ language: 'Englich' }))).toEqual(refused('Englich'));
    expect(await problemsOf(importing({ language: 'xx' }))).toEqual(refused('xx'));
    expect([...snapshot(folder).keys()]).toEqual(['list.csv']);
    await importing({ map: 'language:=Englich' });
    expect(recordsIn(folder)).toMatchObject([{ language: ['Englich'] }]);
    const course = {
      id: 9,
      title: 'B',
      linkurl: 'b',
      provider: 1,
      language: 'Klingonese',
      date_published: '2020-01-01',
    };
    writeFiles(folder, { 'data/courses/own.ndjson': JSON.stringify(course) });
    await importing({ language: 'klingonese' });
    expect(recordsIn(folder)).toMatchObject([{ language: ['Klingonese'] }]);
  });
});

describe('a second import of the same file', () => {
  const table = (rows: readonly string[]) =>
    ['title,url,provider,language', ...rows.map((language, at) => `C${at},https://a.example/${at},P,${language}`)].join(
      '\n',
    );
  it.each([
    [['de', ''], 'Deutsch'],
    [['German', 'de', ''], 'Deutsch'],
    [['de', 'en', ''], 'Deutsch, english'],
    [['Deutsch', 'de', 'German'], undefined],
  ])('changes nothing with the languages %j and --language %s', async (rows, language) => {
    await importText(folder, 'list.csv', table(rows), { language });
    const before = snapshot(folder);
    await importText(folder, 'list.csv', table(rows), { language });
    expect(snapshot(folder)).toEqual(before);
  });

  it('keeps the name of a language that its courses have, whatever rows come before them', async () => {
    await importText(folder, 'list.csv', table(['English', 'English']));
    const { plan } = await importText(
      folder,
      'list.csv',
      `title,url,provider,language
New,https://a.example/new,P,english
${table(['English', 'English']).split('\n').slice(1).join('\n')}`,
    );
    expect([plan.added.length, plan.changed.length]).toEqual([1, 0]);
    expect(recordsIn(folder).map((course) => course['language'])).toEqual([['English'], ['English'], ['English']]);
  });

  it('still doubts a language that no table knows', async () => {
    const notes = async () => notesOf(await importText(folder, 'list.csv', table(['Klingonese'])));
    expect(await notes()).toContain('1 language that no table knows, taken as it is');
    expect(await notes()).toContain('1 language that no table knows, taken as it is');
  });
});
