// Compares the files of a build on disk with the expected ones.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { anyText } from './expected.ts';

/** One line for each file that is missing, unexpected or different; [] if the folder is exactly as expected. */
export function compareBuild(distDir: string, expected: Map<string, string>): string[] {
  const written = new Set(filesUnder(distDir));
  const missing = [...expected.keys()].filter((path) => !written.has(path));
  const unexpected = [...written].filter((path) => !expected.has(path));
  const different = [...expected].flatMap(([path, text]) =>
    text !== anyText && written.has(path) ? differenceOf(path, readFileSync(join(distDir, path)), text) : [],
  );
  return [
    ...missing.map((path) => `missing: ${path}`),
    ...unexpected.map((path) => `unexpected: ${path}`),
    ...different,
  ].toSorted();
}

function filesUnder(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(dir, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

function differenceOf(path: string, bytes: Buffer, expected: string): string[] {
  if (bytes.equals(Buffer.from(expected, 'utf8'))) return [];
  const actual = bytes.toString('utf8');
  const at = firstDifference(actual, expected);
  return [`different: ${path} at character ${at}: expected ${excerpt(expected, at)}, found ${excerpt(actual, at)}`];
}

/** If the texts are equal (bytes that are not UTF-8 can read alike), this is the length. */
function firstDifference(left: string, right: string): number {
  let at = 0;
  while (at < left.length && at < right.length && left[at] === right[at]) at += 1;
  return at;
}

function excerpt(text: string, at: number): string {
  return JSON.stringify(text.slice(Math.max(0, at - 20), at + 40));
}
