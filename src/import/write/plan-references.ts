// The plan of providers and categories: matched by key and by name with what the catalog holds.
import { errorAt } from '../../text/problems.ts';
import { quoteText } from '../../text/quote.ts';
import type { ImportedCategory, ImportedProvider } from '../formats/format.ts';
import type { Notes } from '../notes.ts';
import { foldName } from '../values/texts.ts';
import { categoryLine } from './edited-records.ts';
import type { ExistingRecords } from './existing-records.ts';
import { newIdsFor, type NewId } from './ids.ts';
import type { ReferenceRow } from '../../storage/ledger.ts';

export interface PlanContext {
  readonly existing: ExistingRecords;
  readonly notes: Notes;
  readonly isComplete: boolean;
  /** Whether missing records are removed. */
  readonly removesMissing: boolean;
}

/** Maximum number of nested categories that come before their parents. */
const maxUnordered = 1000;

export type PlannedRecords = ReturnType<typeof plannedRecords>;

export function planProviders(imported: readonly ImportedProvider[], context: PlanContext): PlannedRecords {
  const { existing, notes, isComplete, removesMissing } = context;
  const foreign = existing.foreign.providers;
  const held = existing.references.providers.map((provider) => ({ ...provider, path: foldName(provider.name) }));
  const records = new Map(held.filter(({ id }) => !foreign.has(id)).map((provider) => [provider.id, provider]));
  const newId = newIdsFor('provider', existing.ids.providers, imported, notes);
  const rows = existing.edited.ledger?.providers ?? [];
  const matcher = new Matcher(rows, existing.otherRows.providers, held, foreign, newId);
  for (const provider of imported) {
    const path = foldName(provider.name);
    const id = matcher.match(provider, path);
    if (foreign.has(id)) continue;
    const earlier = provider.id === undefined ? records.get(id) : undefined;
    const record = earlier ?? { id, name: provider.name, external_id: provider.external_id ?? '', url: '', path };
    // The part of the input that was not read may still state the website.
    records.set(id, { ...record, url: provider.url ?? (isComplete ? '' : record.url) });
  }
  const needed = new Set([...matcher.ids.values(), ...existing.used.providers]);
  const sorted = [...records.values()].toSorted((a, b) => a.id - b.id);
  return plannedRecords(matcher, sorted, removesMissing ? needed : undefined, ({ id, name, external_id, url }) =>
    JSON.stringify({ id, name, external_id: external_id || undefined, url: url || undefined }),
  );
}

export function planCategories(imported: readonly ImportedCategory[], context: PlanContext): PlannedRecords {
  const { existing, notes, removesMissing } = context;
  const { categories } = existing.references;
  const foreign = existing.foreign.categories;
  const pathOf = (name: string, parent: number | undefined) => `${parent ?? 0} ${foldName(name)}`;
  const held = categories.map(({ id, name, parent: index }) => {
    const parent = categories[index]?.id;
    return { id, name, parent, path: pathOf(name, parent) };
  });
  const records = new Map(held.filter(({ id }) => !foreign.has(id)).map((category) => [category.id, category]));
  const newId = newIdsFor('category', existing.ids.categories, imported, notes);
  const rows = existing.edited.ledger?.categories ?? [];
  const matcher = new Matcher(rows, existing.otherRows.categories, held, foreign, newId);
  const byKey = new Map(imported.map((category) => [category.key, category]));
  const open = new Set<string>();
  // A category may come before its parent, which has to have its id first.
  const idOf = (category: ImportedCategory): number => {
    const { key, name, parent: parentKey } = category;
    const matched = matcher.ids.get(key);
    if (matched !== undefined) return matched;
    if (open.size > maxUnordered) {
      const finding = `${quoteText(name)} and more than ${maxUnordered} categories each come before the one above them`;
      throw errorAt('categories', { rule: 'import-source', finding });
    }
    open.add(key);
    const above = parentKey === undefined || open.has(parentKey) ? undefined : byKey.get(parentKey);
    const parent = above && idOf(above);
    open.delete(key);
    const path = pathOf(name, parent);
    const id = matcher.match(category, path);
    const earlier = category.id === undefined ? records.get(id) : undefined;
    if (!foreign.has(id)) records.set(id, earlier ?? { id, name, parent, path });
    return id;
  };
  for (const category of imported) idOf(category);
  const parents = new Map([...held, ...records.values()].map(({ id, parent }) => [id, parent]));
  const needed = new Set<number>();
  for (const used of [...matcher.ids.values(), ...existing.used.categories, ...foreign]) {
    for (let id: number | undefined = used; id !== undefined && !needed.has(id); id = parents.get(id)) needed.add(id);
  }
  return plannedRecords(matcher, [...records.values()], removesMissing ? needed : undefined, ({ id, name, parent }) =>
    categoryLine({ id, name, parent }),
  );
}

