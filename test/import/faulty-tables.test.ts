// Tables with faults: what is no table, columns taken for others, and values that must not be invented.
import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { convertRows } from '../../src/import/convert/conversion.ts';
import { distinctTemplate } from '../../src/import/convert/shared-addresses.ts';
import { Grid } from '../../src/import/formats/table/grid.ts';
import { Decoder } from '../../src/import/input/decoder.ts';
import { LanguageNames } from '../../src/import/values/languages.ts';
import { Notes } from '../../src/import/notes.ts';
import { Row } from '../../src/import/rows.ts';
import { contentsOf } from '../../src/import/propose/column-content.ts';
import { textListIn } from '../../src/import/values/text-lists.ts';
import { readWebAddress } from '../../src/import/values/texts.ts';
import { Interrupted } from '../../src/cli/session.ts';
import { makeFolder, removeFolder, snapshot, writeFiles } from '../helpers/folders.ts';
import { ods, odsCell, odsRow, row, workbook, zip } from './archives.ts';
import { importText, problemsOf, questionsOf, readerOf, runImport, type Chosen } from './imported.ts';
import { pageFields } from '../../src/catalog/fields.ts';

let folder = '';
beforeEach(() => {
  folder = makeFolder();
});
afterEach(() => {
  vi.restoreAllMocks();
  removeFolder(folder);
});

const given: Chosen = { provider: 'P', language: 'English' };

it('a table is no longer read once the user interrupts, whatever its form', async () => {
  const interrupt = new Interrupted('SIGINT');
  writeFiles(folder, {
    'a.csv': 'Title,Link\nA,https://a.example/1\n',
    'a.json': '[{"Title":"A","Link":"https://a.example/1"}]',
  });
  for (const file of ['a.csv', 'a.json']) {
    const importing = runImport(join(folder, file), join(folder, 'data'), given, AbortSignal.abort(interrupt));
    await expect(importing, file).rejects.toBe(interrupt);
  }
});

describe('a signal', () => {
  /** Counts what is taken until a signal arrives, which it does only between turns of the event loop. */
  const counted = function* <T>(item: T, counter: { taken: number }) {
    for (; counter.taken < 100_000; counter.taken += 1) yield item;
  };
  const arriving = () => {
    const controller = new AbortController();
    setImmediate(() => controller.abort(new Interrupted('SIGTERM')));
    return controller.signal;
  };

  it('is noticed while a table is read', async () => {
    const counter = { taken: 0 };
    vi.spyOn(Decoder.prototype, 'blocksOf').mockImplementation(() =>
      counted('Title,Link\nA,https://a.example/1\n', counter),
    );
    const importing = importText(folder, 'a.csv', 'x', given, arriving());
    await expect(importing).rejects.toBeInstanceOf(Interrupted);
    expect(counter.taken).toBeLessThan(100_000);
  });

  it.each<[string, string | Buffer]>([
    ['list.csv', 'Title,Link\n'.repeat(100_000)],
    ['list.ndjson', '{"title":"A"}\n'.repeat(100_000)],
    ['list.xlsx', zip(workbook(row('A').repeat(20_000)))],
    ['list.ods', ods(odsRow(odsCell('A')).repeat(20_000))],
    ['feed.xml', `<rss><channel>${'<item><title>A</title></item>'.repeat(50_000)}</channel></rss>`],
    ['page.html', `<script type="application/ld+json">{"@type":"Course"}</script>${'<p>'.repeat(500_000)}`],
  ])('is noticed while %s is read, whatever follows', async (file, document) => {
    writeFiles(folder, { [file]: document });
    const controller = new AbortController();
    const read = await readerOf(join(folder, file), controller.signal);
    const reading = read();
    setImmediate(() => controller.abort(new Interrupted('SIGTERM')));
    await expect(reading).rejects.toBeInstanceOf(Interrupted);
  });

  it.each([
    ['the signs in categories are found', 1],
    ['the orders of dates are found', 2],
    ['rows are converted', 3],
  ])('is noticed while %s, in pass %i over all rows', async (_, pass) => {
    const counter = { taken: 0 };
    const controller = new AbortController();
    let passes = 0;
    const rows = {
      length: 0,
      [Symbol.iterator]: () => {
        passes += 1;
        if (passes < pass) return counted(new Row({}, 'a'), { taken: 99_999 });
        setImmediate(() => controller.abort(new Interrupted('SIGTERM')));
        return counted(new Row({ Title: 'A' }, 'a'), counter);
      },
    };
    const fields = { categories: [['Topic']] };
    const source = { rows, fields, columns: [], isComplete: true, texts: 'values' } as const;
    const options = {
      provider: 'P',
      language: 'en',
      dateOrder: undefined,
      fields: pageFields,
      defaultDate: undefined,
      skipMissing: [],
    };
    const context = {
      options,
      earlierOrders: {},
      languageNames: new LanguageNames([]),
      notes: new Notes(),
      isDated: () => true,
    };
    await expect(convertRows(source, context, controller.signal)).rejects.toBeInstanceOf(Interrupted);
    expect(passes).toBe(pass);
    expect(counter.taken).toBeLessThan(100_000);
  });

  it('is noticed while columns are tried that tell apart the courses at one address', async () => {
    const shared = new Row({ Link: 'https://a.example/', Code: '1' }, 'a');
    const reads = vi.spyOn(shared, 'get');
    const rows = Array.from({ length: 100_000 }, (_, index) => {
      return { row: shared, linkurl: 'https://a.example/', title: `Course ${index}` };
    });
    const fields = { linkurl: [['Link']] };
    const source = { rows: [], fields, columns: [], isComplete: true, texts: 'cells', unused: ['Code'] } as const;
    const trying = distinctTemplate(source, rows, new Set(['https://a.example/']), arriving());
    await expect(trying).rejects.toBeInstanceOf(Interrupted);
    expect(reads.mock.calls.length).toBeLessThan(100_000);
  });
});

