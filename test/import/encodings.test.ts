// Encodings, names of languages, and the columns of a map; `cases.test.ts` shows what becomes of them in an import.
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { fieldsByHeadings } from '../../src/import/formats/table/fields-by-headings.ts';
import { Decoder } from '../../src/import/input/decoder.ts';
import { decoderOf } from '../../src/import/input/code-pages.ts';
import { openFile } from '../../src/import/input/open-input.ts';
import { Notes } from '../../src/import/notes.ts';
import { LanguageNames } from '../../src/import/values/languages.ts';
import { it } from '../helpers/fixture.ts';
import { writeFiles } from '../helpers/folders.ts';
import { moments, processorClock } from '../helpers/limits.ts';
import { importText, questionsOf, recordsIn, notesOf, runImport, type Chosen } from './imported.ts';
import { serving } from './served.ts';

const given: Chosen = { provider: 'P', language: 'English' };
const rss = (encoding: string) =>
  `<?xml version="1.0" encoding="${encoding}"?><rss><channel><item><title>TITLE</title><link>https://a.example/a</link></item></channel></rss>`;
const html = (head: string) =>
  `<!DOCTYPE html><html><head>${head}<script type="application/ld+json">{"@type":"Course","name":"TITLE","url":"https://a.example/a"}</script>`;
const csv = 'title,url\nTITLE,https://a.example/a\n';
const ndjson = '{"title":"TITLE","url":"https://a.example/a"}\n{"title":"B","url":"https://a.example/b"}\n';

// "Škola – Łódź" in ISO-8859-2, "Курс" in windows-1251 and "Été – €" in windows-1252.
const polish = ['Škola Łódź', [0xa9, 0x6b, 0x6f, 0x6c, 0x61, 0x20, 0xa3, 0xf3, 0x64, 0xbc]] as const;
const russian = ['Курс', [0xca, 0xf3, 0xf0, 0xf1]] as const;
const french = ['Été – €', [0xc9, 0x74, 0xe9, 0x20, 0x96, 0x20, 0x80]] as const;
const unicode = ['Été', [...Buffer.from('Été')]] as const;

function bytesOf(text: string, title: readonly number[]): Buffer {
  const [before = '', after = ''] = text.split('TITLE');
  return Buffer.concat([Buffer.from(before), Buffer.from(title), Buffer.from(after)]);
}

const guess = '1 encoding windows-1252, as it is not UTF-8; --encoding names another';

it.for<[string, string, string, readonly [string, readonly number[]], Chosen, string[]]>([
  ['its XML declaration', 'a.xml', rss('ISO-8859-2'), polish, {}, []],
  ['its XML declaration', 'a.xml', rss('windows-1251'), russian, {}, []],
  ['<meta charset>', 'a.html', html('<!-- <meta charset=utf-8> --><meta charset="windows-1251">'), russian, {}, []],
  [
    '<meta http-equiv>',
    'a.html',
    html('<META http-equiv="Content-Type" content="text/html; charset=iso-8859-2">'),
    polish,
    {},
    [],
  ],
  ['--encoding, for a feed', 'a.xml', rss('utf-8'), russian, { encoding: 'windows-1251' }, []],
  ['--encoding, for a page', 'a.html', html('<meta charset=utf-8>'), polish, { encoding: 'latin2' }, []],
  ['--encoding, for NDJSON', 'a.ndjson', ndjson, russian, { encoding: 'cp1251' }, []],
  ['a mark, whatever is declared', 'a.xml', `\ufeff${rss('windows-1251')}`, unicode, {}, []],
  ['its bytes, as no UTF-16 can be declared in ASCII', 'a.xml', rss('utf-16'), unicode, {}, []],
  ['its bytes, as there is no such encoding', 'a.xml', rss('klingon'), unicode, {}, []],
  ['a guess, as it is not the UTF-8 that it declares', 'a.xml', rss('UTF-8'), french, {}, [guess]],
  ['a guess, for a table', 'a.csv', csv, french, {}, [guess]],
  ['a guess, for NDJSON', 'a.ndjson', ndjson, french, {}, [guess]],
  ['a guess, for JSON', 'a.json', `[${ndjson.split('\n')[0]}]`, french, {}, [guess]],
  ['a guess, for a page', 'a.html', html(''), french, {}, [guess]],
])('the encoding of a file is that of %s', async ([, file, text, [title, bytes], chosen, notes], { folder }) => {
  const result = await importText(folder, file, bytesOf(text, bytes), { ...given, ...chosen });
  expect(recordsIn(folder)[0]).toMatchObject({ title });
  expect(notesOf(result).filter((one) => one.includes('encoding'))).toEqual(notes);
});

