// The plan of providers and categories: matched by key and by name with what the catalog holds.
import { foldName } from '../values/texts.ts';
import type { ImportedCategory, ImportedProvider } from '../formats/format.ts';
import type { ExistingRecords } from './existing-records.ts';
import { NewIds } from './ids.ts';
import type { Ledger, ReferenceRow } from './ledger.ts';
import { errorAt, quoteText } from '../../problems.ts';
import type { Notes } from '../notes.ts';

/** What a plan goes by. */
export interface PlanContext {
  readonly existing: ExistingRecords;
  /** The ids that earlier imports gave. */
  readonly given: Pick<Ledger, 'providers' | 'categories'>;
  readonly notes: Notes;
  readonly isWhole: boolean;
  /** Whether those that are gone are removed. */
  readonly prunes: boolean;
}

/** Levels of categories of which the lower ones come first. */
const maxUnordered = 1000;

export type Planned = ReturnType<typeof plannedOf>;

/** Plans the providers of an import. */
export function planProviders(imported: readonly ImportedProvider[], context: PlanContext): Planned {
  const { existing, given, notes, isWhole, prunes } = context;
  const theirs = existing.theirs.providers;
  const held = existing.references.providers.map((one) => ({ ...one, place: foldName(one.name) }));
  const records = new Map(held.filter(({ id }) => !theirs.has(id)).map((one) => [one.id, one]));
  const next = new NewIds('provider', existing.ids.providers, imported, notes);
  const { ids, byKey, match } = matching(given.providers, held, theirs, next);
  for (const provider of imported) {
    const place = foldName(provider.name);
    const id = match(provider, place);
    if (theirs.has(id)) continue;
    const before = provider.id === undefined ? records.get(id) : undefined;
    const record = before ?? { id, name: provider.name, external_id: provider.external_id ?? '', url: '', place };
    // What was not read of a source may state the website still.
    records.set(id, { ...record, url: provider.url ?? (isWhole ? '' : record.url) });
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
) {
  /** The lines of a file, and those with the records that are removed. */
  const [lines, all] = [records.filter(({ id }) => kept?.has(id) !== false).map(lineOf), records.map(lineOf)];
  return { ids, lines, all, given: Array.from(byKey, ([key, id]): ReferenceRow => [id, key]) };
}

/**
 * Matches records of a source with those of the catalog: by the key that an earlier import knew, by place in a foreign file, or
 * by place among those of this import that its ledger lacks. Each of these is taken once, by the record with its id if there is one.
 */
function matching(
  rows: readonly ReferenceRow[],
  held: readonly { readonly id: number; readonly place: string }[],
  theirs: ReadonlySet<number>,
  next: NewIds,
) {
  const ids = new Map<string, number>();
  const byKey = new Map(rows.map(([id, key]) => [key, id]));
  const known = new Set(rows.map(([id]) => id));
  const foreign = new Map<string, number>();
  const unlisted = new Map<string, number[]>();
  for (const { id, place } of held) {
    if (theirs.has(id)) foreign.set(place, id);
    else if (!known.has(id)) unlisted.set(place, [...(unlisted.get(place) ?? []), id]);
  }
  const takeUnlisted = (place: string, wanted = 0) => {
    const free = unlisted.get(place) ?? [];
    return free.splice(Math.max(0, free.indexOf(wanted)), 1)[0];
  };
  const match = ({ key, id: own, name }: ImportedProvider | ImportedCategory, place: string) => {
    const found = byKey.get(key) ?? foreign.get(place) ?? takeUnlisted(place, own);
    const id = found ?? next.idFor(own, name);
    ids.set(key, id);
    if (!theirs.has(id)) byKey.set(key, id);
    return id;
  };
  return { ids, byKey, match };
}

/** Plans the categories of an import. */
export function planCategories(imported: readonly ImportedCategory[], context: PlanContext): Planned {
  const { existing, given, notes, prunes } = context;
  const all = existing.references.categories;
  const theirs = existing.theirs.categories;
  const placeOf = (name: string, parent: number | undefined) => `${parent ?? 0} ${foldName(name)}`;
  const held = all.map(({ id, name, parent }) => {
    const above = all[parent]?.id;
    return { id, name, parent: above, place: placeOf(name, above) };
  });
  const records = new Map(held.filter(({ id }) => !theirs.has(id)).map((one) => [one.id, one]));
  const next = new NewIds('category', existing.ids.categories, imported, notes);
  const { ids, byKey, match } = matching(given.categories, held, theirs, next);
  const byImportedKey = new Map(imported.map((category) => [category.key, category]));
  const open = new Set<string>();
  // A category may come before the one above it, which has to have its id first.
  const idOf = (category: ImportedCategory): number => {
    const { id: own, key, name, parent: aboveKey } = category;
    const known = ids.get(key);
    if (known !== undefined) return known;
    if (open.size > maxUnordered) {
      const finding = `${quoteText(name)} and more than ${maxUnordered} categories each come before the one above them`;
      throw errorAt('categories', { rule: 'import-source', finding });
    }
    open.add(key);
    const above = aboveKey === undefined || open.has(aboveKey) ? undefined : byImportedKey.get(aboveKey);
    const parent = above && idOf(above);
    open.delete(key);
    const place = placeOf(name, parent);
    const id = match(category, place);
    const before = own === undefined ? records.get(id) : undefined;
    if (!theirs.has(id)) records.set(id, before ?? { id, name, parent, place });
    return id;
  };
  for (const category of imported) idOf(category);
  const parents = new Map([...held, ...records.values()].map(({ id, parent }) => [id, parent]));
  const kept = new Set<number>();
  for (const used of [...ids.values(), ...existing.used.categories, ...theirs]) {
    for (let id: number | undefined = used; id !== undefined && !kept.has(id); id = parents.get(id)) kept.add(id);
  }
  return plannedOf(ids, byKey, [...records.values()], prunes ? kept : undefined, ({ id, name, parent }) =>
    [id, `"${name.replaceAll('"', '""')}"`, parent].join(),
  );
}
