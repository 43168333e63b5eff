// Schemas of what clients read (specification 2). The schemas of what authors write are in `source/`.
import * as z from 'zod';
import { externalIdForm } from '../catalog/source/record.ts';
import { keysOf } from '../text/keys.ts';
import { clientFiles } from './client-files.ts';
import { linkhashForm, routes, type PagedRoute, type RouteName } from './routes.ts';

/** Marks what the specification does not have in a published schema. */
const addition = { 'x-addition': true } as const;

const linkhash = z
  .string()
  .regex(linkhashForm)
  .describe(
    'Identifies the course at `/api/v1/courses/view/<linkhash>/`. MD5 digest of `linkurl` in UTF-8, as 32 lowercase hexadecimal digits.',
  );
const linkurl = z.string().describe('Address of the course: an absolute URL, a relative path or a file name.');
const language = z.array(z.string()).describe('Names of the course languages.');
const author = z
  .string()
  .describe('May be empty. Several names are joined in one string, separated by semicolons or spaces.');
const id = z.int().min(1);
const courseId = id.describe('Course id.');
const title = z.string().describe('Course title.');
const changeTime = z.string().regex(/^\d{4}(?:-\d{2}){2}T\d{2}(?::\d{2}){2}Z$/u);
const courseCount = z.int().min(0).describe('Number of courses.');

/** A course in the latest list and in the single-course view (2.1). */
export const fullCourseSchema = z
  .strictObject({
    linkhash,
    title,
    description: z.string().describe('Free text. It may contain untrusted HTML: sanitize it before rendering it.'),
    tags: z.string().describe('Empty if there are no tags. The format of other values is unspecified.'),
    provider: id.describe('Provider id.'),
    provider_name: z.string().describe('Provider name.'),
    language,
    date_published: z
      .string()
      .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d+$/u)
      .refine(isTimestamp)
      .describe('ISO 8601 date and time with fractional seconds and no time zone.'),
    id: courseId,
    linkurl,
    author,
    categories: z
      .array(z.string().regex(/^All\/[\s\S]/u))
      .describe('Category paths of the form `All/<top-level name>[/<name>...]`.'),
    catalog_id: z
      .int()
      .nullable()
      .meta({
        description:
          'Id of the course in an external catalog. Null if that catalog does not have the course: a deviation from the specification, which says integer.',
        ...addition,
      }),
    categories_ids: z.array(id).describe('Category ids, in the same order as `categories`.'),
  })
  .meta({ title: 'Course (full record)', description: 'A course with all its fields (specification 2.1).' });

/** A course in the paged lists (2.2). */
export const summarySchema = z
  .strictObject({
    linkhash,
    title,
    language,
    id: courseId,
    linkurl,
    author,
    categories: z.array(id).describe('Category ids.'),
  })
  .meta({
    title: 'Course (summary record)',
    description: 'A course in the paged lists, with fewer fields (specification 2.2).',
  });

/** A provider (2.4). */
export const listedProviderSchema = z
  .strictObject({
    id: id.describe('Provider id.'),
    name: z.string().describe('Provider name.'),
    external_id: z
      .string()
      .regex(externalIdForm)
      .describe('Id of the provider in another system: `crmid:<number>` or a number in a string. May be empty.'),
    course_count_catalog: z
      .int()
      .min(0)
      .describe('Number of courses that are also in the external catalog: those with a `catalog_id`.'),
    course_count: courseCount,
  })
  .meta({ title: 'Provider', description: 'A provider of courses (specification 2.4).' });

/** A category directly below a top-level one; it has no `children` (2.5). */
export const childCategorySchema = z
  .strictObject({
    name: z.string().describe('Category name.'),
    category_id: z
      .string()
      .regex(/^0*[1-9]\d*$/u)
      .describe('Category id, as a string of decimal digits.'),
    course_count: courseCount.describe('Number of courses, including those in subcategories.'),
  })
  .meta({ title: 'Child category', description: 'A category below a top-level one (specification 2.5).' });

/** A top-level category of the tree (2.5). */
export const listedCategorySchema = childCategorySchema
  .extend({ children: z.array(childCategorySchema).describe('Child categories.') })
  .meta({ title: 'Category', description: 'A top-level category of the tree (specification 2.5).' });

/** A language in the list of languages: an addition. */
export const listedLanguageSchema = z
  .strictObject({ name: z.string().describe('Language name.'), course_count: courseCount })
  .meta({
    title: 'Language',
    description: 'A course language. An addition: the specification has no such record.',
    ...addition,
  });

