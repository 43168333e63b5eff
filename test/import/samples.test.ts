// Real samples from people and platforms: what of each is read, guessed and lost, or why it is refused.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import fastGlob from 'fast-glob';
import { describe, expect } from 'vitest';
import { it } from '../fixture.ts';
import { inFolder } from '../folders.ts';
import { problemsOf, notesOf, runImport, samples, type Chosen } from './imported.ts';

interface Read {
  readonly chosen?: Chosen;
  readonly format: string;
  /** The numbers of records and courses. */
  readonly counts: readonly [read: number, courses: number];
  readonly notes: readonly string[];
  /** How many columns or fields are unused. */
  readonly lost: number;
}

const both: Chosen = { provider: 'P', language: 'English' };
const noDate = (count: number) => `${count} no date: that of --undated`;
const french: Chosen = { ...both, language: 'French' };
const byCode = { title: 'LIBELLE_LONG_200', date: 'date_published=DATE_OUVERTURE' };

/** The expected outcome of each sample; a text is the reason why it is refused. */
const outcomes: Record<string, Read | string> = {
  'csv/certif_info.csv': {
    chosen: {
      ...french,
      map: 'title=Libelle_Diplome,linkurl:=https://example.org/{Code_Diplome},provider=certificateur,date_published=Date_MaJ,categories=Libelle_FormaCode',
    },
    format: 'table',
    counts: [30, 30],
    notes: [],
    lost: 32,
  },
  'csv/events_NCI.csv': { chosen: both, format: 'table', counts: [14, 14], notes: [], lost: 23 },
  'csv/expected_courses.csv': {
    format: 'table',
    counts: [10, 10],
    notes: ['1 comma within one subject; --map categories=COLUMN split "," makes two'],
    lost: 9,
  },
  'csv/fm_keywords_export.csv': {
    chosen: {
      ...both,
      map: 'title=zzm_courseTitle_noEdit,linkurl=zze_courseURL,tags=zzd_keywords,date_published:={zzd_semester} {zzd_year}',
    },
    format: 'table',
    counts: [34, 27],
    notes: ['7 no address', '27 day of a date without one'],
    lost: 1,
  },
  'csv/n_formation_diplome.csv': {
    chosen: { ...french, map: `title=${byCode.title},linkurl:=https://example.org/{FORMATION_DIPLOME},${byCode.date}` },
    format: 'table',
    counts: [34, 34],
    notes: ['1 encoding windows-1252, as it is not UTF-8', noDate(1)],
    lost: 49,
  },
  'csv/n_formation_diplome-ambiguous.csv': {
    chosen: {
      ...french,
      dates: 'dmy',
      map: `title=${byCode.title},linkurl:=https://example.org/{FORMATION_DIPLOME},${byCode.date}`,
    },
    format: 'table',
    counts: [12, 12],
    notes: ['1 encoding windows-1252, as it is not UTF-8', noDate(1)],
    lost: 49,
  },
  'csv/oll_metadata.csv': { format: 'table', counts: [24, 24], notes: [noDate(24)], lost: 15 },
  'csv/pathway-functions-of-government.csv': {
    chosen: both,
    format: 'table',
    counts: [11, 7],
    notes: [
      '1 same address as an earlier record, with another title',
      '2 address without https://',
      '1 no address',
      noDate(7),
    ],
    lost: 9,
  },
  'csv/pathway-leading-others.csv': {
    chosen: both,
    format: 'table',
    counts: [11, 9],
    notes: [
      '1 no address',
      '1 same address as an earlier record, with another title',
      '6 text that was damaged before (U+FFFD), taken as it is',
      noDate(9),
    ],
    lost: 9,
  },
  'mit-learn/sample_courses.json': { chosen: both, format: 'table', counts: [6, 6], notes: [noDate(6)], lost: 14 },
  'mit-learn/ocw-course-data.json': 'import-format: no column is known as linkurl; the columns are course_title,',
  'mitxonline/mitxonline_courses.json': 'import-format: no column is known as linkurl; the columns are id,',
  'mitxonline/xpro_courses.json': { chosen: both, format: 'table', counts: [2, 2], notes: [noDate(2)], lost: 18 },
  'coursera/courses.v1.json': 'import-format: is the course list of Coursera, which is not read as it is',
  'edx-discovery/test_mitx_course.json': 'import-format: is the catalog of edX Discovery, which is not read as it is',
  'edx-discovery/test_non_mitx_course.json':
    'import-format: is the catalog of edX Discovery, which is not read as it is',
  'edx-discovery/test_oll_courses.json': 'import-format: is the catalog of edX Discovery, which is not read as it is',
  'other/futurelearn-feed.json': 'import-format: is the course feed of FutureLearn, which is not read as it is',
  'other/iversity-courses.json': 'import-format: is the course list of iversity, which is not read as it is',
  'other/udacity-courses.json': 'import-format: is the course list of Udacity, which is not read as it is',
  'moochub/v1-mooin.json': { format: 'moochub', counts: [2, 1], notes: ['1 no address'], lost: 10 },
  'moochub/v3-schema-example.json': { format: 'moochub', counts: [1, 1], notes: [], lost: 25 },
  'rss/edx-course-feed.rss': { format: 'feed', counts: [1, 1], notes: [], lost: 19 },
  'rss/medium-news.rss': { chosen: both, format: 'feed', counts: [3, 3], notes: [], lost: 1 },
  'rss/podcast.rss': { format: 'feed', counts: [2, 2], notes: [], lost: 7 },
  'schema-org/nbis-course-instances.json': {
    chosen: both,
    format: 'schema-org',
    counts: [12, 12],
    notes: [],
    lost: 7,
  },
  'schema-org/sib_course.json': { format: 'schema-org', counts: [1, 1], notes: [], lost: 2 },
  'schema-org/galaxy-intro-101.html': { format: 'schema-org', counts: [1, 1], notes: [noDate(1)], lost: 21 },
  'schema-org/galaxy-intro-strands.html': { format: 'schema-org', counts: [1, 1], notes: [noDate(1)], lost: 21 },
  'schema-org/slides-introduction.html': { format: 'schema-org', counts: [1, 1], notes: [noDate(1)], lost: 19 },
  'schema-org/sitemap.xml': 'import-source: is a sitemap: its pages can only be read from their host',
  'oai-pmh/ListRecordsBroken.xml': 'import-format: is of no known format',
  ...Object.fromEntries(
    ['GetRecord_utf8test', 'Identify', 'ListRecords', 'ListRecords2', 'ListRecords3', 'ListRecords4'].map((name) => [
      `oai-pmh/${name}.xml`,
      'import-format: is a response of OAI-PMH, which is not read',
    ]),
  ),
  'oai-pmh/badResumptionToken.xml': 'import-format: is a response of OAI-PMH, which is not read',
  'oai-pmh/noRecordsMatch.xml': 'import-format: is a response of OAI-PMH, which is not read',
  'richie/courses.json': 'import-format: is the course list of Richie, which is not read as it is',
};

