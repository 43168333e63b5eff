// Writing the search index: what is to be written of it is worked out, and shared out over the threads.
import { batchOf } from '../../catalog/lists.ts';
import type { Written } from '../../output/writer.ts';
import type { SearchIndex } from '../../site/search/format.ts';
import type { SoundCatalog } from '../catalog.ts';
import type { KnownOutput } from '../known.ts';
import type { Ground } from '../make.ts';
import { changedForSearch } from './changed.ts';
import type { SearchTask } from './job.ts';
import { planSearch, type SearchBefore } from './plan.ts';
import type { BatchTerms } from './terms.ts';

export interface WrittenIndex {
  /** To be written once all else is. */
  readonly index: SearchIndex;
  readonly written: readonly Written[];
  /** All files but the index itself, those that stay included. */
  readonly files: readonly KnownOutput[];
}

/** Jobs of each kind, at most, and what one does at least: each reads the terms of all batches, or is handed all summaries. */
const [jobsOfAKind, leastInJob] = [4, 32];

/** Writes what differs of the search index. */
export async function writeSearchIndex(
  { reads, threads, numbered: { firsts, ids, byId } }: SoundCatalog,
  { batches, base }: Pick<Ground, 'batches' | 'base'>,
): Promise<WrittenIndex> {
  const columns = reads.map((read) => read.columns);
  const searched = reads.map((read) => ({ ids: read.columns.ids, terms: termsIn(read) }));
  const changes = base?.isRestIntact === true ? changedForSearch(base.known.batches, batches, reads) : undefined;
  const before: SearchBefore | undefined = base &&
    changes && {
      courses: base.known.summary.courses,
      marks: base.known.batches.map((batch) => batch.termMarks()),
      rest: base.known.rest,
      changes,
    };
  const { index, stretches, files, kept } = planSearch(
    ids,
    byId,
    searched.map(({ terms }) => terms.marks),
    before,
  );
  // Of a batch that no file takes a course from, they need not be read.
  const needed = new Set(files.flatMap(({ courses }) => [...courses].map((course) => batchOf(firsts, course))));
  const summaries = {
    bytes: columns.map((batch, at) => (needed.has(at) ? batch.summaries : undefined)),
    ends: columns.map((batch) => batch.summaryEnds),
    firsts,
  };
  const tasks: SearchTask[] = [
    ...partsOf(stretches).map((part) => ({ chunks: { batches: searched, stretches: part } })),
    ...partsOf(files).map((part) => ({ found: { summaries, files: part } })),
  ];
  const done = await Promise.all(tasks.map((task) => threads.search(task)));
  return {
    index,
    written: done.map(({ written }) => written),
    files: [...kept, ...done.flatMap((one) => one.files)],
  };
}

function termsIn({ terms }: { readonly terms: BatchTerms | undefined }): BatchTerms {
  if (!terms) throw new Error('the courses were read without their terms');
  return terms;
}

/** The same in a few parts, in order; none of them empty. */
function partsOf<T>(all: readonly T[]): T[][] {
  const size = Math.max(leastInJob, Math.ceil(all.length / jobsOfAKind));
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));
}
