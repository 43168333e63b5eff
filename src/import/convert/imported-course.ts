// Imported courses: as their sources state them, before they have ids of ours, and the providers and categories that they name.
import type { ImportedCategory, ImportedProvider, InputRows } from '../formats/format.ts';
import type { CourseFields } from '../../catalog/fields.ts';
import type { Notes } from '../notes.ts';
import { foldName } from '../values/texts.ts';
import { memoize } from '../../memoize.ts';

/** A course as its input states it. It refers to other records by their keys. */
export interface ImportedCourse {
  readonly location: string;
  /** The input's own id. */
  readonly key: string | undefined;
  /** Its id in an input with ids like ours. */
  readonly id: number | undefined;
  readonly title: string;
  readonly linkurl: string;
  readonly provider: string;
  readonly language: readonly string[];
  /** Undefined if the input has none: then it gets the one of `--default-date`. */
  readonly date: string | undefined;
  readonly description: string;
  readonly tags: string;
  readonly author: string;
  readonly categories: readonly string[];
  readonly catalog_id: number | undefined;
  readonly fields: CourseFields;
}

/** Merges two records of a course: lists are joined, and the first of two single values counts. */
export function mergeCourses(first: ImportedCourse, second: ImportedCourse, notes: Notes): ImportedCourse {
  for (const field of ['provider', 'date', 'description'] as const) {
    // An empty value contradicts nothing.
    if (!first[field] || !second[field] || first[field] === second[field]) continue;
    notes.add('valueSkipped', `${field} that contradicts an earlier record of the same address`, second.location);
  }
  const union = (field: 'language' | 'categories') => [...new Set([...first[field], ...second[field]])];
  const join = (field: 'tags' | 'author', sign: string) =>
    [...new Set([first[field], second[field]].flatMap((text) => (text === '' ? [] : text.split(sign))))].join(sign);
  return {
    ...first,
    provider: first.provider || second.provider,
    language: union('language'),
    categories: union('categories'),
    tags: join('tags', ', '),
    author: join('author', '; '),
    date: first.date ?? second.date,
    description: first.description || second.description,
    fields: mergeFields(first, second, notes),
  };
}

/** The fields of both records; days and prices are those of the first that has any, as the second may be of another run. */
function mergeFields(first: ImportedCourse, second: ImportedCourse, notes: Notes): CourseFields {
  const hasRun = runFields.some((name) => first.fields[name] !== undefined);
  const others = Object.entries(second.fields).filter(([name, other]) => {
    const { [name]: own } = first.fields;
    const isTaken = own === undefined && !(hasRun && runFields.includes(name));
    if (!isTaken && JSON.stringify(own) !== JSON.stringify(other))
      notes.add('valueSkipped', `${name} of a further record of the same address`, second.location, String(other));
    return isTaken;
  });
  return { ...first.fields, ...Object.fromEntries(others) };
}

/** What is of one run of a course. */
const runFields: readonly string[] = ['start_date', 'end_date', 'schedule', 'price'];

/** The providers and categories that rows name, each once. */
export class NamedRecords {
  readonly providers: Map<string, ImportedProvider>;
  readonly categories: Map<string, ImportedCategory>;

  /** Begins with the records of an input that has ids like ours. `separator` separates the names in the path of a category. */
  constructor(
    catalog: InputRows['catalog'],
    private readonly separator: RegExp,
  ) {
    this.providers = new Map(catalog?.providers.map((provider) => [provider.key, provider]));
    this.categories = new Map(catalog?.categories.map((category) => [category.key, category]));
  }

  readonly providerKey = memoize((name) => {
    const key = foldName(name);
    if (!this.providers.has(key)) this.providers.set(key, { key, name });
    return key;
  });

  /** The key of the category at a path, such as `Parent > Child`; empty if there is none. */
  readonly categoryKey = memoize((path) => {
    const names = path.replace(/^All\//u, '').split(path.startsWith('All/') ? '/' : this.separator);
    let key = '';
    for (const name of names.map((part) => part.trim()).filter((part) => part !== '')) {
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
