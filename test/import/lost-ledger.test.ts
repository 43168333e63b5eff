// An import whose ledger was lost, as it lies in a hidden folder: what its files hold keeps its ids.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { it } from '../fixture.ts';
import { snapshot } from '../folders.ts';
import { importText, recordsIn, notesOf, type Chosen } from './imported.ts';

const head = 'title,url,provider,language,subject';
const optics = 'Optics,https://a.example/1,Uni A,en,Science > Physics';
const trade = 'Trade,https://a.example/2,Uni B,en,Economics';
const music = 'Music,https://a.example/3,Uni C,en,Art';
const files = ['providers/list.ndjson', 'categories/list.csv', 'courses/list.ndjson'];

const importRows = (folder: string, rows: readonly string[], chosen: Chosen = {}) =>
  importText(folder, 'list.csv', [head, ...rows].join('\n'), chosen);
const loseLedger = (folder: string) => rmSync(join(folder, 'data/.import'), { recursive: true });
const idsIn = (folder: string) => recordsIn(folder).map(({ id, title }) => [id, title]);
const heldIn = (folder: string) => {
  const all = snapshot(join(folder, 'data'));
  return files.map((file) => all.get(file));
};

describe('an import without its ledger', () => {
  it('stops, and says how its ids are kept', async ({ folder }) => {
    await importRows(folder, [optics]);
    loseLedger(folder);
    const before = snapshot(join(folder, 'data'));
    const ledger = `${folder}/data/.import/list.json`;
    await expect(importRows(folder, [optics])).rejects.toMatchObject({
      problems: files.map(() => ({
        rule: 'import-edited',
        finding: `exists, but the ledger of the import "list" (${ledger}) does not`,
        remedy: expect.stringMatching(
          /restore the ledger from Git, or add --overwrite, which keeps the ids/u,
        ) as unknown,
      })),
    });
    expect(snapshot(join(folder, 'data'))).toEqual(before);
  });

  it('gives the same bytes with --overwrite, whatever the order of the rows', async ({ folder }) => {
    await importRows(folder, [optics, trade, music]);
    const before = heldIn(folder);
    loseLedger(folder);
    const { plan } = await importRows(folder, [music, trade, optics], { overwrite: true });
    expect(heldIn(folder)).toEqual(before);
    expect(plan).toMatchObject({ added: [], changed: [], gone: [], same: 3 });
  });

  it('gives no id again that is in its files, and keeps what is gone', async ({ folder }) => {
    await importRows(folder, [optics, trade, music]);
    await importRows(folder, [trade, music], { prune: true });
    loseLedger(folder);
    const result = await importRows(folder, ['Drama,https://a.example/4,Uni D,en,Art', music], { overwrite: true });
    expect(idsIn(folder)).toEqual([
      [2, 'Trade'],
      [3, 'Music'],
      [4, 'Drama'],
    ]);
    expect(result.plan.gone).toMatchObject([{ id: 2, linkurl: 'https://a.example/2' }]);
    expect(notesOf(result)).toEqual(['1 no date: that of --undated']);
    expect(recordsIn(folder, 'providers/list.ndjson')).toEqual([
      { id: 2, name: 'Uni B' },
      { id: 3, name: 'Uni C' },
      { id: 4, name: 'Uni D' },
    ]);
  });
});
