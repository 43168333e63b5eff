// Views: checks the single view of each course against the lists (specification 2.1, 4.2).
import { addressOf } from '../api/routes.ts';
import type { FullCourse } from '../api/records.ts';
import { fullCourseSchema } from '../api/schemas.ts';
import type { Request } from '../http/client.ts';
import { quoteText } from '../text/quote.ts';
import { courseDifferences, type SeenCourse } from './courses.ts';
import type { LatestList } from './latest.ts';
import { pickSample } from './lists.ts';
import { checkListed, completeLists, type CompleteLists } from './members.ts';
import { categoryPath, type ServiceResources } from './resources.ts';
import { checkEach, requestJson, type VerifyRun } from './run.ts';
import { readRecord } from './shapes.ts';
import type { WalkedList } from './walked-list.ts';

/** Reads and checks each view once. Returns how many were requested, and the categories found in them below the tree. */
export async function readViews(run: VerifyRun, resources: ServiceResources, lists: readonly WalkedList[]) {
  const courses = selectCourses(run, resources.latest);
  const views = new Views(run, resources, lists);
  await checkEach(run, courses, 'single courses', async (course) => views.check(course));
  if (views.read === run.courses.byHash.size) views.checkExternalCatalogCounts();
  return { requested: courses.length, deepPaths: views.deepPaths };
}

/** A sample includes some of the latest courses and some of all. */
function selectCourses(run: VerifyRun, latest: LatestList): SeenCourse[] {
  const { byHash } = run.courses;
  const all = [...byHash.values()];
  if (run.sample === undefined) return all;
  const newest = [...latest.byHash.keys()].flatMap((linkhash) => byHash.get(linkhash) ?? []);
  return [...new Set([newest, all].flatMap((group) => pickSample(group, ({ linkhash }) => linkhash, run.sample)))];
}

class Views {
  read = 0;
  /** The paths that views give to categories below the tree. */
  readonly deepPaths = new Map<number, Set<string>>();
  private readonly providers: ReadonlyMap<number, string>;
  private readonly walked: CompleteLists;
  /** Number of courses with a catalog_id, by provider. */
  private readonly externalCatalogCounts = new Map<number, number>();
  /** Providers with at least one course without a catalog_id. */
  private readonly withUncataloged = new Set<number>();

  constructor(
    private readonly run: VerifyRun,
    private readonly resources: ServiceResources,
    lists: readonly WalkedList[],
  ) {
    this.providers = new Map(resources.providers.records.map(({ id, name }) => [id, name]));
    this.walked = completeLists(lists);
  }

  async check(course: SeenCourse): Promise<void> {
    const { run } = this;
    const request = { method: 'GET', url: addressOf(run.base, 'course', course.linkhash) };
    const value = await requestJson(run, request.url, 'course-view');
    if (value === undefined) return;
    const view = readRecord(run, { rule: 'course-record', schema: fullCourseSchema }, value, {
      request,
      name: `course ${course.linkhash}`,
    });
    if (view === undefined) return;
    this.read += 1;
    const record = { ...view, categories: view.categories_ids };
    run.courses.checkHash(record, request);
    run.checks.expectNone('course-view', courseDifferences(course, record), request);
    this.resources.latest.checkView(view, request);
    run.checks.expectNone('course-categories', this.categoryFaults(view), request);
    this.checkProvider(view, course, request);
  }

  /** Checks the counts of the providers; every view must have been read. */
  checkExternalCatalogCounts(): void {
    const { request: listRequest, records } = this.resources.providers;
    for (const { id, course_count_catalog } of records) {
      const walked = this.walked.get(`provider ${id}`);
      if (walked === undefined) continue;
      const catalogCount = this.externalCatalogCounts.get(id) ?? 0;
      // If every course has a catalog_id, it does not tell which courses the external catalog still has.
      const isRight = this.withUncataloged.has(id)
        ? course_count_catalog === catalogCount
        : course_count_catalog <= catalogCount;
      const finding = `provider ${id} has the course_count_catalog ${course_count_catalog}, but ${catalogCount} of its courses have a catalog_id`;
      this.run.checks.expect('catalog-count', isRight, [listRequest, { method: 'GET', url: walked.address }], finding);
    }
  }

  private checkProvider(
    { provider, provider_name, catalog_id, linkhash }: FullCourse,
    course: SeenCourse,
    request: Request,
  ): void {
    const { checks } = this.run;
    if (catalog_id === null) this.withUncataloged.add(provider);
    else this.externalCatalogCounts.set(provider, (this.externalCatalogCounts.get(provider) ?? 0) + 1);
    if (this.resources.providers.isComplete) {
      const name = this.providers.get(provider);
      const inList = name === undefined ? 'which is not in the list' : `which the list calls ${quoteText(name)}`;
      const finding = `course ${linkhash} is of provider ${provider} ${quoteText(provider_name)}, ${inList}`;
      checks.expect('course-provider', name === provider_name, request, finding);
    }
    for (const other of course.providers) {
      const finding = `course ${linkhash} is in the list of provider ${other} but is of provider ${provider}`;
      checks.expect('list-members', other === provider, request, finding);
    }
    checkListed(this.run, course, this.walked, [`provider ${provider}`]);
  }

  private categoryFaults({ categories, categories_ids }: FullCourse): string[] {
    if (categories.length !== categories_ids.length) {
      return [`there are ${categories.length} categories and ${categories_ids.length} categories_ids`];
    }
    return categories.flatMap((path, index) => this.categoryFault(categories_ids[index] ?? 0, path));
  }

  /** The tree has two levels: only categories below them may be missing there. */
  private categoryFault(id: number, path: string): string[] {
    const { tree } = this.resources;
    const paths = tree.withId(id).map(categoryPath);
    if (paths.includes(path)) return [];
    if (paths.length > 0) {
      return [`category ${id} is ${quoteText(path)}, but ${paths.map(quoteText).join(' or ')} in the tree`];
    }
    this.deepPaths.set(id, (this.deepPaths.get(id) ?? new Set()).add(path));
    const isDeeper = !tree.isComplete || tree.ancestorsOf(path).some(({ parent }) => parent !== null);
    return isDeeper
      ? []
      : [`category ${id} is ${quoteText(path)}, which is neither in the tree nor below a child in it`];
  }
}
