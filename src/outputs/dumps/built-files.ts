// The files of the dumps that a build has made.
import { hash } from 'node:crypto';
import type { BuiltOutputs, Catalog } from '../output.ts';
import { dumpsDeclaration } from './declaration.ts';
import { dumpFormatNames, dumpPartPath, sideFormats, sideTables, type DumpFile } from './formats.ts';
import { gzip } from './gzip.ts';
import { csvLines, jsonLines } from './tables.ts';

interface TableFile {
  readonly file: DumpFile;
  readonly bytes: Uint8Array;
}

/** The parts of the courses, format after format, then the small tables, which are rendered unless they are given. Empty if the build makes no dumps. */
export function dumpFiles(catalog: Catalog, built: BuiltOutputs, tables?: readonly TableFile[]): DumpFile[] {
  const { results } = built.of(dumpsDeclaration) ?? {};
  if (!results) return [];
  const parts = dumpFormatNames.flatMap((name) => results.flat().filter(({ format }) => format === name));
  return [...parts, ...(tables ?? tableFiles(catalog)).map(({ file }) => file)];
}

/** The tables beside the courses, which are small. */
export function tableFiles(catalog: Catalog): TableFile[] {
  return sideTables.flatMap((table) =>
    sideFormats.map((format) => {
      const lines = Buffer.from((format === 'csv' ? csvLines : jsonLines)(table, catalog).join(''));
      const bytes = format === 'csv' ? lines : gzip(lines);
      const path = dumpPartPath(table, format);
      return { file: { table, format, part: 1, path, bytes: bytes.length, sha256: hash('sha256', bytes) }, bytes };
    }),
  );
}
