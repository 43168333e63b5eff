// The tables of the dumps as Table Schemas (Data Package 2.0), which describe their columns.
import { linkhashPattern } from '../../api/routes.ts';
import { tableColumns, type TableColumn } from './columns.ts';
import type { CourseColumn } from './field-columns.ts';
import type { DumpTable } from './formats.ts';

type NamedColumn = TableColumn & { readonly name: string };

/** The schema of a table in CSV, with the columns of page fields. */
export function csvSchema(table: DumpTable, fields: readonly CourseColumn[]): object {
  return schemaOf(table, [...columnsOf(table), ...fields].map(fieldOf));
}

/** The schema of a table in NDJSON, where page fields are in one object. */
export function jsonSchema(table: DumpTable, columns: readonly CourseColumn[]): object {
  const properties = columns.flatMap(({ name, title, description, type, part }) =>
    part === 'currency' ? [] : [[name, { title, description, ...(part === 'amount' ? priceType : jsonTypes[type]) }]],
  );
  const schema = { type: 'object', properties: Object.fromEntries(properties) };
  const fields = columnsOf(table).map((column) =>
    isList(column.type) ? { name: column.name, type: 'array' } : fieldOf(column),
  );
  return schemaOf(table, [...fields, { name: 'fields', type: 'object', constraints: { jsonSchema: schema } }]);
}

function columnsOf(table: DumpTable): NamedColumn[] {
  return Object.entries(tableColumns[table]).map(([name, column]) => ({ ...column, name }));
}

function schemaOf(table: DumpTable, fields: readonly object[]): object {
  const refersTo = (field: string, resource: string | undefined) => ({
    foreignKeys: [{ fields: [field], reference: { ...(resource !== undefined && { resource }), fields: ['id'] } }],
  });
  return {
    fields,
    missingValues: [''],
    primaryKey: [table === 'languages' ? 'name' : 'id'],
    ...(table === 'courses' && refersTo('provider', 'providers')),
    ...(table === 'categories' && refersTo('parent', undefined)),
  };
}

/** The field of a column in CSV. The published profile of Table Schemas has no lists, so these are texts. */
function fieldOf(column: NamedColumn): object {
  const { name, title, type } = column;
  const several = isList(type) ? 'Several values, with semicolons between them.' : undefined;
  const description = [column.description, several].filter((text) => text !== undefined).join('. ');
  return {
    name,
    ...(title !== undefined && { title }),
    ...fieldTypes[type],
    ...(description !== '' && { description }),
    ...constraintsOf(column),
  };
}

const fieldTypes: Readonly<Record<TableColumn['type'], object>> = {
  text: { type: 'string' },
  texts: { type: 'string' },
  integer: { type: 'integer' },
  integers: { type: 'string' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  date: { type: 'date' },
  timestamp: { type: 'datetime', format: '%Y-%m-%dT%H:%M:%S.%f' },
};

/** As JSON Schema has them. */
const priceType = {
  type: 'object',
  properties: { amount: { type: 'number' }, currency: { type: ['string', 'null'] } },
  required: ['amount', 'currency'],
};

const jsonTypes: Readonly<Record<TableColumn['type'], object>> = {
  text: { type: 'string' },
  texts: { type: 'array', items: { type: 'string' } },
  integer: { type: 'integer' },
  integers: { type: 'array', items: { type: 'integer' } },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  date: { type: 'string', format: 'date' },
  timestamp: { type: 'string' },
};

function isList(type: TableColumn['type']): boolean {
  return type === 'texts' || type === 'integers';
}

function constraintsOf({ name, type, isNullable, isOptional, isUnique }: NamedColumn): object {
  const isRequired = !isNullable && !isOptional && !isList(type);
  const constraints = {
    ...(isRequired && { required: true }),
    ...(isUnique && { unique: true }),
    ...(name === 'linkhash' && { pattern: linkhashPattern }),
  };
  return Object.keys(constraints).length === 0 ? {} : { constraints };
}