describe('a cell of megabytes', () => {
  const long = 'a'.repeat(20_000_000);

  it.each([
    [`['${long}', "b"]`, [long, 'b']],
    [`{${long},b}`, [long, 'b']],
    [`['${long}`, undefined],
  ])('is read as a list that a program wrote, or is none (case %#)', (cell, items) => {
    // Not compared item by item by Vitest, which would print them.
    expect(textListIn(cell)?.join() === items?.join()).toBe(true);
  });

  it.each([
    [`="${long}""b"`, `${long}"b`],
    [`="${long}"b"`, `="${long}"b"`],
  ])('is read as a formula that is a text, or is none (case %#)', (cell, text) => {
    const grid = new Grid('a', new Notes());
    for (const [number, title] of ['Title', 'A', cell].entries()) grid.add({ number, cells: [title] });
    grid.end();
    expect(grid.rows.at(-1)?.get('Title')[0] === text).toBe(true);
  });

  it('is no address of a license, and nothing that a column is known by', () => {
    const digits = '1'.repeat(20_000_000);
    expect(readWebAddress(`https://a.example/${long}`)).toBeUndefined();
    const [content] = contentsOf({ columns: ['A'], rows: [new Row({ A: digits }, 'a')] });
    expect(content?.isMost('number')).toBe(true);
    for (const kind of ['date', 'page', 'text', 'price', 'contact'] as const) expect(content?.isMost(kind)).toBe(false);
  });
});

describe('what is no table', () => {
  it('and longer than a text can be is refused by its first line that is no record', async () => {
    for (const [file, text] of [
      ['list.ndjson', '{"title":"A","url":"https://a.example/1"}\n'.repeat(2)],
      ['list.json', '[{"title":"A",'],
    ] as const) {
      writeFiles(folder, { [file]: text });
      truncateSync(join(folder, file), 2 ** 29);
      const problems = await problemsOf(runImport(join(folder, file), join(folder, 'data'), given));
      expect(problems, file).toEqual([
        expect.stringMatching(/is not a JSON object on one line|is of no known format/u),
      ]);
    }
    const named = runImport(join(folder, 'list.json'), join(folder, 'data'), { ...given, format: 'openedx' });
    expect(await problemsOf(named)).toEqual(['import-source: is longer than 512 MB']);
  });

  it('that does not exist is reported as such, and not as another source than that of an earlier import', async () => {
    await importText(folder, 'list.csv', 'Title,Link\nA,https://a.example/1\n', given);
    const missing = runImport(join(folder, 'list.xlsx'), join(folder, 'data'), given);
    expect(await problemsOf(missing)).toEqual(['import-source: does not exist']);
  });

  it.each([
    ['[]', 'holds no record'],
    ['{}', 'holds no record'],
    ['[{}]', 'has no names of columns'],
    ['Title;Link\n', 'has only a header (Title, Link) and no row below it'],
  ])('such as %j is refused with the remedy that fits', async (text, finding) => {
    const remedy = 'import a table with one course in each row, below the names of its columns';
    await expect(importText(folder, 'list.txt', text, given)).rejects.toMatchObject({
      problems: [{ rule: 'import-source', finding, remedy }],
    });
  });

  it.each([
    ['{"title":"A"}\n[1]\n', /^is not a JSON object/u, 'write each record as a JSON object on a line of its own'],
    [
      'title,url\n"A,b\n',
      /^not CSV in utf-8/u,
      'correct the quotes of that row, or save the spreadsheet as CSV UTF-8 again',
    ],
  ])('such as %j is refused with its line and what to correct there', async (text, finding, remedy) => {
    await expect(importText(folder, 'list.txt', text, given)).rejects.toMatchObject({
      problems: [{ position: { line: 2 }, finding: expect.stringMatching(finding) as unknown, remedy }],
    });
  });

  it('such as a file that does not exist is named as such', async () => {
    const run = (source: string) => problemsOf(runImport(source, join(folder, 'data')));
    expect(await run(join(folder, 'none.csv'))).toEqual(['import-source: does not exist']);
    expect(await run('none.example.org/x')).toEqual([
      'import-source: does not exist; if it is an address, write https://none.example.org/x',
    ]);
  });
});

it('a table without known columns is refused with pairs that begin a map, and all else that is missing', async () => {
  writeFiles(folder, { 'a=b.txt': 'title=Foo' });
  const remedies = async (map: string | undefined) => {
    const { questions } = await questionsOf(folder, 'Foo;Nr\nOptik;1\n', { map });
    return questions.map(({ option, remedy }) => [option, remedy]);
  };
  const title = ['map', 'say which it is by a pair in --map, such as title=Foo'];
  const address = [
    'map',
    expect.stringContaining('by a pair in --map, such as linkurl:=https://example.org/{COLUMN},'),
  ];
  const [provider, language, date] = [
    ['provider', 'provider'],
    ['language', 'language'],
    ['defaultDate', 'default-date'],
  ].map(([option, flag]) => [
    option,
    expect.stringMatching(`give them one with --${flag} (?:NAME|DATE), or name their column with --map`),
  ]);
  expect(await remedies(undefined)).toEqual([title, address, provider, language, date]);
  expect(await remedies(join(folder, 'a=b.txt'))).toEqual([address, provider, language, date]);
  expect(await remedies('title=Foo,language:=de')).toEqual([address, provider, date]);
  expect([...snapshot(folder).keys()]).toEqual(['a=b.txt', 'list.csv']);
});
