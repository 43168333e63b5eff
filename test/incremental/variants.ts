// Variants: catalogs of several hundred courses that differ everywhere, and the clean build of each.
import { join } from 'node:path';
import { generateCatalog } from '../../scripts/generate-catalog.ts';
import { runBuild } from '../build/run.ts';
import { pageSize } from './command.ts';
import { treeOf, type Tree } from './tree.ts';
import { filesIn, mirror } from './scenario.ts';

export interface Variant {
  readonly files: ReadonlyMap<string, Buffer>;
  /** The result of a clean build. */
  readonly built: Tree;
}

/** Makes `count` variants of one catalog in files of a hundred courses, and builds each in a folder of its own as the command does. */
export async function makeVariants(folder: string, courses: number, count: number): Promise<Variant[]> {
  const source = join(folder, 'source');
  generateCatalog({ courses, directory: source, files: Math.ceil(courses / 100), seed: 3 });
  const files = filesIn(source);
  const variants: Variant[] = [];
  for (let number = 0; number < count; number += 1) {
    const varied = new Map([...files].map(([path, bytes]) => [path, vary(path, bytes, number)]));
    const [data, out] = [join(folder, `clean-${number}`, 'data'), join(folder, `clean-${number}`, 'dist')];
    mirror(varied, data, 'in place');
    await runBuild({ data, out, chosen: { pageSize } });
    variants.push({ files: varied, built: treeOf(out) });
  }
  return variants;
}

/** The files of one variant: the first is the catalog as generated. */
function vary(path: string, bytes: Buffer, number: number): Buffer {
  if (number === 0) return bytes;
  const text = bytes.toString();
  if (path === 'providers.json') return Buffer.from(text.replace(/"name": "/u, `$&Renamed ${number} `));
  if (path === 'categories.json') return Buffer.from(text.replace(/"name": "/u, `$&Moved ${number} `));
  if (!path.startsWith('courses/')) return bytes;
  const lines = text.trimEnd().split('\n');
  return Buffer.from(lines.flatMap((line, index) => varyCourse(line, index, number)).join('\n'));
}

/** Every course has a new title, so that publishing takes some time; some are removed, some are new, some have another address. */
function varyCourse(line: string, index: number, number: number): string[] {
  const edited = line.replace(/"title":"/u, `$&Edition ${number}: `);
  switch ((index * 7 + number * 13) % 25) {
    case 0:
      return [];
    case 1:
      return [edited, another(line, number)];
    case 2:
      return [edited.replace(/"linkurl":"/u, `$&https://example.org/${number}/`)];
    default:
      return [edited];
  }
}

function another(line: string, number: number): string {
  return line
    .replace(/"id":(\d+)/u, (_, id: string) => `"id":${number}0${id.padStart(6, '0')}`)
    .replace(/"linkurl":"/u, `$&https://example.org/new/${number}/`);
}