function outcomeOf(file: string): Chosen {
  const outcome = outcomes[file];
  return typeof outcome === 'object' ? (outcome.chosen ?? {}) : {};
}

const areMissing = !existsSync(samples);

describe.skipIf(areMissing)(`the samples (need ${samples})`, () => {
  it('are all in the table, but the service, which is served', () => {
    const files = fastGlob.sync('*/*', { cwd: samples }).filter((file) => !/ATTRIBUTION$|^service-ocwc/u.test(file));
    expect(files.toSorted()).toEqual(Object.keys(outcomes).toSorted());
  });

  it('with ambiguous dates need an option for the order of day and month', async ({ folder }) => {
    const { dates: _, ...chosen } = outcomeOf('csv/n_formation_diplome-ambiguous.csv');
    const source = join(samples, 'csv/n_formation_diplome-ambiguous.csv');
    const [problem = ''] = await problemsOf(runImport(source, join(folder, 'data'), chosen));
    expect(problem).toMatch(/^date-ambiguous: the column "DATE_OUVERTURE" may be day first or month first: "\d/u);
  });

  const refused = Object.entries(outcomes).flatMap(([file, outcome]) =>
    typeof outcome === 'string' ? [[file, outcome] as const] : [],
  );
  it.each(refused)('of the file %s are refused', async (file, reason) => {
    await inFolder(async (folder) => {
      const [problem = ''] = await problemsOf(runImport(join(samples, file), join(folder, 'data'), both));
      expect(problem.slice(0, reason.length)).toBe(reason);
      expect(readdirSync(folder)).toEqual([]);
    });
  });

  const read = Object.entries(outcomes).flatMap(([file, outcome]) =>
    typeof outcome === 'object' ? [[file, outcome] as const] : [],
  );
  it.each(read)('of the file %s are read', async (file, { chosen, ...expected }) => {
    await inFolder(async (folder) => {
      const result = await runImport(join(samples, file), join(folder, 'data'), chosen);
      const { format, plan, lost } = result;
      const counts = [plan.read, plan.added.length];
      expect({ format, counts, notes: notesOf(result), lost: lost.length }).toEqual(expected);
    });
  });
});
