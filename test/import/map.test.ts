// Maps: the columns that are found by their names, and those that `--map` names.
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findMap } from '../../src/import/headings.ts';
import { makeFolder, removeFolder, writeFiles } from '../folders.ts';
import { importText, problemsOf, recordsIn, type Chosen } from './imported.ts';

let folder = '';
beforeEach(() => {
  folder = makeFolder();
});
afterEach(() => removeFolder(folder));

const given: Chosen = { provider: 'P', language: 'English' };

it('the map of very many columns is found within moments', () => {
  const columns = Array.from({ length: 200_000 }, (_, at) => (at % 2 === 0 ? `Column ${at}` : `Tag ${at}`));
  expect(findMap(['Name', '1'.repeat(100_000), ...columns])).toEqual({
    title: [['Name']],
    tags: [columns.filter((one) => one.startsWith('Tag'))],
  });
}, 30_000);

describe('a map', () => {
  const text = 'Kurs;Nr;Lehrer 1;Lehrer 2\nOptik;a b;Ada;Bob\nHandel;7;Ada;\n';

  it('names columns, several for a field, constants and templates', async () => {
    const map = 'title=Kurs,linkurl:=https://a.example/{Nr}/,author=Lehrer 1|Lehrer 2,provider:=Uni A,language:=de';
    await importText(folder, 'list.csv', text, { map });
    expect(recordsIn(folder)).toMatchObject([
      { title: 'Optik', linkurl: 'https://a.example/a%20b/', author: 'Ada; Bob', language: ['German'] },
      { title: 'Handel', linkurl: 'https://a.example/7/', author: 'Ada' },
    ]);
  });

  it('may be a file, and may be one that an import printed', async () => {
    writeFiles(folder, {
      'map.txt': '# columns\ntitle=Kurs\n\nlinkurl:=https://a.example/{Nr}\nprovider:=Uni A\nlanguage:=de\n',
    });
    const { map } = await importText(folder, 'list.csv', text, { map: join(folder, 'map.txt'), dryRun: true });
    expect(map).toContain('title=Kurs\nlinkurl:=https://a.example/{Nr}\n');
    expect(map).toContain('# columns that are not used: Lehrer 1, Lehrer 2');
    writeFiles(folder, { 'printed.txt': map });
    const again = await importText(folder, 'list.csv', text, { map: join(folder, 'printed.txt') });
    expect(again.map).toBe(map);
  });

  it('is requested if no column is recognized, with a line to start from', async () => {
    const problems = await problemsOf(importText(folder, 'list.csv', text, given));
    expect(problems).toEqual([
      'import-format: no column is known as linkurl; the columns are Kurs, Nr, Lehrer 1, Lehrer 2',
    ]);
  });

  it.each([['none.txt'], ['.']])('that is the path %s is refused: no file is there', async (map) => {
    expect(await problemsOf(importText(folder, 'list.csv', text, { ...given, map }))).toEqual([
      `import-map: "${map}" is neither a file that is there nor a pair such as title=Name`,
    ]);
  });

  it('finds Course, College and Webpage', async () => {
    await importText(folder, 'list.csv', 'Course,College,Webpage\nA,C,https://a.example/a\n', { language: 'en' });
    expect(recordsIn(folder)).toMatchObject([{ title: 'A', linkurl: 'https://a.example/a' }]);
    expect(recordsIn(folder, 'providers/list.ndjson')).toEqual([{ id: 1, name: 'C' }]);
  });

  it('finds licenses, dates of changes, and websites of providers', async () => {
    const rows = [
      'A,https://a.example/a,U,https://u.example/ä,CC BY-SA 4.0,3/12/2024',
      'B,https://a.example/b,U,,https://x.example/terms,25/12/2024',
      'C,https://a.example/c,V,none,all rights reserved,',
    ];
    const head = 'Title,URL,Provider,Provider URL,License,Last modified';
    const { leftOut } = await importText(folder, 'list.csv', [head, ...rows].join('\n'), { language: 'en' });
    expect(recordsIn(folder)).toMatchObject([
      { license: 'https://creativecommons.org/licenses/by-sa/4.0/', date_modified: '2024-12-03' },
      { license: 'https://x.example/terms', date_modified: '2024-12-25' },
      { title: 'C' },
    ]);
    expect(recordsIn(folder)[2]).not.toHaveProperty('license');
    expect(recordsIn(folder, 'providers/list.ndjson')).toEqual([
      { id: 1, name: 'U', url: 'https://u.example/%C3%A4' },
      { id: 2, name: 'V' },
    ]);
    expect(leftOut.map(({ what, examples }) => [what, examples[0]])).toEqual([
      ['provider_url that is no address', `${folder}/list.csv:4 "none"`],
      ['license that is no address', `${folder}/list.csv:4 "all rights reserved"`],
    ]);
  });

  it('lets a website that its table no longer states go', async () => {
    const table = (url: string) => `Title,URL,Provider,Provider URL\nA,https://a.example/a,U,${url}\n`;
    for (const url of ['https://u.example/', '']) {
      await importText(folder, 'list.csv', table(url), { language: 'en' });
      expect(recordsIn(folder, 'providers/list.ndjson')).toEqual([{ id: 1, name: 'U', ...(url && { url }) }]);
    }
  });

  it('that names an unknown column or field is refused with a suggestion', async () => {
    const problems = await problemsOf(importText(folder, 'list.csv', text, { ...given, map: 'title=Krus,linkurl=Nr' }));
    expect(problems).toEqual(['import-map: there is no column "Krus"']);
    expect(await problemsOf(importText(folder, 'list.csv', text, { ...given, map: 'titel=Kurs' }))).toEqual([
      'import-map: "titel=Kurs" is no pair such as title=Name',
    ]);
  });
});
