// Ids: those that records have already, and new ones above every id that was ever given.
import type { Draft } from './draft.ts';
import type { Ledger } from './ledger.ts';
import type { Remarks } from './remarks.ts';

/** Gives new ids. An id that the source itself has is kept if it is free. */
export class NewIds {
  private readonly taken: Set<number>;
  private highest: number;

  constructor(
    private readonly what: string,
    taken: ReadonlySet<number>,
    /** Records whose own ids are not to be given to others. */
    wanted: Iterable<{ readonly id?: number | undefined }>,
    private readonly remarks: Remarks,
  ) {
    this.taken = new Set(taken);
    this.highest = 0;
    for (const id of taken) this.highest = Math.max(this.highest, id);
    for (const { id } of wanted) this.highest = Math.max(this.highest, id ?? 0);
  }

  idFor(own: number | undefined, name: string): number {
    if (own !== undefined && !this.taken.has(own)) {
      this.taken.add(own);
      return own;
    }
    this.highest += 1;
    if (own !== undefined)
      this.remarks.add('guessed', `new id of a ${this.what} whose own is taken`, name, `${own}: now ${this.highest}`);
    this.taken.add(this.highest);
    return this.highest;
  }
}

/** The ids of courses: by address, then by the source's own id, then new ones in the order of the source. */
export function assignIds(
  drafts: readonly Draft[],
  given: Ledger['courses'],
  taken: ReadonlySet<number>,
  remarks: Remarks,
): number[] {
  const byAddress = new Map(given.map(([id, linkurl]) => [linkurl, id]));
  const [rows, own] = [byUniqueKey(given, ([, , key]) => key), byUniqueKey(drafts, ({ key }) => key)];
  const assigned = drafts.map(({ linkurl }) => byAddress.get(linkurl));
  const claimed = new Set(assigned);
  const next = new NewIds('course', taken, drafts, remarks);
  return drafts.map((draft, at) => {
    const known = assigned[at];
    if (known !== undefined) return known;
    const key = draft.key ?? '';
    const [moved] = (own.get(key) === draft ? rows.get(key) : undefined) ?? [];
    if (moved !== undefined && !claimed.has(moved)) {
      claimed.add(moved);
      remarks.add('guessed', 'same course at a new address, by its own id', draft.place, draft.linkurl);
      return moved;
    }
    return next.idFor(draft.id, draft.title);
  });
}

/** Records by their keys. A key that several have, such as the number of a course, names none of them. */
function byUniqueKey<T>(records: readonly T[], keyOf: (record: T) => string | null | undefined): Map<string, T> {
  const byKey = new Map<string, T>();
  const shared = new Set<string>();
  for (const record of records) {
    const key = keyOf(record) ?? '';
    if (key === '' || byKey.has(key)) shared.add(key);
    byKey.set(key, record);
  }
  for (const key of shared) byKey.delete(key);
  return byKey;
}
