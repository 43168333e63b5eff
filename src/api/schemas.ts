// Schemas: what clients read, record by record and field by field (specification 2). What authors write is in `source/`.
import { z } from 'zod';
import { routes, type PagedRoute } from './routes.ts';

const linkhash = z
  .string()
  .regex(/^[0-9a-f]{32}$/u)
  .describe('MD5 of linkurl in UTF-8: 32 lowercase hex characters');
const linkurl = z.string().describe('address of the course: absolute, a relative path, or a file name');
const language = z.array(z.string()).describe('names of languages');
const author = z.string().describe('may be empty; several names are joined');
const id = z.int().min(1);
const courseCount = z.int().min(0).describe('number of its courses');

/** A course as the latest list and the single view have it (2.1). */
export const courseSchema = z.strictObject({
  linkhash,
  title: z.string(),
  description: z.string().describe('free text, which may hold HTML'),
  tags: z.string().describe('empty where there are none'),
  provider: id.describe('id of the provider'),
  provider_name: z.string(),
  language,
  date_published: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d+$/u)
    .refine(isMoment)
    .describe('date and time in ISO 8601 with fractional seconds and no zone'),
  id,
  linkurl,
  author,
  categories: z.array(z.string().regex(/^All\/./su)).describe('paths of categories: All/<top-level name>[/<name>...]'),
  // The specification says integer; null for a course that the external catalog lacks is a departure of ours.
  catalog_id: z.int().nullable().describe('id in the external catalog; null where that lacks the course'),
  categories_ids: z.array(id).describe('ids of the categories, in the order of categories'),
});

/** A course as the paged lists have it (2.2). */
export const summarySchema = z.strictObject({
  linkhash,
  title: z.string(),
  language,
  id,
  linkurl,
  author,
  categories: z.array(id).describe('ids of categories'),
});

/** A provider (2.4). */
export const providerSchema = z.strictObject({
  id,
  name: z.string(),
  external_id: z
    .string()
    .regex(/^(?:crmid:\d+|\d*)$/u)
    .describe('crmid:<number>, a number in a text, or empty'),
  course_count_catalog: z.int().min(0).describe('number of its courses that the external catalog holds'),
  course_count: courseCount,
});

/** A category below a top-level one; it has no children (2.5). */
export const childCategorySchema = z.strictObject({
  name: z.string(),
  category_id: z
    .string()
    .regex(/^0*[1-9]\d*$/u)
    .describe('decimal digits in a text'),
  course_count: courseCount,
});

/** A top-level category of the tree (2.5). */
export const categorySchema = childCategorySchema.extend({ children: z.array(childCategorySchema) });

/** The envelope of a paged list, with the field that its route adds (2.3). `item` is what `results` holds. */
export function envelopeSchema<Item extends z.ZodType>(route: PagedRoute, item: Item) {
  const { extra } = routes[route];
  return z.strictObject({
    count: z.int().min(0).describe('number of items in all pages'),
    next: z.string().nullable().describe('address of the next page; null on the last'),
    previous: z.string().nullable().describe('address of the previous page; null on the first'),
    results: z.array(item),
    ...(extra !== null && { [extra]: z.string() }),
  });
}

export type FullCourse = z.infer<typeof courseSchema>;
export type CourseSummary = z.infer<typeof summarySchema>;
export type ListedProvider = z.infer<typeof providerSchema>;
export type ChildCategory = z.infer<typeof childCategorySchema>;

/** Whether it is a day of the calendar and a time of the clock, whatever its fraction. */
function isMoment(text: string): boolean {
  const written = text.slice(0, 'YYYY-MM-DDTHH:MM:SS'.length);
  const time = Date.parse(`${written}Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(written);
}
