// Own lines: those of a public file whose name a file of the host has too, which go into that file.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HostFile } from '../../hosts/host.ts';
import { publicFolderOf, type PublicOptions } from '../site-options.ts';
import { takesOwnLines } from './public-files.ts';

/** The file with the lines of the public file of its name, if there is one. */
export function withOwnLines(file: HostFile, options: PublicOptions): HostFile {
  if (!takesOwnLines(file, options)) return file;
  const { path, text, before = '', rules } = file;
  const read = readFileSync(join(publicFolderOf(options), path), 'utf8');
  // As editors on Windows write it: in the midst of a file, a byte order mark would be a part of a rule.
  const own = read
    .replace(/^\uFEFF/u, '')
    .replaceAll('\r\n', '\n')
    .trimEnd();
  const ours = text.slice(0, text.length - before.length).trimEnd();
  const merged = [ours, own, before].filter((part) => part !== '').join('\n');
  // What is indented belongs to the rule above it.
  const added = own.match(/^[^\s#]/gmu)?.length ?? 0;
  return { path, text: merged, ...(rules !== undefined && { rules: rules + added }) };
}
