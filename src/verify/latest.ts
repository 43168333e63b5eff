// The latest list: its order, and that no other course is newer than those in it (specification 2.1, 4.3).
import { isDeepStrictEqual } from 'node:util';
import { addressOf } from '../api/routes.ts';
import { courseSchema, type FullCourse } from '../api/schemas.ts';
import type { Courses } from './courses.ts';
import type { Request } from './curl.ts';
import { itemsOf, readJson, type Run } from './run.ts';
import { readRecord } from './shapes.ts';

export class Latest {
  readonly byHash: ReadonlyMap<string, FullCourse>;
  /** The date of its oldest course, to sort by; undefined where it has none. */
  private readonly oldest: string | undefined;

  constructor(
    private readonly run: Run,
    private readonly request: Request,
    courses: readonly FullCourse[],
    /** Whether every record could be read. */
    private readonly isWhole: boolean,
  ) {
    this.byHash = new Map(courses.map((course) => [course.linkhash, course]));
    [this.oldest] = courses.map(({ date_published }) => sortable(date_published)).toSorted();
  }

  /** Where there are courses, it has some. */
  holdFilled({ byHash }: Courses): void {
    if (!this.isWhole || byHash.size === 0) return;
    this.run.findings.expect('latest-newest', this.byHash.size > 0, this.request, () => {
      return `the latest list is empty, and ${byHash.size} courses are listed elsewhere`;
    });
  }

  /** Holds a single view against it. Which of several courses of one moment it has is free. */
  holdView(course: FullCourse, request: Request): void {
    const { findings } = this.run;
    const listed = this.byHash.get(course.linkhash);
    if (listed) findings.faults('latest-view', fieldsApart(listed, course), request);
    else if (this.isWhole && this.oldest !== undefined) {
      findings.expect('latest-newest', sortable(course.date_published) <= this.oldest, request, () => {
        return `course ${course.linkhash} of ${course.date_published} is newer than the last in the latest list`;
      });
    }
  }
}

/** Reads it and holds it against its schema and its order. Its courses are seen. */
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
    courses.see(run, { ...course, categories: course.categories_ids }, request);
    run.findings.expect('latest-newest', !hashes.has(course.linkhash), request, () => {
      return `course ${course.linkhash} stands twice in the latest list`;
    });
    hashes.add(course.linkhash);
  }
  holdOrder(run, latest, request);
  return new Latest(run, request, latest, Array.isArray(read.value) && latest.length === items.length);
}

function holdOrder({ findings }: Run, latest: readonly FullCourse[], request: Request): void {
  for (const [at, later] of latest.slice(1).entries()) {
    const sooner = latest[at];
    const isOrdered = sooner === undefined || sortable(sooner.date_published) >= sortable(later.date_published);
    findings.expect('latest-order', isOrdered, request, () => {
      return `course ${later.id} of ${later.date_published} stands after one of ${sooner?.date_published}`;
    });
  }
}

/** Fractions of a second may have different lengths. */
function sortable(date: string): string {
  return date.replace(/0+$/u, '');
}

function fieldsApart(latest: FullCourse, view: FullCourse): string[] {
  const shown = new Map(Object.entries(view));
  const apart = Object.entries(latest).filter(([field, value]) => !isDeepStrictEqual(value, shown.get(field)));
  return apart.length === 0
    ? []
    : [`course ${latest.linkhash} has another ${apart.map(([field]) => field).join(' and ')} in the latest list`];
}
