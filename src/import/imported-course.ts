// Imported courses: as their sources state them, before they have ids of ours.
import type { Notes } from './notes.ts';

/** A course as its source states it; what it refers to goes by keys. */
export interface ImportedCourse {
  readonly place: string;
  /** The source's own id. */
  readonly key: string | undefined;
  /** Its id in a source with ids like ours. */
  readonly id: number | undefined;
  readonly title: string;
  readonly linkurl: string;
  readonly provider: string;
  readonly language: readonly string[];
  /** Undefined if the source has none: then it gets the one of `--undated`. */
  readonly date: string | undefined;
  readonly description: string;
  readonly tags: string;
  readonly author: string;
  readonly categories: readonly string[];
  readonly catalog_id: number | undefined;
  readonly license: string | undefined;
  readonly modified: string | undefined;
}

/** A course that its source states twice: lists are united, and of single values the first counts. */
export function united(one: ImportedCourse, other: ImportedCourse, notes: Notes): ImportedCourse {
  for (const field of ['provider', 'date', 'description'] as const) {
    // What one of them leaves empty contradicts nothing.
    if (!one[field] || !other[field] || one[field] === other[field]) continue;
    notes.add('valueLeftOut', `${field} that contradicts an earlier record of the same address`, other.place);
  }
  const both = (field: 'language' | 'categories') => [...new Set([...one[field], ...other[field]])];
  const joined = (field: 'tags' | 'author', sign: string) =>
    [...new Set([one[field], other[field]].flatMap((text) => (text === '' ? [] : text.split(sign))))].join(sign);
  return {
    ...one,
    language: both('language'),
    categories: both('categories'),
    tags: joined('tags', ', '),
    author: joined('author', '; '),
    date: one.date ?? other.date,
    description: one.description || other.description,
    license: one.license ?? other.license,
    modified: one.modified ?? other.modified,
  };
}
