// Schemas: what clients read, record by record and field by field (specification 2). What authors write is in `source/`.
import { z } from 'zod';
import { routes, type PagedRoute, type RouteName } from './routes.ts';

/** Marks in a published schema what the specification does not have. */
const addition = { 'x-addition': true } as const;

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
export const courseSchema = z
  .strictObject({
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
    categories: z
      .array(z.string().regex(/^All\/[\s\S]/u))
      .describe('paths of categories: All/<top-level name>[/<name>...]'),
    catalog_id: z
      .int()
      .nullable()
      .meta({
        description:
          'id in the external catalog; null where that lacks the course, which is a departure of ours: the specification says integer',
        ...addition,
      }),
    categories_ids: z.array(id).describe('ids of the categories, in the order of categories'),
  })
  .meta({ title: 'Course (full record)', description: 'A course with everything known of it (specification 2.1).' });

/** A course as the paged lists have it (2.2). */
export const summarySchema = z
  .strictObject({
    linkhash,
    title: z.string(),
    language,
    id,
    linkurl,
    author,
    categories: z.array(id).describe('ids of categories'),
  })
  .meta({ title: 'Course (summary record)', description: 'A course as the paged lists show it (specification 2.2).' });

/** A provider (2.4). */
export const providerSchema = z
  .strictObject({
    id,
    name: z.string(),
    external_id: z
      .string()
      .regex(/^(?:crmid:\d+|\d*)$/u)
      .describe('crmid:<number>, a number in a text, or empty'),
    course_count_catalog: z.int().min(0).describe('number of its courses that the external catalog holds'),
    course_count: courseCount,
  })
  .meta({ title: 'Provider', description: 'Who offers courses (specification 2.4).' });

/** A category below a top-level one; it has no children (2.5). */
export const childCategorySchema = z
  .strictObject({
    name: z.string(),
    category_id: z
      .string()
      .regex(/^0*[1-9]\d*$/u)
      .describe('decimal digits in a text'),
    course_count: courseCount.describe('number of its courses, those of the categories below it included'),
  })
  .meta({ title: 'Child category', description: 'A category below a top-level one (specification 2.5).' });

/** A top-level category of the tree (2.5). */
export const categorySchema = childCategorySchema
  .extend({ children: z.array(childCategorySchema).describe('the categories right below it') })
  .meta({ title: 'Category', description: 'A top-level category of the tree (specification 2.5).' });

/** A language, as the list of languages has it: an addition of ours. */
export const languageSchema = z.strictObject({ name: z.string(), course_count: courseCount }).meta({
  title: 'Language',
  description: 'A language that courses are in. An addition of ours: the specification has no such record.',
  ...addition,
});

/** The body of a refusal: an addition of ours. */
export const errorSchema = z.strictObject({ detail: z.string().describe('what is wrong, in a sentence') }).meta({
  title: 'Error',
  description: 'The body of a refusal. An addition of ours: the specification leaves it open (7).',
  ...addition,
});

/** The envelope of a paged list, with the field that its route adds (2.3). `item` is what `results` holds. */
export function envelopeSchema<Item extends z.ZodType>(route: PagedRoute, item: Item) {
  const { extra, summary } = routes[route];
  return z
    .strictObject({
      count: z.int().min(0).describe('number of items in all pages'),
      next: z.string().nullable().describe('address of the next page; null on the last'),
      previous: z.string().nullable().describe('address of the previous page; null on the first'),
      results: z.array(item),
      ...(extra !== null && { [extra]: z.string().describe('what the list is of, by its name') }),
    })
    .meta({ title: summary, description: 'A page of a list, in its envelope (specification 2.3).' });
}

/** What each endpoint answers; the rows of the route table name these. */
export const responseSchemas = {
  Index: z.strictObject(Object.fromEntries(listedNames().map((name) => [name, z.string()]))).meta({
    title: 'Index of the endpoints',
    description: 'The address of every endpoint. An addition of ours: the specification has none.',
    ...addition,
  }),
  Latest: z
    .array(courseSchema)
    .meta({ title: 'Latest courses', description: 'Most recently published first (specification 4, rule 3).' }),
  Providers: z.array(providerSchema).meta({ title: 'Providers', description: 'Every provider (specification 2.4).' }),
  Categories: z
    .array(categorySchema)
    .meta({ title: 'Categories', description: 'The category tree, of two levels (specification 2.5).' }),
  CategoryCourses: envelopeSchema('category', summarySchema),
  Languages: z.array(languageSchema).meta({
    title: 'Languages',
    description: 'Every language. An addition of ours: the specification has no list of them.',
    ...addition,
  }),
  LanguageCourses: envelopeSchema('language', summarySchema),
  ProviderCourses: envelopeSchema('provider', summarySchema),
  Course: courseSchema,
} as const satisfies Record<(typeof routes)[RouteName]['schema'], z.ZodType>;

export type FullCourse = z.infer<typeof courseSchema>;
export type CourseSummary = z.infer<typeof summarySchema>;
export type ListedProvider = z.infer<typeof providerSchema>;
export type ChildCategory = z.infer<typeof childCategorySchema>;

function listedNames(): string[] {
  return Object.values(routes).flatMap(({ name }) => (name === null ? [] : [name]));
}

/** Whether it is a day of the calendar and a time of the clock, whatever its fraction. */
function isMoment(text: string): boolean {
  const written = text.slice(0, 'YYYY-MM-DDTHH:MM:SS'.length);
  const time = Date.parse(`${written}Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(written);
}