/** The body of an error response: an addition. */
export const errorSchema = z.strictObject({ detail: z.string().describe('Error message, one sentence.') }).meta({
  title: 'Error',
  description: 'The body of a response with status 404 or 405. An addition: the specification defines no errors (7).',
  ...addition,
});

/** The envelope of a paged list, with the extra field of its route (2.3); `results` is an array of `item`. */
export function envelopeSchema<Item extends z.ZodType>(route: PagedRoute, item: Item) {
  const { extra, summary } = routes[route];
  return z
    .strictObject({
      count: z.int().min(0).describe('Total number of courses on all pages.'),
      next: z.string().nullable().describe('Absolute URL of the next page. Null on the last page.'),
      previous: z.string().nullable().describe('Absolute URL of the previous page. Null on the first page.'),
      results: z.array(item).describe('Courses on this page.'),
      ...(extra !== null && { [extra]: z.string().describe(`Name of the ${route}.`) }),
    })
    .meta({ title: summary, description: 'One page of the list (specification 2.3).' });
}

/** Identifies a build: an addition. */
const buildSchema = z
  .strictObject({
    interface: z.string().describe('Version of the interface.'),
    tool: z.string().describe('Version of the tool that built the catalog.'),
    digest: z
      .string()
      .regex(/^sha256:[0-9a-f]{64}$/u)
      .describe('Digest of the catalog: it changes exactly when a course, provider, category or language changes.'),
    courses: courseCount,
    providers: z.int().min(0).describe('Number of providers.'),
    categories: z.int().min(0).describe('Number of categories.'),
    languages: z.int().min(0).describe('Number of languages.'),
    changed: changeTime.optional().describe('Time of the newest change. Only if the catalog keeps a journal.'),
  })
  .meta({ title: 'Build', description: 'Which build this is. An addition.', ...addition });

/** A file of changes: an addition. */
export const changePartSchema = z
  .strictObject({
    path: z.string().describe('Path of the file, relative to this list.'),
    from: changeTime.nullable().describe('Time of the oldest line. Null if there is none.'),
    until: changeTime.nullable().describe('Time of the newest line. Null if there is none.'),
    lines: z.int().min(0).describe('Number of lines.'),
  })
  .meta({
    title: 'File of changes',
    description: 'A file of changes, with the times in it. An addition.',
    ...addition,
  });

/** Schemas of the files beside the API, by the names in `client-files.ts`. */
export const clientFileSchemas = {
  Build: buildSchema,
  ChangeParts: z.array(changePartSchema).meta({
    title: 'Files of changes',
    description: 'The file with the newest lines first. An addition.',
    ...addition,
  }),
} as const;

/** The endpoint index: the keys of endpoints, and of the files beside the API that a site may lack. */
const endpointKeys = Object.values(routes).flatMap(({ indexKey }) => indexKey ?? []);
const indexFields = {
  ...Object.fromEntries(endpointKeys.map((name) => [name, z.string().describe('URL of the endpoint.')])),
  ...Object.fromEntries(
    keysOf(clientFiles).map((key) => {
      const url = z.string().describe(`URL of ${clientFiles[key].path}. ${clientFiles[key].summary}.`);
      return [key, key === 'build' ? url : url.optional()];
    }),
  ),
};

/** Response schemas by the names that the route table uses. */
export const responseSchemas = {
  Index: z.strictObject(indexFields).meta({
    title: 'Endpoint index',
    description:
      'The URL of every endpoint, and of the files beside them that this catalog has. Names in braces are parameters for the client to fill in. An addition: the specification has no such resource.',
    ...addition,
  }),
  Latest: z
    .array(fullCourseSchema)
    .meta({ title: 'Latest courses', description: 'Most recently published first (specification 4, rule 3).' }),
  Providers: z
    .array(listedProviderSchema)
    .meta({ title: 'Providers', description: 'Every provider (specification 2.4).' }),
  Categories: z
    .array(listedCategorySchema)
    .meta({ title: 'Categories', description: 'The two-level category tree (specification 2.5).' }),
  CategoryCourses: envelopeSchema('category', summarySchema),
  Languages: z.array(listedLanguageSchema).meta({
    title: 'Languages',
    description: 'Every language. An addition: the specification does not list languages.',
    ...addition,
  }),
  LanguageCourses: envelopeSchema('language', summarySchema),
  ProviderCourses: envelopeSchema('provider', summarySchema),
  Course: fullCourseSchema,
} as const satisfies Record<(typeof routes)[RouteName]['schema'], z.ZodType>;

/** Whether the date and time exist; the fraction is not checked. */
function isTimestamp(text: string): boolean {
  const seconds = text.slice(0, 'YYYY-MM-DDTHH:MM:SS'.length);
  const time = Date.parse(`${seconds}Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(seconds);
}
