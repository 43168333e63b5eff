// Any sequence of edits and imports of two lists, with kills and full disks: ids are permanent, and nothing else is touched.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { check } from '../../src/build/check.ts';
import { ProblemsError } from '../../src/text/problems.ts';
import { snapshot, writeFiles, inFolder } from '../helpers/folders.ts';
import { forAll } from '../helpers/for-all.ts';
import { testLimit } from '../helpers/limits.ts';
import { withDiskFault, type DiskFault } from '../incremental/disk-faults.ts';
import { runImport } from './imported.ts';
import { pageFields } from '../../src/catalog/fields.ts';

export const lists = ['one', 'two'] as const;
type List = (typeof lists)[number];

export const editKinds = [
  'add',
  'retitle',
  'readdress',
  /** A new course gets the address, and the course another one. */
  'take over',
  /** A new course gets an address that another one left long ago. */
  'reuse',
  'rekey',
  /** All courses of a list get other numbers. */
  'renumber',
  /** A course leaves its list, or returns. */
  'leave',
  'other list',
  /** A course goes to the other list, moves there, and then a new one gets its first address in the first list. */
  'wander',
  /** The user moves the record of a course to a file of their own. */
  'keep',
] as const;

interface Step {
  readonly edits: readonly { readonly kind: (typeof editKinds)[number]; readonly at: number }[];
  readonly list: List;
  readonly prune: boolean;
  readonly fault: DiskFault | undefined;
}

/** A course in a list. Its number is in every title that it ever has. */
interface Listed {
  readonly number: number;
  readonly list: List;
  readonly title: string;
  readonly address: string;
  readonly key: string;
  readonly isGone: boolean;
  /** What was edited since the last import of its list. With an address nothing else is: it would be another course. */
  readonly edited: '' | 'address' | 'others';
  /** Whether its record is in a file of the user. */
  readonly isKept: boolean;
  /** The address at which it was when it began to wander. */
  readonly first?: string | undefined;
}

const mine = 'courses/mine.ndjson';
const heads = { one: 'ID,Title,Url,Provider,Language,Date,Subject', two: 'uuid,name,link,school,lang,published,topic' };

export class TwoLists {
  private courses: Listed[] = [];
  private last = 0;
  /** The id of every course that was ever published, by its number. */
  private readonly ids = new Map<number, number>();
  /** Addresses that courses left for others. */
  private readonly left: string[] = [];
  /** Lists whose files the user edited. */
  private readonly edited = new Set<List>();
  /** Lists whose last import was not completed. */
  private readonly begun = new Set<List>();
  private readonly data: string;

  constructor(private readonly folder: string) {
    this.data = join(folder, 'data');
    writeFiles(this.data, {
      [mine]:
        '{"id":7,"title":"C0 mine","linkurl":"mine","provider":1,"language":"English","date_published":"2020-01-01"}\n',
      'providers/mine.csv': 'id,name\n1,Uni 1\n',
      'categories/mine.csv': 'id,name,parent\n1,Art,\n',
      'notes.txt': 'of no import',
    });
    this.add({});
  }

  /** Edits the lists and imports one of them; returns the laws that are broken then. */
  async take({ edits, list, prune, fault }: Step): Promise<string[]> {
    this.wander();
    for (const { kind, at } of edits) this.edit(kind, at);
    // A list without a record would not be imported.
    if (this.in(list).length === 0) this.add({ list });
    for (const one of lists) this.write(one);
    const before = snapshot(this.folder);
    const { outcome, failed } = await withDiskFault(this.folder, fault, () =>
      runImport(join(this.folder, `${list}.csv`), this.data, { name: list, prune }),
    );
    const after = snapshot(this.folder);
    // The process that was killed, which is this one, is alive.
    for (const name of readdirSync(this.folder)) if (name.startsWith('.data.lock')) rmSync(join(this.folder, name));
    const wrong = [
      ...(isDeepStrictEqual(filesBut(before, list), filesBut(after, list)) ? [] : ['touched files of others']),
      ...(await this.problems()),
      ...this.wrongIds(),
    ];
    if (outcome.status === 'fulfilled') wrong.push(...this.done(list, failed));
    else if (failed === undefined) wrong.push(String(outcome.reason));
    else {
      // The lock is removed last.
      const isDone = failed === 'unlink .data.lock';
      const hasBegun = isDone || (outcome.reason instanceof ProblemsError && outcome.reason.mayHaveChanged);
      const isSame = isDeepStrictEqual(publishedIn(before), publishedIn(after));
      if (fault?.mode === 'fails' && !hasBegun && !isSame) wrong.push('changed something without saying so');
      this.begun.add(list);
    }
    return wrong.map((one) => `${one} (${failed ?? 'no fault'})`);
  }

