// The tables beside the courses: providers, categories of all depths, and languages.
import { languagesOf, providersOf } from '../resources/output.ts';
import type { Catalog } from '../output.ts';
import { CategoryTree } from '../../catalog/category-tree.ts';
import { categoryListNumber } from '../../catalog/membership.ts';
import { sourceTagLookup } from '../../catalog/language-tags.ts';
import { tableColumns } from './columns.ts';
import { csvRow, type Cell } from './csv.ts';
import type { sideTables } from './formats.ts';

type TableRow = Readonly<Record<string, Cell>>;

const rowsOf: Readonly<Record<(typeof sideTables)[number], (catalog: Catalog) => readonly TableRow[]>> = {
  providers: (catalog) => providersOf(catalog).map((provider) => ({ ...provider })),
  categories: categoryRows,
  languages: (catalog) => {
    const tagOf = sourceTagLookup(catalog.references);
    return languagesOf(catalog).map(({ name, course_count }) => ({ name, tag: tagOf(name) ?? '', course_count }));
  },
};

/** The lines of a table as CSV, its header included, each with its line end. */
export function csvLines(table: (typeof sideTables)[number], catalog: Catalog): string[] {
  const names = Object.keys(tableColumns[table]);
  return [names, ...rowsOf[table](catalog).map((row) => names.map((name) => row[name] ?? null))].map(csvRow);
}

/** The lines of a table as NDJSON, each with its line end. */
export function jsonLines(table: (typeof sideTables)[number], catalog: Catalog): string[] {
  return rowsOf[table](catalog).map((row) => `${JSON.stringify(row)}\n`);
}

/** Every category with the one above it, in the order of the catalog. */
function categoryRows({ references, membership }: Catalog): TableRow[] {
  const { categories } = references;
  const tree = new CategoryTree(categories);
  return categories.map(({ id, name, parent }, index) => ({
    id,
    name,
    parent: categories[parent]?.id ?? null,
    order: index + 1,
    path: tree.path(index),
    course_count: membership.counts[categoryListNumber(references, index)] ?? 0,
  }));
}
