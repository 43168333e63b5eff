// Scenarios: everything that a build depends on, and how it is written to the disk; and what holds of an output folder at any moment.
import fs, { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { hostNames, hosts } from '../../src/hosts/hosts.ts';
import type { Catalog } from '../build/catalogs.ts';
import { writeCatalog, type Layout } from '../build/layout.ts';
import type { Chosen } from '../build/run.ts';
import { makeFolder, removeFolder } from '../helpers/folders.ts';
import { isFile, type Tree } from './tree.ts';

export interface Scenario {
  readonly catalog: Catalog;
  readonly layout: Layout;
  readonly chosen: Partial<Chosen>;
  /** The public files. */
  readonly public: Readonly<Record<string, string>>;
}

/** How files are changed: as editors do, as `git checkout` or `rsync` does, or so that only their bytes reveal it. */
export type Writing = 'in place' | 'by rename' | 'with the old times' | 'all of them';
export const writing: fc.Arbitrary<Writing> = fc.constantFrom(
  'in place',
  'by rename',
  'with the old times',
  'all of them',
);

const hostChoice = fc.constantFrom(...hostNames).map((host) => {
  const { pageLinks, indexFile } = hosts[host];
  return { host, pageLinks, indexFile };
});

const options = {
  pageSize: fc.constantFrom(1, 2, 3, 25),
  latest: fc.constantFrom(1, 2, 5, 50),
  baseUrl: fc.constantFrom('http://localhost:8080', 'https://example.org', 'https://example.org/a/b'),
  pageLinks: fc.constantFrom('query', 'path'),
  indexFile: fc.constantFrom('index.json', 'index.html'),
  precompress: fc.constantFrom([], ['gzip'], ['brotli'], ['gzip', 'brotli']),
  pages: fc.constantFrom(false, false, false, true),
  dumps: fc.constantFrom([], [], ['ndjson'], ['csv', 'parquet']),
  coursePages: fc.boolean(),
  title: fc.constantFrom('Courses', '</title>$&'),
  // Some courses to a chunk, or all.
  chunkSize: fc.constantFrom(1024, 1024, 4096, 65_536),
} as const satisfies { readonly [Name in keyof Chosen]?: fc.Arbitrary<Chosen[Name]> };

/** Options as the command resolves them: a host has its own form of links and its own index file. */
export const choice: fc.Arbitrary<Partial<Chosen>> = fc
  .tuple(fc.option(hostChoice, { nil: {} }), fc.record<Partial<Chosen>>(options, { requiredKeys: [] }))
  .map(([host, others]) => ({ ...host, ...others }));

/** A single option: what depends on another one may be reused. */
export const option: fc.Arbitrary<Partial<Chosen>> = fc.oneof(
  ...Object.entries(options).map(([name, values]) => values.map((value: unknown) => ({ [name]: value }))),
);

/** A file of one set can have the name of a folder of another. */
export const publicFiles: fc.Arbitrary<Scenario['public']> = fc
  .tuple(
    fc.constantFrom([], ['robots.txt'], ['robots.txt', 'pictures/logo.svg'], ['pictures'], ['.well-known/a/b.txt']),
    fc.array(fc.string({ maxLength: 40 }), { minLength: 2, maxLength: 2 }),
  )
  .map(([paths, texts]) => Object.fromEntries(paths.map((path, index) => [path, texts[index] ?? ''])));

/** Writes `data` and `public` in `folder`; unchanged files are left alone unless all are to be written. */
export function writeScenario(folder: string, { catalog, layout, public: files }: Scenario, how: Writing): void {
  const aside = makeFolder();
  try {
    writeCatalog(aside, catalog, layout);
    mirror(filesIn(aside), join(folder, 'data'), how);
    mirror(
      new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)])),
      join(folder, 'public'),
      how,
    );
  } finally {
    removeFolder(aside);
  }
}

/** The bytes of all files below a folder, by path. */
export function filesIn(folder: string): Map<string, Buffer> {
  if (!fs.existsSync(folder)) return new Map();
  const paths = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = paths.filter((path) => fs.statSync(join(folder, path)).isFile());
  return new Map(files.map((path) => [path, fs.readFileSync(join(folder, path))]));
}

/** Makes a folder hold exactly these files. */
export function mirror(wanted: ReadonlyMap<string, Uint8Array>, folder: string, how: Writing): void {
  const there = filesIn(folder);
  for (const path of there.keys()) if (!wanted.has(path)) fs.rmSync(join(folder, path));
  removeEmptyFolders(folder);
  for (const [path, bytes] of wanted) {
    if (how !== 'all of them' && there.get(path)?.equals(bytes) === true) continue;
    write(join(folder, path), bytes, how);
  }
}

function write(file: string, bytes: Uint8Array, how: Writing): void {
  const before = fs.statSync(file, { throwIfNoEntry: false });
  fs.mkdirSync(dirname(file), { recursive: true });
  if (how === 'by rename') {
    fs.writeFileSync(`${file}~`, bytes);
    fs.renameSync(`${file}~`, file);
  } else fs.writeFileSync(file, bytes);
  if (before && how === 'with the old times') fs.utimesSync(file, before.atime, before.mtime);
}

function removeEmptyFolders(folder: string): void {
  if (!fs.existsSync(folder)) return;
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    const inner = join(folder, entry.name);
    removeEmptyFolders(inner);
    if (fs.readdirSync(inner).length === 0) fs.rmSync(inner, { recursive: true });
  }
}

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

/** The files that lists name, by path and bytes: repeated checks of a folder read only lists that are new. */
export type Names = Map<string, readonly string[]>;

/** One line for each file whose address a list names and that does not exist. */
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
  return foldersIn(path.replace(/[^/]+$/u, ''), text).map((folder) => `${folder}index.json`);
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
function isManifest(path: string): boolean {
  return path === '.nojekyll';
}
