// A course file for tests, as the source finds it.
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SourceFormat, SourceFile } from '../../src/catalog/source/find.ts';
import { stampOf } from '../../src/catalog/source/stamp.ts';

/** Writes a course file in a format, and finds it. */
export function writeCourses(folder: string, format: SourceFormat, content: string, name = 'courses'): SourceFile {
  const path = join(folder, `${name}.${format}`);
  writeFileSync(path, content);
  const entry = statSync(path);
  return { kind: 'courses', format, path, size: entry.size, stamp: stampOf(entry) };
}
