// What a build published, read from its files: what the page has to show.
import { z } from 'zod';

const counted = z.object({ name: z.string(), course_count: z.number() });
const courses = z.array(z.object({ linkhash: z.string() }));

/** The linkhashes of a list or one of its pages, in order. */
export function coursesOf(file: unknown): string[] {
  const results = z.union([courses, z.object({ results: courses }).transform((page) => page.results)]);
  return results.parse(file).map(({ linkhash }) => linkhash);
}

type Counted = z.infer<typeof counted>;

/** The providers or the languages. */
export function countedIn(file: unknown): Counted[] {
  return z.array(counted).parse(file);
}

/** The id of a category with children. */
export function parentIn(file: unknown): string {
  const tree = z.array(z.object({ category_id: z.string(), children: z.array(z.unknown()) })).parse(file);
  const found = tree.find(({ children }) => children.length > 0);
  if (!found) throw new Error('no category has children');
  return found.category_id;
}
