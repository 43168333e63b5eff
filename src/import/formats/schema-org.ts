// The format `schema-org`: courses in JSON-LD, in a file, in a page, or in the pages of a sitemap. No context is fetched.
import { fieldOf } from '../../catalog/source/record.ts';
import { memoize } from '../../memoize.ts';
import { schemaOrgColumns, type FieldColumns } from '../fields/fields.ts';
import { readPage } from '../input/page.ts';
import type { Probe, ReadContext } from '../input/probe.ts';
import { inputError, type Resource } from '../input/resource.ts';
import { crawlSitemap, isSitemap } from '../input/sitemap.ts';
import type { Notes } from '../notes.ts';
import { isObject } from '../../text/keys.ts';
import { columnsOf, elementsOf, Row, withProvider } from '../rows.ts';
import type { ImportFormat } from './format.ts';
import { priceOf } from './offers.ts';

/** The fields that other pages also state in another form than ours, and those that are made here. */
const differing = {
  title: [['name'], ['headline']],
  linkurl: [['address']],
  provider: [['provider'], ['publisher'], ['organizer']],
  price: [['price']],
  duration: [['timeRequired'], ['duration'], ['run.duration']],
  image: [['image.contentUrl'], ['image.url'], ['image']],
  prerequisites: [['coursePrerequisites'], ['competencyRequired']],
  audience: [['audience.educationalRole'], ['audience.audienceType']],
  date_published: [['datePublished'], ['dateCreated']],
  description: [['description'], ['abstract']],
  tags: [['keywords'], ['hasCourseInstance.keywords']],
  author: [['author'], ['instructor'], ['hasCourseInstance.instructor']],
  license: [['license.url', 'license.@id', 'license']],
  provider_url: [['provider.url']],
  key: [['@id']],
} as const satisfies FieldColumns;

/** Fields that are made here, or that others are made from. */
const made = ['address', 'run', 'price', 'offers', 'isAccessibleForFree', 'url', '@context', '@type'];

/** Names of schema.org with a prefix, or in full. */
const schemaName = /^(?:schema:|sdo:|https?:\/\/schema\.org\/)(?=\w)/u;

