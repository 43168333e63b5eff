// Imports: which files a source text imports, for tests of the structure.
import { dirname, posix } from 'node:path';

/** The paths of the files that the text of a file imports, including types and dynamic imports. */
export function importsIn(text: string, file: string): string[] {
  const code = text.replaceAll(/^\s*(?:\/\/|\*).*$/gmu, '');
  const paths = code.matchAll(/\b(?:from|import|import\()\s*'(\.[^']+)'/gu);
  return [...paths].map(([, path = '']) => posix.join(dirname(file), path));
}
