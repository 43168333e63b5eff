// The work of a build that can be shared out: jobs whose input and output can be handed from thread to thread.
import { CourseRenderer } from '../api/course.ts';
import type { LinkOptions } from '../api/paging.ts';
import { indexReferences } from '../catalog/course.ts';
import type { References } from '../catalog/references.ts';
import { GrowingBytes } from '../output/bytes.ts';
import { Writer, type IndexForm, type Places } from '../output/writer.ts';
import type { SourceRange } from '../source/ranges.ts';
import { readCourses, type ReadCourses } from './courses.ts';
import { writePages, type PageTask, type WrittenPages } from './pages.ts';
import { writeSearch, type SearchTask, type WrittenSearch } from './search/job.ts';

/** What every job of a build needs; plain data. */
export interface WorkContext {
  readonly references: References;
  readonly latest: number;
  readonly pageSize: number;
  readonly links: LinkOptions;
  readonly form: IndexForm;
  /** Where to write the API; null where courses are only to be checked. */
  readonly places: Places | null;
  /** Where to write the search index; null where nobody is going to search. */
  readonly around: Places | null;
  /** What pieces of the source are marked with: see `Fingerprint`. */
  readonly marksKey: string;
  /** One number in shared memory: not 0 once the build is broken off. */
  readonly stop: Int32Array;
}

export interface Work {
  readonly courses: (ranges: readonly SourceRange[]) => Promise<ReadCourses>;
  readonly pages: (task: PageTask) => Promise<WrittenPages>;
  readonly search: (task: SearchTask) => Promise<WrittenSearch>;
}

/** The jobs, done in this thread. */
export function workHere(context: WorkContext): Work {
  const { references, latest, pageSize, links, form, places, around, marksKey, stop } = context;
  const goOn = () => {
    if (Atomics.load(stop, 0) !== 0) throw new Error('the build was broken off');
  };
  const writer = places === null ? undefined : new Writer(places, form);
  const courseContext = {
    index: indexReferences(references),
    renderer: new CourseRenderer(references),
    latest,
    view: new GrowingBytes(),
    summaries: new GrowingBytes(),
    hasTwins: form.precompress.length > 0,
    knownTerms: around === null ? undefined : new Map(),
    marksKey,
    goOn,
    ...(writer && { writer }),
  };
  return {
    courses: (ranges) => readCourses(ranges, courseContext),
    pages: async (task) => {
      if (!writer) throw new Error('pages cannot be written without a folder');
      return writePages(task, { writer, links, pageSize, goOn });
    },
    search: async (task) => {
      if (around === null) throw new Error('a search index cannot be written without a folder');
      return writeSearch(task, around, goOn);
    },
  };
}
