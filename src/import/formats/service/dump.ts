// The dump of a service: the whole catalog in a few files, with categories of every depth.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { fieldOf } from '../../../catalog/source/record.ts';
import { attempt } from '../../../text/errors.ts';
import { dataPackagePath, sideTables } from '../../../outputs/dumps/formats.ts';
import { fileDigest } from '../../../catalog/source/bytes.ts';
import { jsonIn, requestError, type Resource } from '../../input/resource.ts';
import type { Web } from '../../input/web.ts';
import { isObject } from '../../../text/keys.ts';
import { elementsOf } from '../../rows.ts';
import type { ImportedCategory } from '../format.ts';

/** The size of one file, unpacked, in bytes. */
const maxBytes = 512 * 1024 * 1024;
const namePattern = new RegExp(`^(courses|${sideTables.join('|')})-ndjson(?:-\\d+)?$`, 'u');

/**
 * Reads the dump of a service, adds its courses, and returns the rest; undefined if it has none as NDJSON. Throws a ProblemsError if a file is not
 * what the data package says.
 */
export async function readDump(base: string, web: Web, add: (course: object) => void) {
  const address = `${base}/${dataPackagePath}`;
  const dataPackage = await web.find(address);
  const files = elementsOf(fieldOf(dataPackage && jsonIn(dataPackage), 'resources')).flatMap((file) => {
    const [name, path, hash] = ['name', 'path', 'hash'].map((field) => fieldOf(file, field));
    const [, table] = namePattern.exec(String(name)) ?? [];
    return table !== undefined && typeof path === 'string' && /^[\w.-]+$/u.test(path) ? [{ table, path, hash }] : [];
  });
  const isWhole = ['courses', 'providers', 'categories'].every((name) => files.some(({ table }) => table === name));
  if (dataPackage === undefined || !isWhole) return undefined;
  const tables = new Map<string, object[]>();
  const recordsOf = (table: string) => tables.get(table) ?? [];
  try {
    for (const { table, path, hash } of files) {
      const records = recordsIn(await getFile(new URL(path, address).href, hash, web));
      if (table === 'courses') for (const course of records) add(course);
      else tables.set(table, [...recordsOf(table), ...records]);
    }
  } catch (error) {
    // Another dump may have taken its place, with files of other names and digests.
    web.store.forget(address);
    throw error;
  }
  const categories = recordsOf('categories').flatMap(categoryOf);
  return { providers: recordsOf('providers'), languages: recordsOf('languages'), categories };
}

/** A file of a dump. Throws a ProblemsError if it does not match its digest. */
async function getFile(address: string, hash: unknown, web: Web): Promise<Resource> {
  for (const isKept of [true, false]) {
    const file = await web.get(address);
    if (hash === `sha256:${fileDigest(file.file)}`) return file;
    // The stored response may be of an earlier dump.
    if (isKept) web.store.forget(address);
  }
  // A build may replace the files of a dump one after the other while they are read.
  throw requestError(address, 'does not match its digest in datapackage.json: import again');
}

function recordsIn(file: Resource): object[] {
  const records = attempt(() => {
    const lines = gunzipSync(readFileSync(file.file), { maxOutputLength: maxBytes }).toString().split('\n');
    return lines.flatMap((line): unknown[] => (line === '' ? [] : [JSON.parse(line)])).filter(isObject);
  });
  if (records === undefined) throw requestError(file.address, 'is not gzipped NDJSON of at most 512 MB');
  return records;
}

function categoryOf(category: object): ImportedCategory[] {
  const [id, name, parent] = ['id', 'name', 'parent'].map((field) => fieldOf(category, field));
  if (typeof id !== 'number' || typeof name !== 'string') return [];
  return [{ key: String(id), id, name, ...(typeof parent === 'number' && { parent: String(parent) }) }];
}
