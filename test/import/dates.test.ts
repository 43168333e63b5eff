// Dates: their forms, their order by column, and courses without one.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFolder, removeFolder, snapshot } from '../folders.ts';
import { importText, problemsOf, recordsIn, notesOf, runImport, type Chosen } from './imported.ts';

let folder = '';
beforeEach(() => {
  folder = makeFolder();
});
afterEach(() => removeFolder(folder));

const given: Chosen = { provider: 'P', language: 'English' };
const head = 'title,url,date';

describe('dates', () => {
  const dated = (cells: readonly string[]) =>
    cells.map((cell, at) => `C${at},https://a.example/${at},"${cell}"`).join('\n');
  const datesIn = () => recordsIn(folder).map((course) => course['date_published']);

  it.each([
    ['2024-05-28T14:46:25+02:00', '2024-05-28T14:46:25+02:00'],
    ['Tue, 12 Jan 2016 11:52:58 -0500', '2016-01-12T11:52:58-0500'],
    ['Fri, 15 Mar 2024 15:21:43 GMT', '2024-03-15T15:21:43Z'],
    ['2022-10-18 14:23:35 +0000', '2022-10-18T14:23:35+0000'],
    ['20220222T133000', '2022-02-22T13:30:00'],
    ['20th Feb, 2012', '2012-02-20'],
    ['February 20, 2012', '2012-02-20'],
    ['28.05.2024', '2024-05-28'],
    ['2024/5/8', '2024-05-08'],
    ['31/12/2020', '2020-12-31'],
    ['07/16/13', '2013-07-16'],
    ['9/25/2023 10:00 AM', '2023-09-25T10:00'],
    ['9/25/2023 12:30 am', '2023-09-25T00:30'],
    ['September 25, 2023 1:05:09 PM', '2023-09-25T13:05:09'],
  ])('%s is %s', async (cell, date) => {
    const result = await importText(folder, 'list.csv', `${head}\n${dated([cell])}`, given);
    expect(datesIn()).toEqual([date]);
    expect(result.guessed).toEqual([]);
  });

  it.each([
    ['Oct, 2011', '2011-10-01'],
    ['Fall 2021', '2021-09-01'],
    ['2021', '2021-01-01'],
    ['2021-03', '2021-03-01'],
  ])('%s is %s, which is reported as a guess', async (cell, date) => {
    const result = await importText(folder, 'list.csv', `${head}\n${dated([cell])}`, given);
    expect(datesIn()).toEqual([date]);
    expect(notesOf(result)).toEqual(['1 day of a date without one']);
  });

  it.each([
    [
      ['3/4/2021', '25/4/2021'],
      ['2021-04-03', '2021-04-25'],
    ],
    [
      ['3/4/2021', '4/25/2021'],
      ['2021-03-04', '2021-04-25'],
    ],
  ])('are read day first or month first by the whole column: %j', async (cells, dates) => {
    await importText(folder, 'list.csv', `${head}\n${dated(cells)}`, given);
    expect(datesIn()).toEqual(dates);
  });

  it('are read in the order of earlier imports of the column where nothing else decides', async () => {
    const importCells = async (cells: readonly string[], dates?: 'dmy' | 'mdy') => {
      await importText(folder, 'list.csv', `${head}\n${dated(cells)}`, { ...given, dates, prune: true });
      return datesIn();
    };
    expect(await importCells(['3/4/2021', '25/4/2021'])).toEqual(['2021-04-03', '2021-04-25']);
    expect(await importCells(['3/4/2021'])).toEqual(['2021-04-03']);
    expect(await importCells(['2021-01-01'])).toEqual(['2021-01-01']);
    expect(await importCells(['3/4/2021'])).toEqual(['2021-04-03']);
    expect(await importCells(['3/4/2021'], 'mdy')).toEqual(['2021-03-04']);
    expect(await importCells(['3/4/2021'])).toEqual(['2021-03-04']);
  });

  it('stop an import whose column contradicts an earlier import of it, until --dates decides', async () => {
    await importText(folder, 'list.csv', `${head}\n${dated(['3/4/2021', '25/4/2021'])}`, given);
    const before = snapshot(join(folder, 'data'));
    const text = `${head}\n${dated(['3/4/2021', '4/25/2021'])}`;
    expect(await problemsOf(importText(folder, 'list.csv', text, given))).toEqual([
      'date-ambiguous: the column "date" is month first in "4/25/2021", and was read day first before',
    ]);
    expect(snapshot(join(folder, 'data'))).toEqual(before);
    await importText(folder, 'list.csv', text, { ...given, dates: 'mdy' });
    await importText(folder, 'list.csv', text, given);
    expect(datesIn()).toEqual(['2021-03-04', '2021-04-25']);
  });

  it('of changes that contradict an earlier import are left out', async () => {
    const text = (modified: string) =>
      `title,url,date,Last Updated\nA,https://a.example/1,2021-01-01,${modified}\nB,https://a.example/2,2021-01-01,3/4/2021`;
    const modifiedIn = () => recordsIn(folder).map((course) => course['date_modified']);
    await importText(folder, 'list.csv', text('25/4/2021'), given);
    expect(modifiedIn()).toEqual(['2021-04-25', '2021-04-03']);
    const result = await importText(folder, 'list.csv', text('4/25/2021'), given);
    expect(modifiedIn()).toEqual([undefined, undefined]);
    expect(notesOf(result)).toEqual(['2 date_modified whose order is not that of the last import']);
  });

  it.each([[['3/4/2021']], [['25/4/2021', '4/25/2021']]])(
    'that are ambiguous, such as %j, need --dates',
    async (cells) => {
      const text = `${head}\n${dated(cells)}`;
      const before = snapshot(folder);
      expect((await problemsOf(importText(folder, 'list.csv', text, given)))[0]).toMatch(
        /^date-ambiguous: the column "date"/u,
      );
      expect([...snapshot(folder).keys()]).toEqual([...before.keys(), 'list.csv']);
    },
  );

  it('that contradict each other are both named', async () => {
    const text = `${head}\n${dated(['1/2/2023', '25/12/2023', '12/25/2023'])}`;
    expect(await problemsOf(importText(folder, 'list.csv', text, given))).toEqual([
      'date-ambiguous: the column "date" is day first in "25/12/2023" and month first in "12/25/2023"',
    ]);
  });

  it('of which one is missing contradict nothing', async () => {
    const text = `${head}\nA,https://a.example/a,\nA,https://a.example/a,2020-01-01`;
    expect((await importText(folder, 'list.csv', text, given)).leftOut).toEqual([]);
    expect(datesIn()).toEqual(['2020-01-01']);
  });

  it('are read in the given order', async () => {
    await importText(folder, 'list.csv', `${head}\n${dated(['3/4/2021'])}`, { ...given, dates: 'mdy' });
    expect(datesIn()).toEqual(['2021-03-04']);
  });

  it('of changes stop no import, and decide on their own order where they can', async () => {
    const rows = (modified: readonly string[]) =>
      modified.map((cell, at) => `C${at},https://a.example/${at},3/4/2021,${cell}`).join('\n');
    const modifiedIn = async (modified: readonly string[], dates?: 'dmy') => {
      const text = `title,url,${dates === undefined ? 'note' : 'date'},Last Updated\n${rows(modified)}`;
      const result = await importText(folder, 'list.csv', text, { ...given, dates });
      return [recordsIn(folder).map((course) => course['date_modified']), result.leftOut];
    };
    expect(await modifiedIn(['3/4/2021', '2021-05-06'])).toEqual([
      [undefined, '2021-05-06'],
      [
        {
          kind: 'valueLeftOut',
          what: 'date_modified whose order needs --dates',
          count: 1,
          examples: [`${folder}/list.csv:2 "3/4/2021"`],
        },
      ],
    ]);
    expect(await modifiedIn(['3/4/2021', '4/25/2021'], 'dmy')).toEqual([['2021-03-04', '2021-04-25'], []]);
    // The column was month first: a row that went must not exchange day and month of the others.
    expect(await modifiedIn(['3/4/2021', '2021-05-06'], 'dmy')).toEqual([['2021-03-04', '2021-05-06'], []]);
  });

  it('that are missing or unreadable are asked for, never invented, and kept', async () => {
    const text = `${head}\n${dated(['n/a', 'soon'])}`;
    expect(await problemsOf(importText(folder, 'list.csv', text, { ...given, undated: undefined }))).toEqual([
      `value-missing: 2 courses have no date: ${folder}/list.csv:2, ${folder}/list.csv:3`,
    ]);
    expect([...snapshot(folder).keys()]).toEqual(['list.csv']);
    const first = await importText(folder, 'list.csv', text, { ...given, undated: '2019-05-06' });
    expect(datesIn()).toEqual(['2019-05-06', '2019-05-06']);
    expect(notesOf(first)).toEqual(['1 date that cannot be read', '2 no date: that of --undated']);
    // The ledger of an import has the dates that its courses were given.
    const before = readFileSync(join(folder, 'data/courses/list.ndjson'), 'utf8');
    await runImport(join(folder, 'list.csv'), join(folder, 'data'), { ...given, undated: undefined });
    expect(readFileSync(join(folder, 'data/courses/list.ndjson'), 'utf8')).toEqual(before);
  });
});
