// The fields of a course that an import fills, and where in a record the value of each comes from.
import { interfaceFields, pageFields, type FieldRow, type FieldTable } from '../../catalog/fields.ts';
import { keysOf, mapRows } from '../../text/keys.ts';
import type { DurationUnit } from '../values/durations.ts';

const { id: _, ...given } = interfaceFields;
const labelOf = ({ labels }: FieldRow) => labels.en;

/** What people call the fields of a course that an input can fill: an import gives the ids itself. */
export const fieldLabels = {
  ...mapRows(given, labelOf),
  provider_url: 'Website of the provider',
  key: 'Id in the list',
  ...mapRows(pageFields, labelOf),
} as const;
export const fieldNames = keysOf(fieldLabels);
export type FieldName = (typeof fieldNames)[number];

/**
 * Where the value of a field comes from: the first alternative that has one. An alternative is a list of
 * columns whose values are merged, or split at one sign only, or numbers of a unit, or a template, in which `{column}` stands for a value.
 */
export type FieldColumns = Partial<Record<FieldName, readonly Alternative[]>>;
export type Alternative = readonly string[] | Columns | { readonly template: string };
interface Columns {
  readonly columns: readonly string[];
  readonly split?: string;
  readonly unit?: DurationUnit;
}

/** The same, with custom fields by their names. */
export type MappedFields = FieldColumns & AnyFields;
type AnyFields = Readonly<Record<string, readonly Alternative[] | undefined>>;

/** Where a course of schema.org has the fields: in itself, or in the instance of it that is its `run`. */
export function schemaOrgColumns(table: FieldTable): FieldColumns {
  const rows: Readonly<Record<string, FieldRow>> = { ...interfaceFields, ...table };
  return Object.fromEntries(
    Object.entries(rows).flatMap(([name, { schemaOrg }]) => {
      if (schemaOrg === undefined) return [];
      const [, ofInstance] = /^hasCourseInstance\.(.+)$/u.exec(schemaOrg) ?? [];
      return [[name, ofInstance === undefined ? [[schemaOrg]] : [[ofInstance], [`run.${ofInstance}`]]]];
    }),
  );
}

/** The columns of a table of fields, and the first steps of those that are paths. */
export function usedColumns(table: AnyFields): Set<string> {
  const columns = Object.values(table).flatMap(columnsIn);
  return new Set(columns.flatMap((column) => [column, column.split('.')[0] ?? column]));
}

/** The columns that no field of a table uses. */
export function unusedColumns(table: AnyFields, columns: readonly string[]): string[] {
  const used = usedColumns(table);
  return columns.filter((column) => !used.has(column));
}

/** The columns of some alternatives, those in templates too. */
export function columnsIn(alternatives: readonly Alternative[] = []): readonly string[] {
  return alternatives.flatMap((alternative) => partsOf(alternative).columns);
}

/** The columns of some alternatives, without those in templates and those that are split or have a unit. */
export function plainColumns(alternatives: readonly Alternative[] = []): readonly string[] {
  return alternatives.flatMap((alternative) =>
    'template' in alternative || 'columns' in alternative ? [] : alternative,
  );
}

/** The columns of an alternative, with its template, split sign or unit if it has one. */
export function partsOf(alternative: Alternative): Columns & { readonly template?: string } {
  if ('template' in alternative) return { ...alternative, columns: columnsInTemplate(alternative.template) };
  return 'columns' in alternative ? alternative : { columns: alternative };
}

export function columnsInTemplate(template: string): string[] {
  return [...template.matchAll(/\{([^{}]+)\}/gu)].map(([, column = '']) => column);
}
