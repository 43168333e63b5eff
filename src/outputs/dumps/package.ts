// The data package: `datapackage.json` describes every file of the dumps (Data Package 2.0).
import type { CatalogMetadata } from '../site-options.ts';
import { dumpFormatDetails, packagePath, type DumpFile, type DumpTable } from './formats.ts';
import { tableColumns, type TableColumn } from './columns.ts';

/** The document without the final newline. `homepage` is the path of the page where people start, if there is one. */
export function renderPackage(
  { title, description, license, baseUrl }: CatalogMetadata,
  files: readonly DumpFile[],
  homepage: string | undefined,
): string {
  return JSON.stringify({
    $schema: 'https://datapackage.org/profiles/2.0/datapackage.json',
    name: 'courses',
    id: `${baseUrl}/${packagePath}`,
    title,
    ...(description !== '' && { description }),
    ...(homepage !== undefined && { homepage: `${baseUrl}/${homepage}` }),
    ...(license !== undefined && { licenses: [{ path: license }] }),
    resources: files.map((file) => resourceOf(file)),
  });
}

function resourceOf({ table, format, part, path, bytes, sha256 }: DumpFile): object {
  // A table as CSV goes by its own name, which foreign keys refer to.
  const name = `${table}${format === 'csv' ? '' : `-${format}`}${part === 1 ? '' : `-${part}`}`;
  return {
    name,
    ...(format === 'csv' && { type: 'table' }),
    path: path.slice(path.lastIndexOf('/') + 1),
    format,
    ...(format === 'ndjson' && { compression: 'gz' }),
    mediatype: dumpFormatDetails[format].type,
    ...(format !== 'parquet' && { encoding: 'utf-8' }),
    bytes,
    hash: `sha256:${sha256}`,
    ...(format === 'csv' && { schema: schemaOf(table) }),
  };
}

/** A Table Schema. Its published profile has no lists, so these are texts. */
function schemaOf(table: DumpTable): object {
  const columns = Object.entries(tableColumns[table]);
  const refersTo = (field: string, resource: string | undefined) => ({
    foreignKeys: [{ fields: [field], reference: { ...(resource !== undefined && { resource }), fields: ['id'] } }],
  });
  return {
    fields: columns.map(([name, column]) => ({ name, ...fieldTypes[column.type], ...constraintsOf(name, column) })),
    missingValues: [''],
    primaryKey: [table === 'languages' ? 'name' : 'id'],
    ...(table === 'courses' && refersTo('provider', 'providers')),
    ...(table === 'categories' && refersTo('parent', undefined)),
  };
}

const severalValues = { type: 'string', description: 'Several values, with semicolons between them.' } as const;

const fieldTypes = {
  text: { type: 'string' },
  texts: severalValues,
  integer: { type: 'integer' },
  integers: severalValues,
  timestamp: { type: 'datetime', format: '%Y-%m-%dT%H:%M:%S.%f' },
} as const satisfies Record<TableColumn['type'], object>;

function constraintsOf(name: string, { type, isNullable, isOptional, isUnique }: TableColumn): object {
  const isRequired = !isNullable && !isOptional && type !== 'texts' && type !== 'integers';
  const constraints = {
    ...(isRequired && { required: true }),
    ...(isUnique && { unique: true }),
    ...(name === 'linkhash' && { pattern: '^[0-9a-f]{32}$' }),
  };
  return Object.keys(constraints).length === 0 ? {} : { constraints };
}
