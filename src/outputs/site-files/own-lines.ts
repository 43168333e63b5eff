// Own lines: public files whose lines a host reads in the same file as ours.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HostFile } from '../../hosts/host.ts';
import type { PublicOptions } from '../site-options.ts';
import { publicFolderOf, takesOwnLines } from './public-files.ts';

/** The file with the lines of the public file of its name, if there is one. */
export function withOwnLines(file: HostFile, options: PublicOptions): HostFile {
  if (!takesOwnLines(file, options)) return file;
  const { path, text, before = '', rules } = file;
  const own = readFileSync(join(publicFolderOf(options), path), 'utf8').trimEnd();
  const ours = text.slice(0, text.length - before.length).trimEnd();
  const merged = [ours, own, before].filter((part) => part !== '').join('\n');
  // What is indented belongs to the rule above it.
  const added = own.match(/^[^\s#]/gmu)?.length ?? 0;
  return { path, text: merged, ...(rules !== undefined && { rules: rules + added }) };
}