  private in(list: List): Listed[] {
    return this.courses.filter((one) => one.list === list && !one.isGone);
  }

  private add(given: Partial<Listed>): void {
    const number = (this.last += 1);
    const own = { title: `C${number} new`, address: `https://a.example/${number}`, key: `${1 + (number % 4)}` };
    this.courses.push({ number, list: 'one', ...own, isGone: false, edited: 'others', isKept: false, ...given });
  }

  private edit(kind: Step['edits'][number]['kind'], pick: number): void {
    const at = pick % this.courses.length;
    const one = this.courses[at];
    if (one === undefined) return;
    const { number, list, edited, isKept, isGone } = one;
    const change = (changed: Partial<Listed>) => (this.courses[at] = { ...one, edited: 'others', ...changed });
    if (kind === 'add') return this.add({ list: lists[pick % 2] ?? 'one' });
    if (kind === 'reuse') {
      const address = this.left[pick % this.left.length];
      if (address !== undefined && !this.isUsed(address)) this.add({ list: lists[pick % 2] ?? 'one', address });
      return;
    }
    if (kind === 'renumber') {
      this.courses = this.courses.map((other, row) =>
        other.list !== list || other.edited === 'address' ? other : { ...other, key: `${row}`, edited: 'others' },
      );
    }
    if (edited === 'address') return;
    const next = (this.last += 1);
    if (kind === 'retitle') change({ title: `C${number} ${next}` });
    if (kind === 'rekey') change({ key: `${pick % 5}` });
    if (kind === 'leave') change({ isGone: !isGone });
    if (kind === 'other list' && !isKept) change({ list: otherThan(list) });
    if (kind === 'wander' && !isKept) change({ list: otherThan(list), first: one.address });
    const isImported = edited === '' && !isGone && !this.begun.has(list) && !this.edited.has(list);
    if (!isImported || !(isKept || this.isPublished(one))) return;
    const address = `https://a.example/${number}/${next}`;
    if (kind === 'readdress' || (kind === 'take over' && !isKept)) this.left.push(one.address);
    if (kind === 'readdress') change({ address, edited: 'address' });
    if (kind === 'take over' && !isKept) {
      change({ address, edited: 'address' });
      // With its key as well, it would be the same course under a new title.
      this.add({ list, address: one.address, key: `new ${next}`, edited: 'address' });
    }
    if (kind === 'keep' && !isKept) {
      this.keep(one, pick % 2 === 0);
      this.courses[at] = { ...one, isKept: true };
    }
  }

  private wander(): void {
    for (const [at, one] of this.courses.entries()) {
      const { first, address, edited, list } = one;
      if (first === undefined || edited !== '' || !this.isPublished(one)) continue;
      if (address === first) this.edit('readdress', at);
      else if (!this.isUsed(first)) {
        this.add({ list: otherThan(list), address: first });
        this.courses[at] = { ...one, first: undefined };
      }
    }
  }

  /** Moves the record of a course to the user's file, under its address or another one. */
  private keep({ number, list }: Listed, isSame: boolean): void {
    const path = `courses/${list}.ndjson`;
    const isOne = (line: string) => line.includes(`"C${number} `);
    const moved = this.lines(path).filter(isOne);
    const texts = moved.map((line) => (isSame ? line : line.replace('a.example', 'mine.example')));
    const left = this.lines(path).filter((line) => !isOne(line));
    writeFiles(this.data, { [path]: textOf(left), [mine]: textOf([...this.lines(mine), ...texts]) });
    this.edited.add(list);
  }

  private write(list: List): void {
    const rows = this.in(list).map(({ number, title, address, key }) => {
      const subject = ['', 'Science', `Science > ${number}`, `Art ${number}`][title.length % 4];
      return [key, title, address, `Uni ${1 + (number % 7)}`, ['en', 'fr'][number % 2], '2024-01-01', subject].join();
    });
    writeFiles(this.folder, { [`${list}.csv`]: textOf([heads[list], ...rows]) });
  }

  private lines(path: string): string[] {
    const file = join(this.data, path);
    return existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
  }

