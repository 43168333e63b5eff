// Where the processor time of builds goes: the samples of Node's profiler in all threads, by purpose.
import { readdirSync, readFileSync } from 'node:fs';
import type { Profiler } from 'node:inspector';
import { SourceMap, type SourceMapping } from 'node:module';
import { basename, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleModules } from './bundle/command.ts';

/**
 * The rows of the table: a purpose, and the places that serve it. A place is the path of a source file or folder, or of a module of Node, or
 * `native`; it may end with a function. A sample counts for the place of the innermost of the functions that were running, if any is named
 * here, and of several names for the longest. What many purposes use, such as `src/text/`, is not named: it counts for its callers.
 */
export const purposes: Readonly<Record<string, readonly string[]>> = {
  'make folders, open, write, close': [
    'native mkdir',
    'native writeBuffer',
    'native rename',
    'native rmdir',
    'native unlink',
    'node_modules/graceful-fs/',
    'src/storage/writer.ts',
    'src/storage/replace-file.ts',
    'src/build/publish/apply.ts',
  ],
  'serialize responses': [
    'src/api/',
    'src/build/read/read-chunk.ts renderCourse',
    'src/outputs/views/',
    'src/storage/index-files.ts',
  ],
  'collect garbage': ['native (garbage collector)'],
  'parse the source': ['src/catalog/source/', 'src/catalog/references.ts', 'src/catalog/reference-reader.ts'],
  validate: [
    'src/build/read/check-catalog.ts',
    'src/catalog/',
    'src/catalog/source/field-schemas.ts',
    'src/catalog/source/schema.ts',
    'src/catalog/source/web-address.ts',
  ],
  'messages and files between threads': [
    'native postMessage',
    'native receiveMessageOnPort',
    'node:internal/per_context/messageport',
    'node:internal/worker/io',
    'node_modules/piscina/',
    'src/build/read/chunk-file.ts',
    'src/build/workers/',
    'src/storage/value-file.ts',
  ],
  'load modules': [
    'evaluation of a module',
    'node:internal/bootstrap/',
    'node:internal/main/',
    'node:internal/modules/',
  ],
  'lists, membership': [
    'src/build/read/columns-builder.ts',
    'src/catalog/columns.ts',
    'src/catalog/membership.ts',
    'src/outputs/lists/',
    'src/outputs/shared/pages/',
  ],
  hash: ['node:internal/crypto/hash'],
  'compare with the published file': ['src/storage/published.ts'],
  'list the published folder, find stale files': [
    'native readdir',
    'src/build/publish/',
    'src/build/published/',
    'src/storage/writer.ts findStale',
  ],
  'count and name files': ['src/build/built-files.ts', 'src/build/changed-files/', 'src/hosts/'],
  'search index': ['src/outputs/search/'],
  pages: ['src/outputs/embed/', 'src/outputs/frame/', 'src/outputs/pages/', 'src/outputs/shared/'],
  feeds: ['src/outputs/feeds/'],
  'dumps, filters, other outputs': ['src/outputs/'],
};

const other = 'other';

/** The number of samples for each purpose, of all threads of a build. */
export type SamplesByPurpose = ReadonlyMap<string, number>;

/** A table of the shares of each build, in percent; `builds` has their names. */
export function tableOfShares(builds: Readonly<Record<string, SamplesByPurpose>>): string {
  const columns = Object.values(builds);
  const totals = columns.map((samples) => [...samples.values()].reduce((sum, one) => sum + one, 0));
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rows = [...Object.keys(purposes), other].map((purpose) => {
    const shares = columns.map((samples, at) => (100 * (samples.get(purpose) ?? 0)) / (totals[at] ?? 0));
    return row([purpose, ...shares.map((share) => (share < 0.05 ? '' : share.toFixed(1)))]);
  });
  return [
    row(['percent of the busy samples', ...Object.keys(builds)]),
    row(['---', ...columns.map(() => '--:')]),
    ...rows,
    row(['samples', ...totals.map((total) => total.toLocaleString('en-US'))]),
    '',
  ].join('\n');
}

/** Counts the samples of the profiles in a folder, one of each thread, without those of waiting. `placeOf` tells where a function is. */
export function samplesByPurpose(
  folder: string,
  placeOf: (frame: Profiler.ProfileNode['callFrame']) => string,
): SamplesByPurpose {
  const counts = new Map<string, number>();
  for (const name of readdirSync(folder)) {
    const { nodes, samples = [] }: Profiler.Profile = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    const callers = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
    const purposeOf = new Map<number, string | undefined>();
    // Callers come before what they call.
    for (const { id, callFrame } of nodes)
      purposeOf.set(id, purposeAt(placeOf(callFrame)) ?? purposeOf.get(callers.get(id) ?? 0));
    const idle = new Set(nodes.flatMap(({ id, callFrame }) => (waiting.has(callFrame.functionName) ? [id] : [])));
    for (const id of samples.filter((one) => !idle.has(one))) {
      const purpose = purposeOf.get(id) ?? other;
      counts.set(purpose, (counts.get(purpose) ?? 0) + 1);
    }
  }
  return counts;
}

/** Functions that burn no time; threads of Piscina sleep in the last one. */
const waiting = new Set(['(idle)', '(program)', 'atomicsWaitLoop']);

const places = Object.entries(purposes)
  .flatMap(([purpose, names]) => names.map((name) => ({ name, purpose })))
  .toSorted((a, b) => b.name.length - a.name.length);

function purposeAt(place: string): string | undefined {
  return places.find(({ name }) => place.startsWith(name))?.purpose;
}

/** Finds the sources of the functions in `lib`, which has to be compiled from the same sources. Writes to a temporary folder. */
export async function placesInLib(temporary: string): Promise<Parameters<typeof samplesByPurpose>[1]> {
  const chunks = await bundleModules(['src/bin.ts', 'src/index.ts'], temporary, { sourcemap: true });
  const mapped = chunks.flatMap(({ fileName, map }) => (map ? [{ fileName, map }] : []));
  const maps = new Map(mapped.map(({ fileName, map }) => [fileName, new SourceMap(JSON.parse(map.toString()))]));
  return ({ functionName, url, lineNumber, columnNumber }) => {
    const name = functionName.replace(/\$\d+$/u, '');
    if (!url.startsWith('file:')) return `${url === '' ? 'native' : url} ${name}`;
    if (functionName === '' && lineNumber === 0 && columnNumber === 0) return 'evaluation of a module';
    const path = fileURLToPath(url);
    const { originalSource }: Partial<SourceMapping> =
      maps.get(basename(path))?.findEntry(lineNumber, columnNumber) ?? {};
    const source = originalSource === undefined ? path : resolve(temporary, originalSource);
    return `${relative('.', source).replaceAll(sep, '/')} ${name}`;
  };
}
