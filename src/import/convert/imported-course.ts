// Imported courses: as their sources state them, before they have ids of ours, and the providers and categories that they name.
import { memoize } from '../../text/utf8.ts';
import { foldName } from '../values/texts.ts';
import type { ImportedCategory, ImportedProvider, Source } from '../formats/format.ts';
import type { Notes } from '../notes.ts';

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

/** The providers and categories that rows name, each once. */
export class NamedRecords {
  readonly providers: Map<string, ImportedProvider>;
  readonly categories: Map<string, ImportedCategory>;

  /** Begins with the records of a source that has ids like ours. `levels` is what stands between categories and those in them. */
  constructor(
    catalog: Source['catalog'],
    private readonly levels: RegExp | string,
  ) {
    this.providers = new Map(catalog?.providers.map((one) => [one.key, one]));
    this.categories = new Map(catalog?.categories.map((one) => [one.key, one]));
  }

  readonly providerKey = memoize((name) => {
    const key = foldName(name);
    if (!this.providers.has(key)) this.providers.set(key, { key, name });
    return key;
  });

  /** The key of the category at a path, such as `Parent > Child`; empty if there is none. */
  readonly categoryKey = memoize((path) => {
    const names = path.replace(/^All\//u, '').split(path.startsWith('All/') ? '/' : this.levels);
    let key = '';
    for (const name of names.map((one) => one.trim()).filter((one) => one !== '')) {
      const parent = key;
      key = parent === '' ? foldName(name) : `${parent}\n${foldName(name)}`;
      if (!this.categories.has(key)) this.categories.set(key, { key, name, ...(parent !== '' && { parent }) });
    }
    return key;
  });

  /** Gives a provider its website, unless it has one. */
  setWebsite(key: string, url: string): void {
    const provider = this.providers.get(key);
    if (provider && provider.url === undefined) this.providers.set(key, { ...provider, url });
  }
}