/**
 * Matches records of an input with those of the catalog: by the key that an earlier import knew, by path in a foreign file, by
 * path among those of this import that its ledger lacks, or by the name that another import knew before somebody changed it. Those that the
 * ledger lacks are taken once, by the record with its id if there is one.
 */
class Matcher {
  /** The ids of the records of the input, by key. */
  readonly ids = new Map<string, number>();
  /** The ids of the records of this import, in earlier ones too, by key. */
  readonly idsByKey: Map<string, number>;
  private readonly foreignByPath = new Map<string, number>();
  private readonly unlistedByPath = new Map<string, number[]>();
  /** By the keys of other imports. Those of a service are ids, which say nothing here. */
  private readonly othersByName: Map<string, number>;

  constructor(
    rows: readonly ReferenceRow[],
    others: readonly ReferenceRow[],
    held: readonly { readonly id: number; readonly path: string }[],
    private readonly foreign: ReadonlySet<number>,
    private readonly newId: NewId,
  ) {
    this.idsByKey = new Map(rows.map(([id, key]) => [key, id]));
    const listed = new Set(rows.map(([id]) => id));
    const there = new Set(held.map(({ id }) => id));
    const named = others.filter(([id, key]) => there.has(id) && !/^\d+$/u.test(key));
    this.othersByName = new Map(named.map(([id, key]) => [key, id]));
    for (const { id, path } of held) {
      if (foreign.has(id)) this.foreignByPath.set(path, id);
      else if (!listed.has(id)) this.unlistedByPath.set(path, [...(this.unlistedByPath.get(path) ?? []), id]);
    }
  }

  match({ key, id: ownId, name }: ImportedProvider | ImportedCategory, path: string): number {
    const matched = this.idsByKey.get(key) ?? this.foreignByPath.get(path) ?? this.takeUnlisted(path, ownId);
    const renamed = ownId === undefined ? this.othersByName.get(key) : undefined;
    const id = matched ?? renamed ?? this.newId(ownId, name);
    this.ids.set(key, id);
    if (!this.foreign.has(id)) this.idsByKey.set(key, id);
    return id;
  }

  private takeUnlisted(path: string, ownId = 0): number | undefined {
    const ids = this.unlistedByPath.get(path) ?? [];
    return ids.splice(Math.max(0, ids.indexOf(ownId)), 1)[0];
  }
}

/** The lines of a file. Of records that are not needed, there are lines in `linesWithRemoved` alone. */
function plannedRecords<T extends { readonly id: number }>(
  { ids, idsByKey }: Matcher,
  records: readonly T[],
  needed: ReadonlySet<number> | undefined,
  lineOf: (record: T) => string,
) {
  return {
    ids,
    lines: records.filter(({ id }) => needed?.has(id) !== false).map(lineOf),
    linesWithRemoved: records.map(lineOf),
    rows: Array.from(idsByKey, ([key, id]): ReferenceRow => [id, key]),
  };
}
