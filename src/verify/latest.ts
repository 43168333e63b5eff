// The latest list: checks its order, and that no other course is newer (specification 2.1, 4.3).
import { isDeepStrictEqual } from 'node:util';
import { addressOf } from '../api/routes.ts';
import { courseSchema, type FullCourse } from '../api/schemas.ts';
import type { Courses } from './courses.ts';
import type { Request } from '../client/client.ts';
import { itemsOf, readJson, type Run } from './run.ts';
import { readRecord } from './shapes.ts';

export class Latest {
  readonly byHash: ReadonlyMap<string, FullCourse>;
  /** The sort key of its oldest course's date; undefined if it is empty. */
  private readonly oldest: string | undefined;

  constructor(
    private readonly run: Run,
    private readonly request: Request,
    courses: readonly FullCourse[],
    /** Whether every record could be read. */
    private readonly isComplete: boolean,
  ) {
    this.byHash = new Map(courses.map((course) => [course.linkhash, course]));
    [this.oldest] = courses.map(({ date_published }) => sortable(date_published)).toSorted();
  }

  /** Checks that it is not empty if there are courses. */
  checkNotEmpty({ byHash }: Courses): void {
    if (!this.isComplete || byHash.size === 0) return;
    this.run.findings.expect('latest-newest', this.byHash.size > 0, this.request, () => {
      return `the latest list is empty, but ${byHash.size} courses are listed elsewhere`;
    });
  }

  /** Checks a single view against it. Among courses with the same date it may have any. */
  checkView(course: FullCourse, request: Request): void {
    const { findings } = this.run;
    const listed = this.byHash.get(course.linkhash);
    if (listed) findings.faults('latest-view', differingFields(listed, course), request);
    else if (this.isComplete && this.oldest !== undefined) {
      findings.expect('latest-newest', sortable(course.date_published) <= this.oldest, request, () => {
        return `course ${course.linkhash} of ${course.date_published} is newer than the last in the latest list`;
      });
    }
  }
}

/** Reads the latest list, checks its schema and order, and adds its courses to `courses`. */
export async function readLatest(run: Run, courses: Courses): Promise<Latest> {
  const url = addressOf(run.base, 'latest');
  const read = await readJson(run, url);
  if (read === undefined) return new Latest(run, { method: 'GET', url }, [], false);
  const { request } = read.answer;
  const items = itemsOf(run, 'course-record', read);
  const latest = items.flatMap((item, at) => {
    return readRecord(run, 'course-record', courseSchema, item, request, `course ${at + 1} of the latest`) ?? [];
  });
  const hashes = new Set<string>();
  for (const course of latest) {
    courses.add(run, { ...course, categories: course.categories_ids }, request);
    run.findings.expect('latest-newest', !hashes.has(course.linkhash), request, () => {
      return `course ${course.linkhash} is in the latest list twice`;
    });
    hashes.add(course.linkhash);
  }
  checkOrder(run, latest, request);
  return new Latest(run, request, latest, Array.isArray(read.value) && latest.length === items.length);
}

function checkOrder({ findings }: Run, latest: readonly FullCourse[], request: Request): void {
  for (const [at, later] of latest.slice(1).entries()) {
    const sooner = latest[at];
    const isOrdered = sooner === undefined || sortable(sooner.date_published) >= sortable(later.date_published);
    findings.expect('latest-order', isOrdered, request, () => {
      return `course ${later.id} of ${later.date_published} comes after one of ${sooner?.date_published}`;
    });
  }
}

/** A key to sort dates by: fractions of a second may differ in length. */
function sortable(date: string): string {
  return date.replace(/0+$/u, '');
}

function differingFields(latest: FullCourse, view: FullCourse): string[] {
  const shown = new Map(Object.entries(view));
  const fields = Object.entries(latest)
    .filter(([field, value]) => !isDeepStrictEqual(value, shown.get(field)))
    .map(([field]) => field);
  return fields.length === 0
    ? []
    : [`course ${latest.linkhash} differs in ${fields.join(' and ')} from its record in the latest list`];
}
