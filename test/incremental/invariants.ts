// Invariants: what holds of an output folder at any moment, also during publishing.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packsFolder } from '../../src/api/packs.ts';
import { PackedApi } from '../../src/storage/packs/packed.ts';
import { isFile, type Tree } from './tree.ts';

/** One line for each file that is of neither build, and for each missing one that both have. */
export function unexpectedIn(tree: Tree, before: Tree, after: Tree): string[] {
  const others = [...tree].filter(
    ([path, { content }]) => content !== before.get(path)?.content && content !== after.get(path)?.content,
  );
  const missing = [...before.keys()].filter((path) => after.has(path) && !tree.has(path));
  return [
    ...others.filter(([path]) => !isManifest(path)).map(([path]) => `of neither build: ${path}`),
    ...missing.map((path) => `not there: ${path}`),
  ].slice(0, 20);
}

/** One line for each response of all these packed APIs that is not found in `out`. */
export function unansweredIn(out: string, builds: readonly (readonly string[])[]): string[] {
  const api = new PackedApi(out);
  const [first = [], ...others] = builds.map((folders) => new Set(folders));
  return [...first]
    .filter((folder) => others.every((other) => other.has(folder)) && !api.read(folder))
    .map((folder) => `no response: ${folder}`)
    .slice(0, 20);
}

/** The folders of the responses of a packed API; none if it is not packed. */
export function packedFoldersIn(out: string): string[] {
  return Array.from(new PackedApi(out).responses(), ({ folder }) => folder);
}

/** The files that lists name, by path and bytes: repeated checks of a folder read only lists that are new. */
export type Names = Map<string, readonly string[]>;

/** One line for each file whose address a list names and that does not exist. In packs, the lists of where each begins name files. */
export function brokenLinksIn(out: string, tree: Tree, known: Names = new Map()): string[] {
  const named = new Map<string, string>();
  for (const [path, entry] of tree) {
    if (!isFile(entry) || !path.startsWith('api/v1/') || path.startsWith('api/v1/courses/view/')) continue;
    const key = `${path} ${entry.content}`;
    const files = known.get(key) ?? namedIn(path, readFileSync(join(out, path), 'utf8'));
    known.set(key, files);
    for (const file of files) named.set(file, path);
  }
  return [...named]
    .filter(([file]) => !tree.has(file))
    .map(([file, path]) => `${path} names ${file}, which does not exist`)
    .slice(0, 20);
}

function namedIn(path: string, text: string): string[] {
  if (!path.startsWith(`${packsFolder}/`)) {
    return foldersIn(path.replace(/[^/]+$/u, ''), text).map((folder) => `${folder}index.json`);
  }
  if (!path.endsWith('.json')) return [];
  const starts: string[] = JSON.parse(text);
  return starts.map((start) => `${path.replace('.json', '')}-${start}.pack`);
}

/** The folders that one list names: of its courses, of its next page, of the lists below it. */
function foldersIn(folder: string, text: string): string[] {
  const all = (pattern: RegExp, to: (name: string) => string) =>
    [...text.matchAll(pattern)].map(([, name = '']) => to(name));
  const list = folder.replace(/page\/\d+\/$/u, '');
  return [
    ...all(/"linkhash":"([\da-f]{32})"/gu, (hash) => `api/v1/courses/view/${hash}/`),
    ...all(/^\{"count":\d+,"next":"[^"]*\?page=(\d+)"/gu, (page) => `${list}page/${page}/`),
    ...(folder === 'api/v1/categories/' ? all(/"category_id":"(\d+)"/gu, (id) => `${folder}${id}/`) : []),
    ...(folder === 'api/v1/providers/' ? all(/"id":(\d+)/gu, (id) => `${folder}${id}/courses/`) : []),
    ...(folder === 'api/v1/languages/' ? all(/"name":"([^"]+)"/gu, (name) => `${folder}${name}/courses/`) : []),
  ];
}

/** While one build replaces another, the list of files outside the API names those of both. */
export function isManifest(path: string): boolean {
  return path === '.nojekyll';
}
