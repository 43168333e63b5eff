// The courses of the varied catalog as its source has them, filtered and counted with none of the code of the page.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { variedCatalog } from '../helpers/varied-catalog.ts';
import { choicesIn, fieldKinds } from './fields-catalog.ts';

export const kinds = ['language', 'category', 'provider', 'year'] as const;

export interface Choice {
  /** A kind, or the name of a field. */
  readonly kind: string;
  readonly value: string;
}

/** A course: its values of each kind. Its categories are those of the two levels that filters show, at or above its own. */
export interface SourceCourse {
  readonly id: number;
  readonly date: string;
  readonly title: string;
  readonly values: Readonly<Record<string, ReadonlySet<string>>>;
}

interface Category {
  readonly id: number;
  readonly name: string;
  readonly children?: readonly Category[] | undefined;
}
const category: z.ZodType<Category> = z.object({
  id: z.number(),
  name: z.string(),
  children: z.lazy(() => z.array(category)).optional(),
});
const named = z.array(z.object({ id: z.number(), name: z.string() }));
const record = z.object({
  id: z.number(),
  title: z.string(),
  provider: z.number(),
  language: z.array(z.string()),
  date_published: z.string(),
  categories: z.array(z.number()),
  ...Object.fromEntries(fieldKinds.map((name) => [name, z.unknown().optional()])),
});

export interface Source {
  readonly courses: readonly SourceCourse[];
  /** Names of categories and providers by kind and id, and the category above each, if there is one. */
  readonly names: ReadonlyMap<string, string>;
  readonly above: ReadonlyMap<string, string>;
}

/** Reads a catalog, the varied one if nothing is said. */
export async function readSource(catalog: () => Promise<string> = variedCatalog): Promise<Source> {
  const folder = await catalog();
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const names = new Map<string, string>();
  const above = new Map<string, string>();
  for (const { id, name } of named.parse(JSON.parse(read('providers.json')))) names.set(`provider ${id}`, name);
  const shown = new Map<number, string[]>();
  const walk = ({ id, name, children = [] }: Category, path: readonly string[]) => {
    const own = path.length < 2 ? [...path, String(id)] : [...path];
    shown.set(id, own);
    if (path.length < 2) names.set(`category ${id}`, name);
    if (path.length === 1) above.set(String(id), path[0] ?? '');
    for (const child of children) walk(child, own);
  };
  for (const top of z.array(category).parse(JSON.parse(read('categories.json')))) walk(top, []);
  const lines = read('courses.ndjson').trimEnd().split('\n');
  const courses = lines.map((line): SourceCourse => {
    const parsed = record.parse(JSON.parse(line));
    const { id, title, provider, language, date_published, categories } = parsed;
    const fields = fieldKinds.map((name) => [name, new Set(choicesIn(name, Reflect.get(parsed, name)))] as const);
    const values = {
      ...Object.fromEntries(fields),
      language: new Set(language),
      category: new Set(categories.flatMap((one) => shown.get(one) ?? [])),
      provider: new Set([String(provider)]),
      year: new Set([date_published.slice(0, 4)]),
    };
    return { id, title, date: date_published.slice(0, 10), values };
  });
  return { courses, names, above };
}

/** The courses that have a chosen value of each kind with choices, but for the kind that is left out. */
export function left(courses: readonly SourceCourse[], choices: readonly Choice[], without?: string): SourceCourse[] {
  const asked = new Set(choices.map(({ kind }) => kind).filter((kind) => kind !== without));
  return courses.filter(({ values }) =>
    [...asked].every((kind) => choices.some((choice) => choice.kind === kind && values[kind]?.has(choice.value))),
  );
}

/** The number of courses of each value of a kind. */
export function counted(courses: readonly SourceCourse[], kind: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { values } of courses) {
    for (const value of values[kind] ?? []) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return counts;
}
