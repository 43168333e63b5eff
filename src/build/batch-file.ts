// Batch files: what a batch of course files came to, kept for the next build.
import type { CourseColumns, LatestCourse, UsedLanguage } from '../catalog/columns.ts';
import { asFloat64, asUint32, readSections, writeSections } from '../output/sections.ts';
import { bytesOfUtf8 } from '../source/utf8.ts';
import { linkhashesOf } from './hashes.ts';
import type { BatchTerms } from './search/terms.ts';

/** What is neither numbers nor long text. */
interface Facts {
  readonly languages: readonly UsedLanguage[];
  readonly latest: readonly Omit<LatestCourse, 'full'>[];
}

/** Writes the columns of a batch, their linkhashes first: most builds need no more of it. */
export function writeBatch(path: string, columns: CourseColumns, terms: BatchTerms | undefined): void {
  const { languages, latest, summaries, ...numbers } = columns;
  const facts: Facts = { languages, latest: latest.map(({ order, id }) => ({ order, id })) };
  writeSections(path, {
    linkhashes: linkhashesOf(columns),
    twins: numbers.twins,
    facts: Buffer.from(JSON.stringify(facts)),
    ids: numbers.ids,
    hashes: numbers.hashes,
    hasCatalogId: numbers.hasCatalogId,
    lists: numbers.lists,
    listEnds: numbers.listEnds,
    summaryEnds: numbers.summaryEnds,
    // A record has no line end of its own.
    latest: bytesOfUtf8(latest.map(({ full }) => full).join('\n')),
    summaries,
    ...(terms && {
      termTexts: terms.text,
      termEnds: terms.ends,
      termHolders: terms.holders,
      termMarks: Buffer.from(JSON.stringify(terms.marks)),
    }),
  });
}

/** The terms of a batch that was written with them. */
export function readTerms(path: string): BatchTerms {
  const bytes = readSections(path, 'termTexts', 'termEnds', 'termHolders', 'termMarks');
  return {
    text: bytes('termTexts'),
    ends: asUint32(bytes('termEnds')),
    holders: asUint32(bytes('termHolders')),
    marks: marksIn(bytes('termMarks')),
  };
}

/** The marks among the terms of such a batch. */
export function readTermMarks(path: string): BatchTerms['marks'] {
  return marksIn(readSections(path, 'termMarks')('termMarks'));
}

function marksIn(bytes: Uint8Array): BatchTerms['marks'] {
  return JSON.parse(Buffer.from(bytes).toString('utf8'));
}

/** The linkhashes of a batch. */
export function readLinkhashes(path: string): Uint8Array {
  return readSections(path, 'linkhashes')('linkhashes');
}

/** The columns of a batch, whose years are known from elsewhere; its summaries are read when they are asked for. */
export function readBatch(path: string, years: CourseColumns['years']): CourseColumns {
  const names = [
    'facts',
    'ids',
    'hashes',
    'hasCatalogId',
    'lists',
    'listEnds',
    'summaryEnds',
    'latest',
    'twins',
  ] as const;
  const bytes = readSections(path, ...names);
  const { languages, latest }: Facts = JSON.parse(Buffer.from(bytes('facts')).toString('utf8'));
  const records = Buffer.from(bytes('latest')).toString('latin1').split('\n');
  let summaries: Uint8Array | undefined;
  return {
    ids: asFloat64(bytes('ids')),
    hashes: asFloat64(bytes('hashes')),
    hasCatalogId: bytes('hasCatalogId'),
    lists: asUint32(bytes('lists')),
    listEnds: asUint32(bytes('listEnds')),
    languages,
    summaryEnds: asUint32(bytes('summaryEnds')),
    latest: latest.map((course, at) => ({ ...course, full: records[at] ?? '' })),
    years,
    twins: bytes('twins'),
    get summaries() {
      summaries ??= readSections(path, 'summaries')('summaries');
      return summaries;
    },
  };
}
