// Properties of every build, whatever the catalog: checked by the files alone, as a client sees them.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const counted = z.strictObject({ name: z.string(), course_count: z.int() });
const provider = counted.extend({ id: z.int(), external_id: z.string(), course_count_catalog: z.int() });
const category = counted.extend({ category_id: z.string().regex(/^\d+$/u) });
const tree = z.array(category.extend({ children: z.array(category) }));
const summary = z.strictObject({
  linkhash: z.string(),
  title: z.string(),
  language: z.array(z.string()),
  id: z.int(),
  linkurl: z.string(),
  author: z.string(),
  categories: z.array(z.int()),
});
const full = summary.extend({
  description: z.string(),
  tags: z.string(),
  provider: z.int(),
  provider_name: z.string(),
  date_published: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{1,6}$/u),
  categories: z.array(z.string()),
  catalog_id: z.int().nullable(),
  categories_ids: z.array(z.int()),
});
const page = z.strictObject({
  count: z.int(),
  next: z.string().nullable(),
  previous: z.string().nullable(),
  results: z.array(summary),
  title: z.string().optional(),
  language: z.string().optional(),
});

/** One line for each property that the build in `out` violates. */
export function brokenLaws(out: string, baseUrl: string): string[] {
  const site = new Site(out, baseUrl);
  return [...pathLaws(out), ...courseLaws(site), ...listLaws(site)];
}

/** No two files have paths that differ only in case or Unicode normalization. */
function pathLaws(out: string): string[] {
  const seen = new Map<string, string>();
  return readdirSync(out, { recursive: true, encoding: 'utf8' }).flatMap((path) => {
    const upper = path.normalize('NFKD').toUpperCase().normalize('NFKD');
    const folded = upper.toLowerCase().normalize('NFKD');
    const twin = seen.get(folded);
    seen.set(folded, path);
    return twin === undefined ? [] : [`${path} and ${twin} are one path on some systems`];
  });
}

function courseLaws(site: Site): string[] {
  return site.views().flatMap((linkhash) => {
    const course = site.read(`api/v1/courses/view/${linkhash}`, full);
    const digest = createHash('md5').update(course.linkurl, 'utf8').digest('hex');
    const titles = course.categories_ids.map((id) => site.read(`api/v1/categories/${id}`, page).title ?? '');
    const parallel =
      titles.length === course.categories.length &&
      course.categories.every((path, at) => path.startsWith('All/') && path.endsWith(`/${titles[at]}`));
    return [
      ...(digest === linkhash && digest === course.linkhash ? [] : [`${linkhash} is not the MD5 of its linkurl`]),
      ...(parallel ? [] : [`${linkhash}: categories and categories_ids do not run in parallel`]),
    ];
  });
}

/** Every list can be walked to its end and back, has each course once, and has the length given elsewhere. */
function listLaws(site: Site): string[] {
  const courses = site.views().map((linkhash) => site.read(`api/v1/courses/view/${linkhash}`, full));
  const tops = site.read('api/v1/categories', tree);
  const courseCount = new Map(
    tops.flatMap((top) => [top, ...top.children]).map((one) => [one.category_id, one.course_count]),
  );
  return [
    ...site.read('api/v1/providers', z.array(provider)).flatMap(({ id, course_count }) => {
      const members = courses.filter((course) => course.provider === id).map((course) => course.id);
      return walk(site, `api/v1/providers/${id}/courses`, course_count, members);
    }),
    ...site.read('api/v1/languages', z.array(counted)).flatMap(({ name, course_count }) => {
      const members = courses.filter((course) => course.language.includes(name)).map((course) => course.id);
      return walk(site, `api/v1/languages/${name}/courses`, course_count, members);
    }),
    ...site.folders('api/v1/categories').flatMap((id) => {
      const { count } = site.read(`api/v1/categories/${id}`, page);
      return walk(site, `api/v1/categories/${id}`, courseCount.get(id) ?? count);
    }),
  ];
}

function walk(site: Site, list: string, courseCount: number, members?: readonly number[]): string[] {
  const faults: string[] = [];
  const ids: number[] = [];
  let came: string | null = null;
  let address = `${site.baseUrl}/${list.split('/').map(encodeURIComponent).join('/')}/`;
  for (let number = 1; ; number += 1) {
    const { count, next, previous, results } = site.read(site.resolve(address), page);
    if (count !== courseCount) faults.push(`${list}: course_count ${courseCount}, count ${count}`);
    if (previous !== came) faults.push(`${address}: previous is ${previous}, not ${came}`);
    if (!site.same(site.resolve(address), `${list}/page/${number}`)) faults.push(`${address} is not page ${number}`);
    ids.push(...results.map(({ id }) => id));
    if (next === null || number > courseCount) break;
    came = address;
    address = next;
  }
  const sorted = ids.toSorted((a, b) => a - b);
  if (new Set(ids).size !== ids.length || ids.length !== courseCount) faults.push(`${list}: visits ${ids.join(' ')}`);
  if (members && members.toSorted((a, b) => a - b).join(' ') !== sorted.join(' ')) {
    faults.push(`${list}: visits ${sorted.join(' ')}, not ${members.join(' ')}`);
  }
  return faults;
}

/** A build as served by a host that maps `?page=n` to the folder of that page. */
class Site {
  constructor(
    private readonly out: string,
    readonly baseUrl: string,
  ) {}

  /** The folder for an address: that of its path, and of its page if the query names one. */
  resolve(address: string): string {
    if (!address.startsWith(`${this.baseUrl}/`)) throw new Error(`${address} does not begin with ${this.baseUrl}/`);
    const [path = '', number] = address.slice(this.baseUrl.length + 1).split('?page=');
    if (!path.endsWith('/')) throw new Error(`${address} has no trailing slash`);
    return decodeURIComponent(path) + (number === undefined ? '' : `page/${number}/`);
  }

  read<T>(folder: string, schema: z.ZodType<T>): T {
    return schema.parse(JSON.parse(readFileSync(join(this.out, folder, 'index.json'), 'utf8')));
  }

  same(one: string, other: string): boolean {
    const [a, b] = [one, other].map((folder) => readFileSync(join(this.out, folder, 'index.json')));
    return a !== undefined && b !== undefined && a.equals(b);
  }

  folders(folder: string): string[] {
    const names = existsSync(join(this.out, folder)) ? readdirSync(join(this.out, folder)) : [];
    return names.filter((name) => statSync(join(this.out, folder, name)).isDirectory());
  }

  views(): string[] {
    return this.folders('api/v1/courses/view');
  }
}
