// The journal: a line for each course, at the time of its last change, whatever happens between two builds.
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { readJournal, writeJournal } from '../../src/storage/journal/file.ts';
import { ProblemsError } from '../../src/text/problems.ts';
import { it } from '../helpers/fixture.ts';
import { forAll } from '../helpers/for-all.ts';
import { inFolder, snapshot } from '../helpers/folders.ts';
import { withDiskFault } from '../incremental/disk-faults.ts';
import { bury } from '../incremental/faulty-builds.ts';
import { builtOnce, hashOf, Kept, minute, modifiedIn, publishedIn, viewsIn, type Line } from './kept.ts';

const titlesOf = (...ids: number[]) => new Map(ids.map((id) => [id, `Course ${id}`]));
const changesOf = (lines: readonly Line[]) => lines.map(({ id, at, change }) => [id, at, change]);
const byHash = (ids: readonly number[]) => ids.toSorted((a, b) => (hashOf(a) < hashOf(b) ? -1 : 1));

/** The first call of a publication. */
const publicationStart = /^rename \.dist\.building-.*\/site/u;

describe('a journal', () => {
  it('has what was created, updated, deleted and created again, each once and at its time', async ({ folder }) => {
    const kept = await builtOnce(folder, titlesOf(1, 2, 3));
    const created = byHash([1, 2, 3]).map((id) => [id, minute(1), 'created']);
    expect(changesOf(kept.lines())).toEqual(created);

    kept.write(new Map([...titlesOf(1, 3), [1, 'Another']]));
    await kept.build(minute(2));
    const changed = byHash([1, 2]).map((id) => [id, minute(2), id === 1 ? 'updated' : 'deleted']);
    expect(changesOf(kept.lines())).toEqual([[3, minute(1), 'created'], ...changed]);
    expect(kept.lines().map(({ sha256 }) => sha256)).toEqual(
      kept.lines().map(({ linkhash }) => viewsIn(kept.out).get(linkhash)),
    );

    kept.write(new Map([...titlesOf(1, 2, 3), [1, 'Another']]));
    await kept.build(minute(3));
    const then = [
      [3, minute(1), 'created'],
      [1, minute(2), 'updated'],
      [2, minute(3), 'created'],
    ];
    expect(changesOf(kept.lines())).toEqual(then);
    expect(changesOf(publishedIn(kept.out))).toEqual(then.toReversed());
    // An update keeps when the course was created.
    expect(kept.lines().map(({ created: since }) => since)).toEqual([undefined, minute(1), undefined]);

    const text = readFileSync(kept.journal, 'utf8');
    const { changes } = await kept.build(minute(4));
    expect([changes.changed.length, readFileSync(kept.journal, 'utf8')]).toEqual([0, text]);
  });

  it('takes no time that leaves none for the next change', async ({ folder }) => {
    const kept = await builtOnce(folder, titlesOf(1));
    const text = readFileSync(kept.journal, 'utf8');
    kept.write(titlesOf(1, 2));
    await expect(kept.build('9999-12-31T23:59:59Z')).rejects.toThrow('after which no time can be written');
    expect(readFileSync(kept.journal, 'utf8')).toBe(text);
    // As an earlier version may have left it.
    writeFileSync(kept.journal, text.replaceAll(minute(1), '9999-12-31T23:59:59Z'));
    await expect(kept.build(minute(2))).rejects.toThrow('its last line is of 9999-12-31T23:59:59Z');
  });

  it('finds nothing new in a build for another host, whatever its index files are called', async ({ folder }) => {
    const kept = await builtOnce(folder, new Map([...titlesOf(1, 2), [3, 'If x<y & <b>']]));
    const text = readFileSync(kept.journal, 'utf8');
    await kept.build(minute(2), { out: join(folder, 'other'), indexFile: 'index.html' });
    expect(readFileSync(kept.journal, 'utf8')).toBe(text);
  });

  it('gives each build that changes something a time after all others', async ({ folder }) => {
    const kept = new Kept(folder);
    kept.write(titlesOf(1));
    await kept.build(minute(5));
    for (const id of [2, 3]) {
      kept.write(titlesOf(...Array.from({ length: id }, (_, at) => at + 1)));
      await kept.build(minute(id));
    }
    const second = (count: number) => minute(5).replace(':00Z', `:0${count}Z`);
    expect(kept.lines().map(({ at }) => at)).toEqual([0, 1, 2].map(second));
  });

  it('begins again if it is lost or empty, and says so; a dry run writes none', async ({ folder }) => {
    const kept = new Kept(folder);
    kept.write(titlesOf(1, 2));
    await kept.build(minute(1), { dryRun: true });
    expect(existsSync(kept.journal)).toBe(false);
    const begins = async (time: number) => (await kept.build(minute(time))).notes.join('\n').includes('A new journal');
    expect(await begins(1)).toBe(true);
    kept.write(titlesOf(2));
    expect(await begins(2)).toBe(false);
    rmSync(kept.journal);
    expect(await begins(3)).toBe(true);
    expect(changesOf(publishedIn(kept.out))).toEqual([[2, minute(3), 'created']]);
    writeFileSync(kept.journal, '');
    expect(await begins(4)).toBe(true);
  });

  it('that was edited is refused, with every mistake, and nothing is written', async ({ folder }) => {
    const kept = await builtOnce(folder, titlesOf(1, 2, 3));
    const [first = '', second = '', third = ''] = readFileSync(kept.journal, 'utf8').trimEnd().split('\n');
    const edited = [
      third,
      first,
      third,
      '<<<<<<< HEAD',
      second.replace(minute(1), '2026-02-31T00:00:00Z'),
      second.replace('created', 'deleted'),
      second.slice(0, 50),
      'z'.repeat(100),
    ];
    writeFileSync(kept.journal, edited.join('\n'));
    const before = snapshot(folder);
    const error: unknown = await kept.build(minute(2)).catch((reason: unknown) => reason);
    const problems = error instanceof ProblemsError ? error.problems : [];
    expect(problems.map(({ rule, position }) => [rule, position?.line])).toEqual(
      [2, 3, 4, 5, 6, 7, 8].map((line) => ['journal-line', line]),
    );
    expect(snapshot(folder)).toEqual(before);
  });

  it('is read with the line ends of any system', async ({ folder }) => {
    const kept = await builtOnce(folder, titlesOf(1, 2));
    const text = readFileSync(kept.journal, 'utf8');
    writeFileSync(kept.journal, text.replaceAll('\n', '\r\n'));
    await kept.build(minute(2));
    expect(changesOf(kept.lines())).toEqual(byHash([1, 2]).map((id) => [id, minute(1), 'created']));
  });

  it('is not touched where nothing in it changes, and stays whole if it cannot be written', async ({ folder }) => {
    const { journal } = await builtOnce(folder, titlesOf(1));
    const found = readJournal({ data: folder, journal });
    if (!found) throw new Error('there is no journal');
    const there = () => [statSync(journal).ino, readFileSync(journal, 'utf8')];
    const before = there();
    writeJournal(found, Buffer.from(found.text));
    expect(there()).toEqual(before);
    mkdirSync(`${journal}.part`);
    expect(() => writeJournal(found, new Uint8Array())).toThrow('EISDIR');
    expect(there()).toEqual(before);
    rmSync(`${journal}.part`, { recursive: true });
    writeFileSync(`${journal}.part`, 'of a build that was killed');
    writeJournal(found, new Uint8Array());
    expect([readFileSync(journal, 'utf8'), existsSync(`${journal}.part`)]).toEqual(['', false]);
  });

  it('has what a failed publication was to publish, and the next build publishes it at the same time', async ({
    folder,
  }) => {
    const kept = await builtOnce(folder, titlesOf(1));
    kept.write(titlesOf(1, 2));
    const fault = { mode: 'fails', at: 1, from: publicationStart } as const;
    const { outcome } = await withDiskFault(folder, fault, async () => kept.build(minute(2)));
    expect(outcome.status).toBe('rejected');
    const lines = kept.lines();
    expect(changesOf(lines)).toEqual([
      [1, minute(1), 'created'],
      [2, minute(2), 'created'],
    ]);
    expect(publishedIn(kept.out)).toHaveLength(1);
    await kept.build(minute(3));
    expect([kept.lines(), publishedIn(kept.out)]).toEqual([lines, lines.toReversed()]);
  });
});