it.for(['é', '€', '😀', 'a'])('UTF-8 may have its blocks end within %s', (character, { folder }) => {
  const size = Buffer.byteLength(character);
  for (let before = 0; before <= size; before += 1) {
    const bytes = Buffer.from(`${'a'.repeat(1024 * 1024 - before)}${character}`);
    const encodings = { 0: true, 1: size === 1 };
    for (const [tail, isUtf8] of Object.entries(encodings)) {
      writeFiles(folder, { 'list.csv': bytes.subarray(0, bytes.length - Number(tail)) });
      const decoder = new Decoder(undefined, new Notes());
      const encoding = decoder.encodingOf(openFile(join(folder, 'list.csv')));
      expect([before, encoding === 'utf-8']).toEqual([before, isUtf8]);
    }
  }
});

/** The bytes of a text in an encoding, whose letters have one byte or two. */
function encoded(text: string, encoding: string): Buffer {
  const decode = decoderOf(encoding);
  const bytesOfSigns = new Map<string, readonly number[]>();
  const isDouble = /^(?:euc|big5|gb)/u.test(encoding);
  for (let first = 0; first < 256; first += 1) {
    const pairs = isDouble && first > 0xa0 ? Array.from({ length: 94 }, (_, at) => [first, at + 0xa1]) : [[first]];
    for (const bytes of pairs) bytesOfSigns.set(decode(Buffer.from(bytes)) + decode(), bytes);
  }
  return Buffer.from(Array.from(text).flatMap((sign) => bytesOfSigns.get(sign) ?? []));
}

describe('the encoding of a text that is not UTF-8 and declares none', () => {
  it.for([
    ['windows-1250', 'Książka i źródła', '"Książka" (windows-1250)'],
    ['windows-1250', 'Základy účetnictví pro začátečníky', '"účetnictví" (windows-1250)'],
    ['windows-1250', 'Bevezetés és őstörténet', '"őstörténet" (windows-1250)'],
    ['windows-1251', 'Введение в оптику', '"Введение" (windows-1251)'],
    ['windows-1253', 'Εισαγωγή στην οπτική', '"Εισαγωγή" (windows-1253)'],
    ['windows-1255', 'מבוא לאופטיקה', '"מבוא" (windows-1255)'],
    ['windows-1256', 'مقدمة في البصريات', '"مقدمة" (windows-1256)'],
    ['windows-1254', 'Optiğe giriş: eğitim', '"Optiğe" (windows-1254)'],
    ['windows-1257', 'Rašymas ir kalbų žinios', '"Rašymas" (windows-1257)'],
    ['koi8-r', 'Введение в оптику', '"Введение" (koi8-r)'],
    ['macintosh', 'Einführung für Anfänger', '"Einführung" (macintosh)'],
    ['cp850', 'Größenlehre für Köche', '"Größenlehre" (cp850)'],
    ['cp852', 'Książka i źródła', '"Książka" (cp852)'],
    ['ibm866', 'Введение в оптику', '"Введение" (ibm866)'],
    ['windows-874', 'ประวัติศาสตร์ศิลปะ', '"ประวัติศาสตร์ศิลปะ" (windows-874)'],
    ['euc-jp', '美術史と経済学', '"美術史と経済学" (euc-jp)'],
    ['euc-jp', '統計学Ⅰ入門', '(euc-jp)'],
    ['euc-kr', '경영 관리의 기초', '"경영" (euc-kr)'],
    ['gb18030', '程序设计基础', '"程序设计基础" (gb18030)'],
  ] as const)('is asked for, such as %s: %s', async ([encoding, title, reading], { folder }) => {
    const list = encoded(csv.replace('TITLE', title), encoding);
    const { questions } = await questionsOf(folder, list, { defaultDate: '2020-01-01' });
    const [first, ...others] = questions;
    expect(first).toMatchObject({
      option: 'encoding',
      suggestion: encoding,
      finding: expect.stringContaining(reading),
    });
    expect(others.map(({ option }) => option)).toEqual(['provider', 'language']);
    await importText(folder, 'a.csv', list, { ...given, encoding });
    expect(recordsIn(folder)[0]).toMatchObject({ title });
    // What was answered once does not damage a file that somebody saved as UTF-8 since.
    await importText(folder, 'a.csv', csv.replace('TITLE', title), { ...given, encoding });
    expect(recordsIn(folder)[0]).toMatchObject({ title });
  });

  it.for([
    'Größenlehre für Anfänger – „leicht“, 10 °C, 5 m²',
    'L’œuvre d’été : élèves créés à Noël, 1ère année',
    '¿Qué es la economía? ¡Educación para niños! 1ª edición',
    'Introdução às lições: põe, corações, mães',
    'Perché la libertà è più',
    'Innføring i økonomi på dansk, Ærø',
    'Programació paral·lela',
  ])('is guessed where it reads like a language of Western Europe: %s', async (title, { folder }) => {
    const list = encoded(csv.replace('TITLE', title.replaceAll(',', ';')), 'windows-1252');
    expect(notesOf(await importText(folder, 'a.csv', list, given))).toContain(guess);
  });
});

