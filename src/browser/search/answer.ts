// The courses that hold every term sought, with as few files loaded as will do.
import type { Entry, SearchIndex } from '../../site/search/format.ts';
import type { QueryTerm } from '../../site/search/terms.ts';
import type { IndexFiles } from './files.ts';
import { chunksOf } from './places.ts';
import { rank, weigh, type Match, type Ranked, type Weights } from './ranking.ts';
import { distanceOf } from './widening.ts';

/** A term of a query, and what else may be meant by it. */
export interface Sought {
  readonly asked: QueryTerm;
  /** Terms are looked for among those that begin so. */
  readonly beginnings: readonly string[];
  readonly edits: number;
  readonly widened: boolean;
}

export interface Answer {
  /** Those that fit best first. */
  readonly ranking: readonly Ranked[];
  /** For each term sought how many courses hold it, with those counted twice that hold it in two forms. */
  readonly counts: readonly number[];
}

/** A term of the index that stands for one sought. */
interface Meant {
  readonly first: string;
  readonly entry: Entry;
  readonly distance: number;
}

/** No more chunks are loaded for all that one term of a query may mean. */
const mostChunks = 40;
/** No more chunks are loaded for one beginning, and no more files of very common terms that it stands for. */
const mostFiles = 8;
/** Nor more of these files than name so many courses, unless one alone does. */
const mostHeld = 20_000;
/** Where a term has no more holders than this, very common ones beside it are left out. */
const rare = 1000;

/** The courses that hold all that is sought. */
export async function answerTo(sought: readonly Sought[], index: SearchIndex, files: IndexFiles): Promise<Answer> {
  const meant = await Promise.all(sought.map((one) => meantBy(one, index, files)));
  const counts = meant.map((entries) => entries.reduce((sum, { entry }) => sum + countOf(entry), 0));
  if (counts.includes(0)) return { ranking: [], counts };
  const isNarrow = counts.some((count) => count <= rare);
  const telling = meant.filter((entries) => !isNarrow || !entries.some(({ entry }) => isCommon(entry, index)));
  const terms = await Promise.all(telling.map((entries) => weightsOf(entries, files)));
  return { ranking: rank(terms), counts };
}

async function meantBy(sought: Sought, { firsts }: SearchIndex, files: IndexFiles): Promise<Meant[]> {
  const { asked, beginnings, edits, widened } = sought;
  // A term that stands for itself alone lies in one chunk.
  const isAlone = !asked.unfinished && !widened;
  const most = isAlone || isLetter(asked.term) ? 1 : mostFiles;
  const places = new Set(beginnings.flatMap((beginning) => chunksOf(firsts, beginning, most)));
  const chunks = await Promise.all(
    [...places].slice(0, mostChunks).map(async (first) => ({ first, entries: await files.chunk(first) })),
  );
  return chunks.flatMap(({ first, entries }) =>
    entries.flatMap((entry): Meant[] => {
      const distance = distanceOf(asked, entry[0], edits, widened);
      return distance === undefined ? [] : [{ first, entry, distance }];
    }),
  );
}

async function weightsOf(meant: readonly Meant[], files: IndexFiles): Promise<Weights> {
  const here = meant.flatMap(({ entry, distance }): Match[] =>
    entry.length === 3 ? [{ distance, holders: [entry[1], entry[2]] }] : [],
  );
  const apart = worthLoading(meant).map(async ({ first, entry, distance }) => ({
    distance,
    holders: await files.holders(first, entry[0]),
  }));
  return weigh([...here, ...(await Promise.all(apart))]);
}

/** The terms with holders in files of their own that are nearest to the one asked for, and of these the most common. */
function worthLoading(meant: readonly Meant[]): Meant[] {
  const nearest = meant
    .filter(({ entry }) => entry.length === 2)
    .toSorted((one, other) => one.distance - other.distance || countOf(other.entry) - countOf(one.entry));
  let held = 0;
  return nearest.slice(0, mostFiles).filter(({ entry }, at) => {
    held += countOf(entry);
    return at === 0 || held <= mostHeld;
  });
}

/** A letter alone begins so many terms that one chunk has to do. Where letters are words, few terms begin with one. */
function isLetter(term: string): boolean {
  return term.length === 1 && term < '\u2e80';
}

function countOf(entry: Entry): number {
  return entry.length === 2 ? entry[1] : entry[1].length + entry[2].length;
}

/** So common that its holders tell little and weigh much. */
function isCommon(entry: Entry, { courses }: SearchIndex): boolean {
  return entry.length === 2 && entry[1] > Math.max(mostHeld, courses / 4);
}