  private isUsed(address: string): boolean {
    const lines = ['courses/one.ndjson', 'courses/two.ndjson', mine].flatMap((path) => this.lines(path));
    return (
      this.courses.some((one) => one.address === address) ||
      lines.some((line) => line.includes(`"linkurl":"${address}"`))
    );
  }

  private isPublished({ list, title, address }: Listed): boolean {
    return this.lines(`courses/${list}.ndjson`).some((line) =>
      line.includes(`"title":"${title}","linkurl":"${address}"`),
    );
  }

  /** What `check` reports. */
  private async problems(): Promise<string[]> {
    const io = { onProgress: () => {}, signal: new AbortController().signal };
    const [checked] = await Promise.allSettled([
      check({ data: this.data, pageSize: 25, fields: pageFields, threads: 1 }, io),
    ]);
    return checked.status === 'fulfilled' ? [] : [String(checked.reason)];
  }

  private published(): { readonly id: number; readonly number: number }[] {
    const lines = ['courses/one.ndjson', 'courses/two.ndjson', mine].flatMap((path) => this.lines(path));
    return lines.map((line) => {
      const [, id, number] = /^\{"id":(\d+),"title":"C(\d+) /u.exec(line) ?? [];
      return { id: Number(id), number: Number(number) };
    });
  }

  private wrongIds(): string[] {
    const wrong = this.published().flatMap(({ id, number }) => {
      const before = this.ids.get(number) ?? id;
      this.ids.set(number, before);
      return before === id ? [] : [`C${number} had id ${before} and has ${id}`];
    });
    return new Set(this.ids.values()).size === this.ids.size ? wrong : [...wrong, 'two courses have had one id'];
  }

  /** What an import that succeeded left undone, or behind. */
  private done(list: List, failed: string | undefined): string[] {
    const numbers = new Set(this.published().map(({ number }) => number));
    const missing = this.in(list).filter(({ number }) => !numbers.has(number));
    // What an import of the other list left is removed with the next one of that list.
    const isOfOther = (path: string) =>
      lists.some((one) => one !== list && path.replaceAll('/.', '/').includes(`/${one}.`));
    const left = [...snapshot(this.folder).keys()].filter((path) => /^\.|\.part$/u.test(path) && !isOfOther(path));
    this.courses = this.courses.map((one) => (one.list === list ? { ...one, edited: '' } : one));
    this.begun.delete(list);
    this.edited.delete(list);
    return [
      ...missing.map(({ title }) => `${title} is missing`),
      // What could not be removed stays until the next one.
      ...(failed === undefined ? left.map((path) => `left behind: ${path}`) : []),
    ];
  }
}

function otherThan(list: List): List {
  return list === 'one' ? 'two' : 'one';
}

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

/** Everything but the files of a list's import, and what it needs while it runs. */
function filesBut(files: ReadonlyMap<string, string>, list: List): [string, string][] {
  const isOwn = (path: string) =>
    /^(?:\.data\.|data(?:\/(?:\.import|\w+))?$)/u.test(path) ||
    (path.startsWith('data/') && path.replaceAll('/.', '/').includes(`/${list}.`));
  return [...files].filter(([path]) => !isOwn(path));
}

/** The files of the catalog, with the ledgers. */
function publishedIn(files: ReadonlyMap<string, string>): [string, string][] {
  return [...files].filter(([path, text]) => path.startsWith('data/') && text !== 'folder' && !path.endsWith('.part'));
}

const fault = fc.record<DiskFault>({ mode: fc.constantFrom('killed', 'fails'), at: fc.integer({ min: 1, max: 45 }) });
const step = fc.record({
  edits: fc.array(fc.record({ kind: fc.constantFrom(...editKinds), at: fc.nat({ max: 20 }) }), { maxLength: 5 }),
  list: fc.constantFrom(...lists),
  prune: fc.boolean(),
  fault: fc.option(fault, { nil: undefined }),
});
const importOf = (list: (typeof lists)[number]) => ({ edits: [], list, prune: true, fault: undefined });
const [first, second] = [importOf('one'), importOf('two')];

// A failure takes its time to become a short one.
vi.setConfig({ testTimeout: 3 * testLimit });

it('keeps the laws of ids and files', () =>
  forAll(12, [fc.array(step, { minLength: 1, maxLength: 10 })], async (steps) =>
    inFolder(async (folder) => {
      const world = new TwoLists(folder);
      // A course that moved to another list leaves the one before it comes in the other.
      for (const one of [...steps, first, second, second, first]) {
        // One after the other, as each begins with what the one before left.
        expect(await world.take(one)).toEqual([]);
      }
    }),
  ));