const types = /^(?:.*[/:#])?(?:Course|CourseInstance|LearningResource)$/u;
const maxDepth = 100;

export const schemaOrg: ImportFormat = {
  async recognize(probe, { decoder, signal }) {
    const { json, start, resource } = probe;
    if (json !== undefined)
      return coursesIn(json, resource).length > 0 ? 'JSON-LD with courses of schema.org' : undefined;
    if (isSitemap(probe)) return 'a sitemap, whose pages may describe courses';
    if (!/^\s*<(?:!doctype html|html)|application\/ld\+json/iu.test(start)) return undefined;
    const { values, faults } = await readPage(decoder.blocksOf(resource), signal);
    if (values.some((value) => coursesIn(value, resource).length > 0))
      return 'a page that describes courses in JSON-LD';
    return faults.length > 0 ? 'a page with invalid JSON-LD' : undefined;
  },

  async read(probe, context) {
    const { resource } = probe;
    const read = isSitemap(probe)
      ? await crawlSitemap(resource, (page) => readResource({ json: undefined, resource: page }, context), context)
      : await readResource(probe, context);
    return {
      ...read,
      fields: { ...schemaOrgColumns(context.fields), ...differing },
      columns: columnsOf(read.rows, made),
      texts: 'values',
    };
  },
};

/** The courses of a file or a page. Not whole if some of its JSON-LD is invalid. Throws a ProblemsError if all of it is. */
async function readResource(
  { json, resource }: Pick<Probe, 'json' | 'resource'>,
  { decoder, notes, signal }: ReadContext,
) {
  const { values, faults, canonical } =
    json === undefined
      ? await readPage(decoder.blocksOf(resource), signal)
      : { values: [json], faults: [], canonical: undefined };
  const courses = values.flatMap((value) => coursesIn(value, resource));
  const [fault] = faults;
  if (courses.length === 0 && fault !== undefined) {
    const remedy = 'correct it there, or import a list in another format';
    const { line, column } = fault.position;
    throw inputError(resource.address, `has invalid JSON-LD: ${fault.finding}`, remedy, line, column);
  }
  for (const { position, finding } of faults)
    notes.add('skipped', 'invalid JSON-LD', `${resource.address}:${position.line}:${position.column}`, finding);
  const page = canonical ?? resource.finalUrl;
  const rows = courses.map((course, index) => {
    const location = `${resource.address}:record ${index + 1}`;
    const record = withProvider(course, ['provider', 'publisher', 'organizer'], location, notes);
    const run = runOf(course, location, notes);
    const offers = [course, run]
      .map((holder) => elementsOf(fieldOf(holder, 'offers')))
      .find(({ length }) => length > 0);
    const free = fieldOf(course, 'isAccessibleForFree');
    const isFree = free === true || (typeof free === 'string' && /(?:^|\/)true$/iu.test(free));
    const price = priceOf(offers ?? [], isFree, location, notes);
    return new Row({ ...record, address: courseAddress(course, page), run, price }, location);
  });
  return { rows, isComplete: faults.length === 0 };
}

/** The instance of a course whose days and price are its own: the first that has a start, or else the first. */
function runOf(course: object, location: string, notes: Notes): unknown {
  const runs = elementsOf(fieldOf(course, 'hasCourseInstance'));
  const run = runs.find((one) => fieldOf(one, 'startDate') !== undefined) ?? runs[0];
  for (const other of runs.filter((one) => one !== run && fieldOf(one, 'startDate') !== undefined))
    notes.add('valueSkipped', 'further instance of a course', location, String(fieldOf(other, 'startDate')));
  return run;
}

/** Maximum characters of all nodes that stand in place of references, beyond twenty times those of the document. */
const maxReferred = 16 * 1024 ** 2;

/** The courses in a value: in arrays, in `@graph`, in lists; an instance within its course does not count as a course. */
function coursesIn(value: unknown, { address }: Resource): object[] {
  const nodes = new Map<string, object>();
  const courses: object[] = [];
  const visit = (node: unknown, depth: number): void => {
    if (depth > maxDepth) return;
    if (Array.isArray(node)) for (const item of node) visit(item, depth + 1);
    if (!isObject(node)) return;
    const id = fieldOf(node, '@id');
    if (typeof id === 'string' && Object.keys(node).length > 1) nodes.set(id, node);
    const isCourse = elementsOf(fieldOf(node, '@type')).some((type) => typeof type === 'string' && types.test(type));
    if (isCourse) courses.push(node);
    for (const [name, inner] of Object.entries(node)) {
      if (typeof inner === 'object' && !(isCourse && name !== '@graph')) visit(inner, depth + 1);
    }
  };
  visit(value, 0);
  const sizeOf = memoize((node: unknown) => textLength(node));
  let left = maxReferred + 20 * sizeOf(value);
  const nodeOf = (id: string) => {
    const node = nodes.get(id);
    left -= sizeOf(node);
    if (left < 0) throw inputError(address, 'refers to long texts too often', 'write them once for each course');
    return node;
  };
  return courses.map((course) => withFields(course, (field) => resolve(field, nodeOf)));
}

/** How much there is to read in a value: its characters, and one for everything else. */
function textLength(value: unknown, depth = 0): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null || depth > maxDepth) return 1;
  return Object.values(value).reduce((sum: number, inner) => sum + textLength(inner, depth + 1), 1);
}

/** How deep values are looked through for references. */
const maxResolved = 8;
/** How many references are followed in a row, which may lead in a circle: from a course to its instance, and to a teacher of it. */
const maxReferences = 2;

/** A reference by `@id` alone stands for the node with that id, wherever it is. Names are those of schema.org, without a prefix. */
function resolve(value: unknown, nodeOf: (id: string) => object | undefined, depth = 0, references = 0): unknown {
  if (depth > maxResolved || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => resolve(item, nodeOf, depth + 1, references));
  const id = fieldOf(value, '@id');
  const isReference = typeof id === 'string' && Object.keys(value).length === 1;
  const node = isReference && references < maxReferences ? (nodeOf(id) ?? value) : value;
  const followed = node === value ? references : references + 1;
  return withFields(node, (field) => resolve(field, nodeOf, depth + 1, followed));
}

/** A node with other fields in place of its own, under their names without a prefix. */
function withFields(node: object, fieldFor: (field: unknown) => unknown): object {
  return Object.fromEntries(
    Object.entries(node).map(([name, field]) => [name.replace(schemaName, ''), fieldFor(field)]),
  );
}

function courseAddress(course: object, page: string | undefined): string {
  const [id] = elementsOf(fieldOf(course, '@id'));
  const [instance] = elementsOf(fieldOf(course, 'hasCourseInstance'));
  const isAddress = typeof id === 'string' && /^https?:/iu.test(id);
  const stated = elementsOf(fieldOf(course, 'url')).map((url) => fieldOf(url, '@id') ?? fieldOf(url, '@value') ?? url);
  const urls = [...stated, isAddress ? id : undefined, page, fieldOf(instance, 'url')];
  const address = urls.find((url) => typeof url === 'string' && url.trim() !== '');
  if (typeof address !== 'string') return '';
  return page !== undefined && URL.canParse(address.trim(), page) && !/^\w+:/u.test(address.trim())
    ? new URL(address.trim(), page).href
    : address;
}