describe('the encoding of a text that may be of two', () => {
  it.for([
    ['Titre;Organisme;Prix', undefined],
    ['Nazwa;Organizator;Cena', 'windows-1250'],
  ] as const)(
    'is that of the language of the names of columns, as of %s',
    async ([headings, suggestion], { folder }) => {
      const list = encoded(`${headings}\nKrêgi;https://a.example/1\n`, 'windows-1252');
      const { questions } = await questionsOf(folder, list);
      expect(questions.find(({ option }) => option === 'encoding')?.suggestion).toBe(suggestion);
    },
  );

  it.for(['utf-16le', 'utf-16be'] as const)(
    'is %s without a mark, whatever its first line is',
    async (encoding, { folder }) => {
      const text = Buffer.from('Название,Ссылка\nВведение,https://a.example/1\n', 'utf16le');
      await importText(folder, 'a.csv', encoding === 'utf-16le' ? text : text.swap16(), given);
      expect(recordsIn(folder)).toMatchObject([{ title: 'Введение' }]);
    },
  );
});

describe('the encoding of a response', () => {
  it.for<[string, string, string, readonly [string, readonly number[]], string[]]>([
    ['its header', 'text/csv; charset=windows-1251', csv, russian, []],
    [
      'its header, not its declaration',
      'text/html; charset="iso-8859-2"',
      html('<meta charset=windows-1251>'),
      polish,
      [],
    ],
    [
      'its declaration, as it is not the UTF-8 of its header',
      'text/xml; charset=utf-8',
      rss('windows-1251'),
      russian,
      [],
    ],
    ['its mark, whatever its header states', 'text/csv; charset=windows-1251', `\ufeff${csv}`, unicode, []],
    ['a guess', 'application/json', `[${ndjson.split('\n')[0]}]`, french, [guess]],
  ])('is that of %s', async ([, type, text, [title, bytes], notes], { folder }) => {
    const run = async ({ base }: { base: string }) => runImport(`${base}/list`, join(folder, 'data'), given);
    const result = await serving(folder, run, (path, response) => {
      if (path === '/list') response.writeHead(200, { 'content-type': type }).end(bytesOf(text, bytes));
      return path === '/list';
    });
    expect(recordsIn(folder)[0]).toMatchObject({ title });
    expect(notesOf(result).filter((one) => one.includes('encoding'))).toEqual(notes);
  });

  it('is found for each of the pages of a list', async ({ folder }) => {
    const page = (at: number, more = '') =>
      `{"links":{${more}},"data":[{"id":"${at}","attributes":{"name":"TITLE","url":"https://a.example/${at}"}}]}`;
    writeFiles(join(folder, 'site'), {
      one: bytesOf(page(1, '"next":"/two"'), unicode[1]),
      two: bytesOf(page(2), french[1]),
    });
    const run = async ({ base }: { base: string }) => runImport(`${base}/one`, join(folder, 'data'), given);
    expect(notesOf(await serving(join(folder, 'site'), run))).toContain(guess);
    expect(recordsIn(folder).map((one) => one['title'])).toEqual([unicode[0], french[0]]);
  });
});

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

it('very many names of no language are read within moments', () => {
  const spent = processorClock();
  const found = new LanguageNames(['Elvish', 'Dwarvish']);
  for (let at = 0; at < 500; at += 1) found.resolve(`Course ${at}`);
  expect(['Course 499', 'DWARVISH'].map((text) => found.resolve(text)?.name)).toEqual(['Course 499', 'Dwarvish']);
  expect(spent()).toBeLessThan(moments);
});

it('the map of very many columns is found within moments', () => {
  const spent = processorClock();
  const columns = Array.from({ length: 200_000 }, (_, at) => (at % 2 === 0 ? `Column ${at}` : `Tag ${at}`));
  expect(fieldsByHeadings(['Name', '1'.repeat(100_000), ...columns])).toEqual({
    title: [['Name']],
    tags: [columns.filter((one) => one.startsWith('Tag'))],
  });
  expect(spent()).toBeLessThan(moments);
});

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
