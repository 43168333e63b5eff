// Views: the single view of each course, held against the lists that name it (specification 2.1, 4.2).
import { isDeepStrictEqual } from 'node:util';
import pMap from 'p-map';
import { addressOf } from '../api/routes.ts';
import { courseSchema, type FullCourse } from '../api/schemas.ts';
import { quoteText } from '../problems.ts';
import { differences, hashFinding, md5, type Courses, type Seen } from './courses.ts';
import type { Request } from './curl.ts';
import { holdListed, keyOf } from './lists.ts';
import type { Resources, TreeCategory } from './resources.ts';
import { readJson, type Run } from './run.ts';
import { pick } from './sample.ts';
import { readRecord } from './shapes.ts';
import type { Walked } from './walk.ts';

/** Reads the views, each once. Answers how many there were. */
export async function readViews(
  run: Run,
  courses: Courses,
  resources: Resources,
  lists: readonly Walked[],
): Promise<number> {
  const seen = chosen(run, courses, resources.latest);
  const views = new Views(run, resources, lists);
  let done = 0;
  const { concurrency, signal } = run;
  await pMap(
    seen,
    async (course) => {
      await views.hold(course);
      done += 1;
      run.onProgress({ done, total: seen.length, what: 'single courses' });
    },
    { concurrency, signal },
  );
  if (views.read === courses.byHash.size) views.holdCatalogCounts();
  return seen.length;
}

/** A sample has some of the latest and some of all. */
function chosen(run: Run, { byHash }: Courses, latest: readonly FullCourse[]): Seen[] {
  const all = [...byHash.values()];
  if (run.sample === undefined) return all;
  const newest = latest.flatMap(({ linkhash }) => byHash.get(linkhash) ?? []);
  return [...new Set([newest, all].flatMap((some) => pick(some, ({ linkhash }) => linkhash, run)))];
}

class Views {
  read = 0;
  private readonly providers: ReadonlyMap<number, string>;
  private readonly tree = new Map<number, TreeCategory[]>();
  private readonly latest: ReadonlyMap<string, FullCourse>;
  private readonly walked: ReadonlyMap<string, Walked>;
  /** Courses of each provider that the external catalog holds. */
  private readonly inCatalog = new Map<number, number>();

  constructor(
    private readonly run: Run,
    private readonly resources: Resources,
    lists: readonly Walked[],
  ) {
    const { providers, categories, latest } = resources;
    this.providers = new Map(providers.map(({ id, name }) => [id, name]));
    this.latest = new Map(latest.map((course) => [course.linkhash, course]));
    this.walked = new Map(lists.filter(({ isWhole }) => isWhole).map((one) => [keyOf(one.list), one]));
    for (const category of categories) {
      const id = Number(category.category_id);
      this.tree.set(id, [...(this.tree.get(id) ?? []), category]);
    }
  }

  async hold(seen: Seen): Promise<void> {
    const { run } = this;
    const { findings } = run;
    const answer = await readJson(run, addressOf(run.base, 'course', seen.linkhash), 'course-view');
    if (answer === undefined) return;
    const { request } = answer.answer;
    const course = readRecord(run, 'course-record', courseSchema, answer.value, request, `course ${seen.linkhash}`);
    if (course === undefined) return;
    this.read += 1;
    findings.expect('linkhash', md5(course.linkurl) === course.linkhash, request, () => hashFinding(course));
    const now = { ...course, categories: course.categories_ids };
    findings.faults('course-view', differences(seen, now, `at ${seen.request.url}`), request);
    const latest = this.latest.get(seen.linkhash);
    if (latest) findings.faults('latest-view', fieldsApart(latest, course), request);
    findings.faults('course-categories', this.categoryFaults(course), request);
    this.holdProvider(course, seen, request);
  }

  /** Every view was read: the counts of the providers can be held against them. */
  holdCatalogCounts(): void {
    for (const { id, course_count_catalog } of this.resources.providers) {
      const walked = this.walked.get(`provider ${id}`);
      if (walked === undefined) continue;
      const found = this.inCatalog.get(id) ?? 0;
      this.run.findings.expect(
        'catalog-count',
        found === course_count_catalog,
        { method: 'GET', url: walked.address },
        () => {
          return `provider ${id} has the course_count_catalog ${course_count_catalog}; ${found} of its courses have a catalog_id`;
        },
      );
    }
  }

  private holdProvider(
    { provider, provider_name, catalog_id, linkhash }: FullCourse,
    seen: Seen,
    request: Request,
  ): void {
    const { findings } = this.run;
    if (catalog_id !== null) this.inCatalog.set(provider, (this.inCatalog.get(provider) ?? 0) + 1);
    if (this.resources.knowsProviders) {
      const name = this.providers.get(provider);
      findings.expect('course-provider', name === provider_name, request, () => {
        const told = name === undefined ? 'which the list has not' : `which the list calls ${quoteText(name)}`;
        return `course ${linkhash} is of provider ${provider} ${quoteText(provider_name)}, ${told}`;
      });
    }
    for (const other of seen.providers) {
      findings.expect('list-members', other === provider, request, () => {
        return `course ${linkhash} stands in the list of provider ${other} but is of provider ${provider}`;
      });
    }
    holdListed(this.run, seen, this.walked.get(`provider ${provider}`));
  }

  private categoryFaults({ categories, categories_ids }: FullCourse): string[] {
    if (categories.length !== categories_ids.length) {
      return [`there are ${categories.length} categories and ${categories_ids.length} categories_ids`];
    }
    return categories.flatMap((path, at) => {
      const known = this.tree.get(categories_ids[at] ?? 0) ?? [];
      if (known.length === 0 || known.some((category) => pathOf(category) === path)) return [];
      const paths = known.map((category) => quoteText(pathOf(category)));
      return [`category ${categories_ids[at]} is ${quoteText(path)}, and in the tree ${paths.join(' or ')}`];
    });
  }
}

function pathOf({ name, parent }: TreeCategory): string {
  return parent === null ? `All/${name}` : `${pathOf(parent)}/${name}`;
}

function fieldsApart(latest: FullCourse, view: FullCourse): string[] {
  const shown = new Map(Object.entries(view));
  const apart = Object.entries(latest).filter(([field, value]) => !isDeepStrictEqual(value, shown.get(field)));
  return apart.length === 0
    ? []
    : [`course ${latest.linkhash} has another ${apart.map(([field]) => field).join(' and ')} in the latest list`];
}
