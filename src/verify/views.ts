// Views: the single view of each course, held against the lists that name it (specification 2.1, 4.2).
import pMap from 'p-map';
import { addressOf } from '../api/routes.ts';
import { courseSchema, type FullCourse } from '../api/schemas.ts';
import { quoteText } from '../problems.ts';
import { differences, hashFinding, md5, type Courses, type Seen } from './courses.ts';
import type { Request } from './curl.ts';
import type { Latest } from './latest.ts';
import { holdListed, wholeOf, type Deeper } from './members.ts';
import type { Resources } from './resources.ts';
import { readJson, type Run } from './run.ts';
import { pick } from './sample.ts';
import { readRecord } from './shapes.ts';
import { pathOf } from './tree.ts';
import type { Walked } from './walk.ts';

export interface ReadViews {
  /** Views that were asked for. */
  readonly asked: number;
  readonly deeper: Deeper;
}

/** Reads the views, each once. */
export async function readViews(
  run: Run,
  courses: Courses,
  resources: Resources,
  lists: readonly Walked[],
): Promise<ReadViews> {
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
  return { asked: seen.length, deeper: views.deeper };
}

/** A sample has some of the latest and some of all. */
function chosen(run: Run, { byHash }: Courses, latest: Latest): Seen[] {
  const all = [...byHash.values()];
  if (run.sample === undefined) return all;
  const newest = [...latest.byHash.keys()].flatMap((linkhash) => byHash.get(linkhash) ?? []);
  return [...new Set([newest, all].flatMap((some) => pick(some, ({ linkhash }) => linkhash, run)))];
}

class Views {
  read = 0;
  /** What the views say of categories that are not in the tree. */
  readonly deeper = new Map<number, Set<string>>();
  private readonly providers: ReadonlyMap<number, string>;
  private readonly walked: ReadonlyMap<string, Walked>;
  /** Courses of each provider that the external catalog holds, and providers that have others. */
  private readonly inCatalog = new Map<number, number>();
  private readonly haveOthers = new Set<number>();

  constructor(
    private readonly run: Run,
    private readonly resources: Resources,
    lists: readonly Walked[],
  ) {
    this.providers = new Map(resources.providers.map(({ id, name }) => [id, name]));
    this.walked = wholeOf(lists);
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
    this.resources.latest.holdView(course, request);
    findings.faults('course-categories', this.categoryFaults(course), request);
    this.holdProvider(course, seen, request);
  }

  /** Every view was read: the counts of the providers can be held against them. */
  holdCatalogCounts(): void {
    for (const { id, course_count_catalog } of this.resources.providers) {
      const walked = this.walked.get(`provider ${id}`);
      if (walked === undefined) continue;
      const found = this.inCatalog.get(id) ?? 0;
      // A catalog_id that is always there does not say which courses the external catalog still holds.
      const isRight = this.haveOthers.has(id) ? course_count_catalog === found : course_count_catalog <= found;
      const requests = [addressOf(this.run.base, 'providers'), walked.address].map(
        (url) => ({ method: 'GET', url }) as const,
      );
      this.run.findings.expect('catalog-count', isRight, requests, () => {
        return `provider ${id} has the course_count_catalog ${course_count_catalog}; ${found} of its courses have a catalog_id`;
      });
    }
  }

  private holdProvider(
    { provider, provider_name, catalog_id, linkhash }: FullCourse,
    seen: Seen,
    request: Request,
  ): void {
    const { findings } = this.run;
    if (catalog_id === null) this.haveOthers.add(provider);
    else this.inCatalog.set(provider, (this.inCatalog.get(provider) ?? 0) + 1);
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
    holdListed(this.run, seen, [this.walked.get(`provider ${provider}`)]);
  }

  private categoryFaults({ categories, categories_ids }: FullCourse): string[] {
    if (categories.length !== categories_ids.length) {
      return [`there are ${categories.length} categories and ${categories_ids.length} categories_ids`];
    }
    return categories.flatMap((path, at) => this.categoryFault(categories_ids[at] ?? 0, path));
  }

  /** The tree has two levels: only what is below them may be missing there. */
  private categoryFault(id: number, path: string): string[] {
    const { tree } = this.resources;
    const known = tree.of(id);
    if (known.length > 0) {
      if (known.some((category) => pathOf(category) === path)) return [];
      const paths = known.map((category) => quoteText(pathOf(category)));
      return [`category ${id} is ${quoteText(path)}, and in the tree ${paths.join(' or ')}`];
    }
    this.deeper.set(id, (this.deeper.get(id) ?? new Set()).add(path));
    const isDeeper = !tree.isWhole || tree.above(path).some(({ parent }) => parent !== null);
    return isDeeper ? [] : [`category ${id} is ${quoteText(path)}, which is not in the tree nor below a child of it`];
  }
}
