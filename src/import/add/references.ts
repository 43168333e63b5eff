// The provider and the categories of a new course: given by name or id, written as ids. Names that the catalog does not have are new records, if that is confirmed.
import { foldName } from '../values/texts.ts';
import type { Finding } from '../../text/problems.ts';
import { quoteText } from '../../text/quote.ts';
import { nearestName } from '../../text/suggestions.ts';
import type { FieldValues } from '../append.ts';
import type { KindWithIds } from '../../storage/ledger.ts';
import type { ExistingCatalog } from './existing-catalog.ts';

type ReferenceKind = Exclude<KindWithIds, 'courses'>;

export interface NewReference {
  readonly kind: ReferenceKind;
  readonly id: number;
  readonly name: string;
}

/** Asks about a name that the catalog does not have. Returns another name, or undefined to add this one. */
export type AskName = (kind: ReferenceKind, name: string, near: string | undefined) => Promise<string | undefined>;

const kinds = {
  provider: { kind: 'providers', rule: 'provider-known', noun: 'provider' },
  categories: { kind: 'categories', rule: 'category-known', noun: 'category' },
} as const;
type ReferenceField = keyof typeof kinds;

/** New names of a kind that a course may bring. */
const maxNew = 20;

/** The values of a course with ids in place of names, and the new records. `confirm` is true to add whatever is new, or asks; undefined refuses it, and `report` gets what is wrong. */
export async function withIds(
  values: FieldValues,
  catalog: ExistingCatalog,
  confirm: AskName | true | undefined,
  report: (field: ReferenceField, finding: Finding) => void,
): Promise<{ readonly values: FieldValues; readonly added: readonly NewReference[] }> {
  const added: NewReference[] = [];
  const ids: Record<string, string> = {};
  for (const field of ['provider', 'categories'] as const) {
    const { [field]: text = '' } = values;
    const names = (field === 'categories' ? text.split(';') : [text]).flatMap((name) => name.trim() || []);
    const found: string[] = [];
    const { kind, rule } = kinds[field];
    const known = namesOf(catalog.references[kind]);
    let unknown = 0;
    for (const name of names) {
      if (!isKnown(name, known)) unknown += 1;
      if (unknown > maxNew) {
        const finding = `has more than ${maxNew} names that the catalog does not have`;
        report(field, { rule, finding, remedy: `add them to ${kind} first` });
        break;
      }
      const id = await idOf(field, name, catalog, known, added, confirm);
      if (typeof id === 'string') found.push(id);
      else report(field, id);
    }
    if (found.length > 0) ids[field] = [...new Set(found)].join(';');
  }
  return { values: { ...values, ...ids }, added };
}

type KnownNames = Map<string, { readonly id: number; readonly name: string }[]>;

/** Records by their names, as names are compared. */
function namesOf(records: readonly { readonly id: number; readonly name: string }[]): KnownNames {
  const known: KnownNames = new Map();
  for (const record of records) {
    const name = foldName(record.name);
    known.set(name, [...(known.get(name) ?? []), record]);
  }
  return known;
}

/** Whether a name is one of these, or an id: the check knows whether there is such an id. */
function isKnown(name: string, known: KnownNames): boolean {
  return /^\d+$/u.test(name) || known.has(foldName(name));
}

async function idOf(
  field: ReferenceField,
  name: string,
  catalog: ExistingCatalog,
  known: KnownNames,
  added: NewReference[],
  confirm: AskName | true | undefined,
): Promise<string | Finding> {
  if (/^\d+$/u.test(name)) return name;
  const { kind, rule, noun } = kinds[field];
  const same = known.get(foldName(name)) ?? [];
  const [first, ...others] = same;
  if (first !== undefined && others.length === 0) return String(first.id);
  if (first !== undefined) {
    const finding = `several have the name ${quoteText(name)}: ${same.map(({ id }) => id).join(', ')}`;
    return { rule, finding, remedy: 'give the id instead of the name' };
  }
  const names = [...known.values()].flat().map((one) => one.name);
  const near = nearestName(name, names);
  const other = confirm === undefined || confirm === true ? undefined : await confirm(kind, name, near);
  if (other !== undefined) return idOf(field, other, catalog, known, added, confirm);
  if (confirm === undefined) {
    const remedy = `name one that is listed in ${kind}, or add --new to add this ${noun} too`;
    const suggestion = near !== undefined && { suggestion: quoteText(near) };
    return { rule, finding: `unknown ${noun} ${quoteText(name)}`, remedy, ...suggestion };
  }
  const one = { kind, id: catalog.nextId[kind](), name };
  added.push(one);
  known.set(foldName(name), [one]);
  return String(one.id);
}
