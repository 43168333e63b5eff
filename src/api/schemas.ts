// Schemas: what clients read, record by record and field by field (specification 2). What authors write is in `source/`.
import { z } from 'zod';
import { routes, type PagedRoute, type RouteName } from './routes.ts';

/** Marks in a published schema what the specification does not have. */
const addition = { 'x-addition': true } as const;

const linkhash = z
  .string()
  .regex(/^[0-9a-f]{32}$/u)
  .describe(
    'Leads to the course, at `/api/v1/courses/view/<linkhash>/`. It is the MD5 digest of `linkurl` in UTF-8, as 32 lowercase hexadecimal digits.',
  );
const linkurl = z.string().describe('Address of the course: a full URL, or a relative path or file name.');
const language = z.array(z.string()).describe('Names of the languages that the course is in.');
const author = z
  .string()
  .describe('May be empty. Several names are in one text, with semicolons or spaces between them.');
const id = z.int().min(1);
const courseId = id.describe('Number of the course in this catalog.');
const title = z.string().describe('Title of the course.');
const courseCount = z.int().min(0).describe('Number of its courses.');

/** A course as the latest list and the single view have it (2.1). */
export const courseSchema = z
  .strictObject({
    linkhash,
    title,
    description: z.string().describe('Free text. It may hold HTML from anywhere: clean it before you show it as such.'),
    tags: z.string().describe('Empty where there are none. Other values have no fixed form.'),
    provider: id.describe('Id of the provider.'),
    provider_name: z.string().describe('Name of the provider.'),
    language,
    date_published: z
      .string()
      .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d+$/u)
      .refine(isMoment)
      .describe('Date and time in ISO 8601, with fractions of a second and without a time zone.'),
    id: courseId,
    linkurl,
    author,
    categories: z
      .array(z.string().regex(/^All\/[\s\S]/u))
      .describe('Categories of the course, each as a path: `All/<top-level name>[/<name>...]`.'),
    catalog_id: z
      .int()
      .nullable()
      .meta({
        description:
          'Id of the course in an external catalog, which holds some of these courses. Null where it lacks this one: a departure of ours, since the specification says integer.',
        ...addition,
      }),
    categories_ids: z.array(id).describe('Ids of the categories, in the order of `categories`.'),
  })
  .meta({ title: 'Course (full record)', description: 'A course with all its fields (specification 2.1).' });

/** A course as the paged lists have it (2.2). */
export const summarySchema = z
  .strictObject({
    linkhash,
    title,
    language,
    id: courseId,
    linkurl,
    author,
    categories: z.array(id).describe('Ids of the categories of the course.'),
  })
  .meta({
    title: 'Course (summary record)',
    description: 'A course as the paged lists have it, with fewer fields (specification 2.2).',
  });

/** A provider (2.4). */
export const providerSchema = z
  .strictObject({
    id: id.describe('Number of the provider in this catalog.'),
    name: z.string().describe('Name of the provider.'),
    external_id: z
      .string()
      .regex(/^(?:crmid:\d+|\d*)$/u)
      .describe('Id of the provider in another system: `crmid:<number>`, or a number as text. It may be empty.'),
    course_count_catalog: z
      .int()
      .min(0)
      .describe('Number of its courses that the external catalog holds, too: those with a `catalog_id`.'),
    course_count: courseCount,
  })
  .meta({ title: 'Provider', description: 'Who offers courses (specification 2.4).' });

/** A category below a top-level one; it has no children (2.5). */
export const childCategorySchema = z
  .strictObject({
    name: z.string().describe('Name of the category.'),
    category_id: z
      .string()
      .regex(/^0*[1-9]\d*$/u)
      .describe('Id of the category, as text of decimal digits.'),
    course_count: courseCount.describe('Number of its courses, those of the categories below it included.'),
  })
  .meta({ title: 'Child category', description: 'A category below a top-level one (specification 2.5).' });

/** A top-level category of the tree (2.5). */
export const categorySchema = childCategorySchema
  .extend({ children: z.array(childCategorySchema).describe('The categories right below it.') })
  .meta({ title: 'Category', description: 'A top-level category of the tree (specification 2.5).' });

/** A language, as the list of languages has it: an addition of ours. */
export const languageSchema = z
  .strictObject({ name: z.string().describe('Name of the language.'), course_count: courseCount })
  .meta({
    title: 'Language',
    description: 'A language that courses are in. An addition of ours: the specification has no such record.',
    ...addition,
  });

/** The body of a refusal: an addition of ours. */
export const errorSchema = z.strictObject({ detail: z.string().describe('What is wrong, in a sentence.') }).meta({
  title: 'Error',
  description:
    'The body of a response with status 404 or 405. An addition of ours: the specification leaves it open (7).',
  ...addition,
});

/** The envelope of a paged list, with the field that its route adds (2.3). `item` is what `results` holds. */
export function envelopeSchema<Item extends z.ZodType>(route: PagedRoute, item: Item) {
  const { extra, summary } = routes[route];
  return z
    .strictObject({
      count: z.int().min(0).describe('Number of courses on all pages together.'),
      next: z.string().nullable().describe('Full address of the next page. Null on the last.'),
      previous: z.string().nullable().describe('Full address of the previous page. Null on the first.'),
      results: z.array(item).describe('The courses of this page.'),
      ...(extra !== null && { [extra]: z.string().describe(`Name of the ${route}.`) }),
    })
    .meta({ title: summary, description: 'One page of the list (specification 2.3).' });
}

/** What each endpoint answers; the rows of the route table name these. */
export const responseSchemas = {
  Index: z
    .strictObject(
      Object.fromEntries(listedNames().map((name) => [name, z.string().describe('Address of the endpoint.')])),
    )
    .meta({
      title: 'Index of the endpoints',
      description:
        'The address of every endpoint. What is in braces is for the client to fill in. An addition of ours: the specification has no such resource.',
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
export type Category = z.infer<typeof categorySchema>;
export type Language = z.infer<typeof languageSchema>;

function listedNames(): string[] {
  return Object.values(routes).flatMap(({ name }) => (name === null ? [] : [name]));
}

/** Whether it is a day of the calendar and a time of the clock, whatever its fraction. */
function isMoment(text: string): boolean {
  const written = text.slice(0, 'YYYY-MM-DDTHH:MM:SS'.length);
  const time = Date.parse(`${written}Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(written);
}
