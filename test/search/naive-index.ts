// An index built the slow way from the description of the format, with none of the code that builds real ones.
import {
  fileNumberBitsFor,
  termsPath,
  courseFilePath,
  courseFileOf,
  postingsPath,
  maxPostings,
  searchIndexPath,
  startsTermFile,
  type FoundCourse,
} from '../../src/outputs/search/file-format.ts';
import { readableName } from '../../src/text/character-references.ts';
import { termsOf } from '../../src/outputs/search/terms.ts';

/** A course with the fields, besides its title, by which it is found. */
export interface IndexedCourse extends FoundCourse {
  readonly tags: string;
  readonly provider_name: string;
  /** Paths, from `All` on. */
  readonly categories: readonly string[];
}

/** The files of an index by path. */
export function naiveIndex(courses: readonly IndexedCourse[], pages = false): Record<string, string> {
  const ascending = courses.toSorted((one, other) => one.id - other.id);
  const files: Record<string, string> = {};
  const write = (path: string, value: unknown): void => void (files[path] = JSON.stringify(value));

  const postings = new Map<string, { readonly inTitle: Set<number>; readonly elsewhere: Set<number> }>();
  for (const { id, title, author, tags, provider_name, language, categories } of ascending) {
    for (const term of termsOf(title)) postingsOf(term).inTitle.add(id);
    const names = [...language, ...categories.map((path) => path.replace(/^All\//u, ''))];
    for (const term of [author, tags, provider_name, ...names].flatMap(termsOf)) {
      if (!postingsOf(term).inTitle.has(id)) postingsOf(term).elsewhere.add(id);
    }
  }
  const chunks = new Map<string, unknown[]>([['', []]]);
  let first = '';
  for (const term of [...postings.keys()].toSorted()) {
    if (startsTermFile(term)) first = term;
    const { inTitle, elsewhere } = postingsOf(term);
    const both = [differences(inTitle), differences(elsewhere)];
    const count = inTitle.size + elsewhere.size;
    if (count > maxPostings) write(postingsPath(first, term), both);
    chunks.set(first, [...(chunks.get(first) ?? []), count > maxPostings ? [term, count] : [term, ...both]]);
  }
  for (const [term, entries] of chunks) write(termsPath(term), entries);

  const bits = fileNumberBitsFor(courses.length);
  const found = new Map<number, FoundCourse[]>();
  for (const { linkhash, title, language, id, author, linkurl } of ascending) {
    const file = courseFileOf(id, bits);
    found.set(file, [
      ...(found.get(file) ?? []),
      { linkhash, title: readableName(title), language, id, author: readableName(author), linkurl },
    ]);
  }
  for (const [file, inFile] of found) write(courseFilePath(file), inFile);
  write(searchIndexPath, { courses: courses.length, pages, bits, firsts: [...chunks.keys()] });
  return files;

  function postingsOf(term: string) {
    const known = postings.get(term) ?? { inTitle: new Set(), elsewhere: new Set() };
    postings.set(term, known);
    return known;
  }
}

function differences(ids: ReadonlySet<number>): number[] {
  return [...ids].map((id, at, all) => id - (all[at - 1] ?? 0));
}