const faultStarts = [/data\/\.journal/u, publicationStart];

const edit = fc.record({
  /** Courses that are retitled, removed or added, by how their title goes on; null removes. */
  titles: fc.dictionary(fc.constantFrom('1', '2', '3', '4', '5'), fc.constantFrom('a', 'b', null), { maxKeys: 3 }),
  happens: fc.oneof(
    { weight: 4, arbitrary: fc.constant('built' as const) },
    {
      weight: 2,
      arbitrary: fc.record({
        mode: fc.constantFrom('killed' as const, 'fails' as const),
        /** Where calls are counted from. */
        from: fc.constantFrom(/^/u, ...faultStarts),
        at: fc.oneof(fc.integer({ min: 1, max: 10 }), fc.integer({ min: 1, max: 240 })),
      }),
    },
    { weight: 1, arbitrary: fc.constantFrom('journal lost', 'output lost') },
  ),
});

describe('through edits, kills, failures and losses,', () => {
  it('no line is missing, double or out of order', async () => {
    const failedAt = new Set<string>();
    await forAll(30, [fc.array(edit, { minLength: 2, maxLength: 6 })], async (edits) =>
      inFolder(async (folder) => {
        const kept = new Kept(folder, { pages: true });
        const titles = titlesOf(1, 2, 3);
        /** What a client has that reads the list after every finished build. */
        let client = new Map<string, string>();
        let [last, isCertain] = ['', true];
        /** Every line that the journal has ever had. */
        const written = new Set<string>();
        const onlyWritten = () => {
          if (existsSync(kept.journal)) for (const line of kept.lines()) written.add(JSON.stringify(line));
          const published = existsSync(join(kept.out, 'changes/since.json')) ? publishedIn(kept.out) : [];
          expect(published.filter((line) => !written.has(JSON.stringify(line)))).toEqual([]);
        };
        for (const [step, { titles: some, happens }] of edits.entries()) {
          for (const [id, title] of Object.entries(some))
            if (title === null) titles.delete(Number(id));
            else titles.set(Number(id), `Course ${id} ${title}`);
          kept.write(titles);
          if (happens === 'output lost') rmSync(kept.out, { recursive: true, force: true });
          if (happens === 'journal lost') {
            rmSync(kept.journal, { force: true });
            [client, last, isCertain] = [new Map(), '', true];
          }
          if (typeof happens === 'object') {
            const before = existsSync(kept.journal) ? readFileSync(kept.journal, 'utf8') : undefined;
            const { outcome, failed = '' } = await withDiskFault(folder, happens, async () => kept.build(minute(step)));
            failedAt.add(failed);
            for (const one of [folder, kept.data]) bury(one);
            onlyWritten();
            if (outcome.status === 'rejected') {
              const after = existsSync(kept.journal) ? readFileSync(kept.journal, 'utf8') : undefined;
              isCertain &&= after === before;
              continue;
            }
          } else await kept.build(minute(step));

          onlyWritten();
          const lines = kept.lines();
          const places = lines.map(({ at, linkhash }) => `${at} ${linkhash}`);
          expect(places).toEqual(places.toSorted());
          expect(new Set(lines.map(({ linkhash }) => linkhash)).size).toBe(lines.length);
          const views = viewsIn(kept.out);
          const present = lines.filter(({ change }) => change !== 'deleted');
          expect(new Map(present.map(({ linkhash, sha256 = '' }) => [linkhash, sha256]))).toEqual(views);
          expect(publishedIn(kept.out)).toEqual(lines.toReversed());
          expect(modifiedIn(kept.out)).toEqual(new Map(present.map(({ linkhash, at }) => [linkhash, at])));

          const news = publishedIn(kept.out).filter(({ at }) => at > last);
          const known = new Map(client);
          for (const { linkhash, sha256 } of news)
            if (sha256 === undefined) client.delete(linkhash);
            else client.set(linkhash, sha256);
          expect(client).toEqual(views);
          // Only a build that was killed or failed may have changed what the next one changes back.
          expect(isCertain ? news.filter(({ linkhash, sha256 }) => known.get(linkhash) === sha256) : []).toEqual([]);
          [last, isCertain] = [lines.at(-1)?.at ?? last, true];
        }
      }),
    );
    for (const part of faultStarts)
      expect([...failedAt].filter((call) => part.test(call)).length, String(part)).toBeGreaterThan(0);
  });
});
