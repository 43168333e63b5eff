// The plan of providers and categories: matched by key and by name with what the catalog holds.
import { foldName } from './clean.ts';
import type { ImportedCategory, ImportedProvider } from './format.ts';
import type { ExistingRecords } from './existing-records.ts';
import { NewIds } from './ids.ts';
import type { Ledger, ReferenceRow } from './ledger.ts';
import { errorAt, quoteText } from '../problems.ts';
import type { Notes } from './notes.ts';

/** The ids that earlier imports gave. */
export type Given = Pick<Ledger, 'providers' | 'categories'>;

/** Levels of categories of which the lower ones come first. */
const maxUnordered = 1000;

export interface Planned {
  /** The lines of a file, and those with the records that are removed. */
  readonly lines: readonly string[];
  readonly all: readonly string[];
  readonly ids: ReadonlyMap<string, number>;
  /** Every id that was given. */
  readonly given: readonly ReferenceRow[];
}

/** Plans the providers of an import. */
export function planProviders(
  imported: readonly ImportedProvider[],
  existing: ExistingRecords,
  { providers: rows }: Given,
  { isWhole, prunes }: { readonly isWhole: boolean; readonly prunes: boolean },
  notes: Notes,
): Planned {
  const byKey = new Map(rows.map(([id, key]) => [key, id]));
  const theirs = existing.theirs.providers;
  const [others, own] = parted(existing.references.providers, theirs);
  const records = new Map(own.map((one) => [one.id, one]));
  const byName = new Map(others.map(({ id, name }) => [foldName(name), id]));
  const unlisted = new Unlisted(
    rows,
    own.map(({ id, name }) => [foldName(name), id]),
  );
  const next = new NewIds('provider', existing.ids.providers, imported, notes);
  const ids = new Map<string, number>();
  for (const provider of imported) {
    const name = foldName(provider.name);
    const found = byKey.get(provider.key) ?? byName.get(name) ?? unlisted.take(name, provider.id);
    const id = found ?? next.idFor(provider.id, provider.name);
    ids.set(provider.key, id);
    if (theirs.has(id)) continue;
    const before = provider.id === undefined ? records.get(id) : undefined;
    const record = before ?? { id, name: provider.name, external_id: provider.external_id ?? '', url: '' };
    // What was not read of a source may state the website still.
    records.set(id, { ...record, url: provider.url ?? (isWhole ? '' : record.url) });
    byKey.set(provider.key, id);
  }
  const kept = new Set([...ids.values(), ...existing.used.providers]);
  const sorted = [...records.values()].toSorted((a, b) => a.id - b.id);
  return plannedOf(ids, byKey, sorted, prunes ? kept : undefined, ({ id, name, external_id, url }) =>
    JSON.stringify({ id, name, external_id: external_id || undefined, url: url || undefined }),
  );
}

function plannedOf<T extends { readonly id: number }>(
  ids: ReadonlyMap<string, number>,
  byKey: ReadonlyMap<string, number>,
  records: readonly T[],
  kept: ReadonlySet<number> | undefined,
  lineOf: (record: T) => string,
): Planned {
  const lines = records.filter(({ id }) => kept?.has(id) !== false).map(lineOf);
  return { ids, lines, all: records.map(lineOf), given: [...byKey].map(([key, id]) => [id, key]) };
}

/** The records of an import that its ledger does not have, by name. Each is taken once, by a provider with its id if there is one. */
class Unlisted {
  private readonly ids = new Map<string, number[]>();

  constructor(rows: readonly ReferenceRow[], named: readonly (readonly [name: string, id: number])[]) {
    const known = new Set(rows.map(([id]) => id));
    for (const [name, id] of named) if (!known.has(id)) this.ids.set(name, [...(this.ids.get(name) ?? []), id]);
  }

  take(name: string, wanted: number | undefined): number | undefined {
    const ids = this.ids.get(name) ?? [];
    const [id] = ids.splice(Math.max(0, ids.indexOf(wanted ?? 0)), 1);
    return id;
  }
}

/** The records in files of others, and those of this import. */
function parted<T extends { readonly id: number }>(records: readonly T[], theirs: ReadonlySet<number>): [T[], T[]] {
  return [records.filter(({ id }) => theirs.has(id)), records.filter(({ id }) => !theirs.has(id))];
}

/** Plans the categories of an import. */
export function planCategories(
  imported: readonly ImportedCategory[],
  existing: ExistingRecords,
  { categories: rows }: Given,
  prunes: boolean,
  notes: Notes,
): Planned {
  const all = existing.references.categories;
  const byKey = new Map(rows.map(([id, key]) => [key, id]));
  const theirs = existing.theirs.categories;
  const held = all.map(({ id, name, parent }) => ({ id, name, parent: all[parent]?.id }));
  const placeOf = (name: string, parent: number | undefined) => `${parent ?? 0} ${foldName(name)}`;
  const [others, own] = parted(held, theirs);
  const records = new Map(own.map((one) => [one.id, one]));
  const byPlace = new Map(others.map((one) => [placeOf(one.name, one.parent), one.id]));
  const unlisted = new Unlisted(
    rows,
    own.map((one) => [placeOf(one.name, one.parent), one.id]),
  );
  const next = new NewIds('category', existing.ids.categories, imported, notes);
  const ids = new Map<string, number>();
  const byImportedKey = new Map(imported.map((category) => [category.key, category]));
  const planned = new Map<number, { id: number; name: string; parent: number | undefined }>();
  // A category may come before the one above it, which has to have its id first.
  const idOf = (category: ImportedCategory, below: ReadonlySet<string>): number => {
    const known = ids.get(category.key);
    if (known !== undefined) return known;
    if (below.size > maxUnordered) {
      const finding = `${quoteText(category.name)} and more than ${maxUnordered} categories each come before the one above them`;
      throw errorAt('categories', { rule: 'import-source', finding });
    }
    const above =
      category.parent === undefined || below.has(category.parent) ? undefined : byImportedKey.get(category.parent);
    const parent = above && idOf(above, new Set([...below, category.key]));
    const place = placeOf(category.name, parent);
    const found = byKey.get(category.key) ?? byPlace.get(place) ?? unlisted.take(place, category.id);
    const id = found ?? next.idFor(category.id, category.name);
    ids.set(category.key, id);
    if (theirs.has(id)) return id;
    planned.set(id, (category.id === undefined ? records.get(id) : undefined) ?? { id, name: category.name, parent });
    byKey.set(category.key, id);
    return id;
  };
  for (const category of imported) {
    const id = idOf(category, new Set([category.key]));
    const record = planned.get(id);
    if (record) records.set(id, record);
  }
  const parents = new Map([...held, ...records.values()].map(({ id, parent }) => [id, parent]));
  const kept = new Set<number>();
  for (const used of [...ids.values(), ...existing.used.categories]) {
    for (let id: number | undefined = used; id !== undefined && !kept.has(id); id = parents.get(id)) kept.add(id);
  }
  return plannedOf(ids, byKey, [...records.values()], prunes ? kept : undefined, ({ id, name, parent }) =>
    [id, `"${name.replaceAll('"', '""')}"`, parent].join(),
  );
}
