// The data package: `datapackage.json` describes every file of the dumps (Data Package 2.0).
import type { CatalogMetadata } from '../site-options.ts';
import { dumpFormatDetails, dataPackagePath, type DumpFile } from './formats.ts';
import { csvSchema, jsonSchema } from './table-schema.ts';
import type { CourseColumn } from './field-columns.ts';

/** What the package says of the catalog and its files. */
interface DescribedDumps extends CatalogMetadata {
  /** The path of the page where people start, if there is one. */
  readonly hasHomepage: boolean;
  /** The columns of page fields. */
  readonly fields: readonly CourseColumn[];
}

/** The document without the final newline. */
export function renderPackage(
  { title, description, license, baseUrl, hasHomepage, fields }: DescribedDumps,
  files: readonly DumpFile[],
): string {
  return JSON.stringify({
    $schema: 'https://datapackage.org/profiles/2.0/datapackage.json',
    name: 'courses',
    id: `${baseUrl}/${dataPackagePath}`,
    title,
    ...(description !== '' && { description }),
    ...(hasHomepage && { homepage: `${baseUrl}/` }),
    ...(license !== undefined && { licenses: [{ path: license }] }),
    resources: files.map((file) => resourceOf(file, fields)),
  });
}

function resourceOf({ table, format, part, path, bytes, sha256 }: DumpFile, fields: readonly CourseColumn[]): object {
  const fieldsOfTable = table === 'courses' ? fields : [];
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
    ...(format === 'csv' && { schema: csvSchema(table, fieldsOfTable) }),
    // Where there are page fields, as the columns of CSV say the rest.
    ...(format === 'ndjson' && fieldsOfTable.length > 0 && { schema: jsonSchema(table, fieldsOfTable) }),
  };
}
