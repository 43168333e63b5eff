// Owns the edit of a generated catalog, saved as programs save.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Makes the title of the course in the middle of the catalog longer. */
export function changeTitle(catalog: string): void {
  const file = join(catalog, 'courses.ndjson');
  const bytes = readFileSync(file);
  const line = bytes.indexOf('\n', Math.floor(bytes.length / 2)) + 1;
  const member = '"title":"';
  const at = bytes.indexOf(member, line) + member.length;
  writeFileSync(`${file}.tmp`, Buffer.concat([bytes.subarray(0, at), Buffer.from('New '), bytes.subarray(at)]));
  renameSync(`${file}.tmp`, file);
}
