// The latest list: checks its order, and that no other course is newer (specification 2.1, 4.3).
import { isDeepStrictEqual } from 'node:util';
import type { FullCourse } from '../api/records.ts';
import { fullCourseSchema } from '../api/schemas.ts';
import type { Request } from '../http/client.ts';
import { recordFault } from './courses.ts';
import type { VerifyRun } from './run.ts';
import { readRecords, type ListedRecords } from './shapes.ts';

export class LatestList {
  readonly byHash: ReadonlyMap<string, FullCourse>;
  /** The sort key of its oldest course's date; undefined if it is empty. */
  private readonly oldest: string | undefined;

  constructor(
    private readonly run: VerifyRun,
    private readonly list: ListedRecords<FullCourse>,
  ) {
    this.byHash = new Map(list.records.map((course) => [course.linkhash, course]));
    [this.oldest] = list.records.map(({ date_published }) => sortable(date_published)).toSorted();
  }

  checkNotEmpty(): void {
    const { byHash } = this.run.courses;
    if (!this.list.isComplete || byHash.size === 0) return;
    const finding = `the latest list is empty, but ${byHash.size} courses are listed elsewhere`;
    this.run.checks.expect('latest-newest', this.byHash.size > 0, this.list.request, finding);
  }

  /** Checks a single view against it. Among courses with the same date it may have any. */
  checkView(course: FullCourse, request: Request): void {
    const { checks } = this.run;
    const listed = this.byHash.get(course.linkhash);
    if (listed) {
      const values = new Map(Object.entries(course));
      const differing = Object.entries(listed).filter(([field, value]) => !isDeepStrictEqual(value, values.get(field)));
      const fields = differing.map(([field]) => field);
      checks.expectNone('latest-view', recordFault(course.linkhash, fields, 'in the latest list'), request);
    } else if (this.list.isComplete && this.oldest !== undefined) {
      const finding = `course ${course.linkhash} of ${course.date_published} is newer than the last in the latest list`;
      checks.expect('latest-newest', sortable(course.date_published) <= this.oldest, request, finding);
    }
  }
}

/** Reads the latest list, checks its schema and order, and adds its courses to those of the run. */
export async function readLatest(run: VerifyRun): Promise<LatestList> {
  const nameOf = (number: number) => `course ${number} of the latest`;
  const list = await readRecords(run, 'latest', { rule: 'course-record', schema: fullCourseSchema }, nameOf);
  const { records, request } = list;
  const hashes = new Set<string>();
  for (const [index, course] of records.entries()) {
    run.courses.add({ ...course, categories: course.categories_ids }, request);
    const twice = `course ${course.linkhash} is in the latest list twice`;
    run.checks.expect('latest-newest', !hashes.has(course.linkhash), request, twice);
    hashes.add(course.linkhash);
    const dateBefore = records[index - 1]?.date_published;
    if (dateBefore === undefined) continue;
    const finding = `course ${course.id} of ${course.date_published} comes after one of ${dateBefore}`;
    run.checks.expect('latest-order', sortable(dateBefore) >= sortable(course.date_published), request, finding);
  }
  return new LatestList(run, list);
}

/** A key to sort dates by: fractions of a second may differ in length. */
function sortable(date: string): string {
  return date.replace(/0+$/u, '');
}
