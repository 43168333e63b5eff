// Names: those of languages, and of the columns of a map; `cases.test.ts` shows what becomes of them in an import.
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { findMap } from '../../src/import/headings.ts';
import { LanguageNames } from '../../src/import/languages.ts';
import { it } from '../fixture.ts';
import { writeFiles } from '../folders.ts';
import { importText } from './imported.ts';

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

it('the map of very many columns is found within moments', () => {
  const columns = Array.from({ length: 200_000 }, (_, at) => (at % 2 === 0 ? `Column ${at}` : `Tag ${at}`));
  expect(findMap(['Name', '1'.repeat(100_000), ...columns])).toEqual({
    title: [['Name']],
    tags: [columns.filter((one) => one.startsWith('Tag'))],
  });
}, 30_000);

it('a map may be a file, and may be one that an import printed', async ({ folder }) => {
  const text = 'Kurs;Nr;Lehrer 1;Lehrer 2\nOptik;a b;Ada;Bob\nHandel;7;Ada;\n';
  const file = join(folder, 'map.txt');
  writeFiles(folder, {
    'map.txt': '# columns\ntitle=Kurs\n\nlinkurl:=https://a.example/{Nr}\nprovider:=Uni A\nlanguage:=de\n',
  });
  const { map } = await importText(folder, 'list.csv', text, { map: file, dryRun: true });
  expect(map).toContain('title=Kurs\nlinkurl:=https://a.example/{Nr}\n');
  expect(map).toContain('# columns that are not used: Lehrer 1, Lehrer 2');
  writeFiles(folder, { 'map.txt': map });
  expect((await importText(folder, 'list.csv', text, { map: file })).map).toBe(map);
});
