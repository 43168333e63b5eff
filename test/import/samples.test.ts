// Real samples from people and platforms: what of each is read, guessed and lost, or why it is refused.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import fastGlob from 'fast-glob';
import { describe, expect } from 'vitest';
import { it } from '../fixture.ts';
import { inFolder } from '../folders.ts';
import { words } from '../words.ts';
import { problemsOf, notesOf, runImport, samples, type Chosen } from './imported.ts';

interface Read {
  readonly chosen: Chosen;
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

const read = (format: string, numbers: string, notes: readonly string[] = [], chosen: Chosen = {}): Read => {
  const [all = 0, courses = 0, lost = 0] = numbers.split(' ').map(Number);
  return { format, counts: [all, courses], notes, lost, chosen };
};
const oai = 'import-format: is a response of OAI-PMH, which is not read';
const notAsItIs = (what: string) => `import-format: is the ${what}, which is not read as it is`;
const notUtf8 = '1 encoding windows-1252, as it is not UTF-8; --encoding names another';
const byCode = 'title=LIBELLE_LONG_200,linkurl:=https://example.org/{FORMATION_DIPLOME},date_published=DATE_OUVERTURE';
const certificates =
  'title=Libelle_Diplome,linkurl:=https://example.org/{Code_Diplome},provider=certificateur,date_published=Date_MaJ,categories=Libelle_FormaCode';
const keywords =
  'title=zzm_courseTitle_noEdit,linkurl=zze_courseURL,tags=zzd_keywords,date_published:={zzd_semester} {zzd_year}';

/** The expected outcome of each sample: what was read, with the numbers of records, courses and unused columns; or the reason why it is refused. */
const outcomes: Record<string, Read | string> = {
  'csv/certif_info.csv': read('table', '30 30 32', [], { ...french, map: certificates }),
  'csv/events_NCI.csv': read('table', '14 14 23', [], both),
  'csv/expected_courses.csv': read('table', '10 10 9', [
    '1 comma within one subject; --map categories=COLUMN split "," makes two',
  ]),
  'csv/fm_keywords_export.csv': read(
    'table',
    '34 27 1',
    ['7 no address', '27 date that cannot be read', '27 no date: that of --undated'],
    {
      ...both,
      map: keywords,
    },
  ),
  'csv/n_formation_diplome.csv': read('table', '34 34 49', [notUtf8, noDate(1)], { ...french, map: byCode }),
  'csv/n_formation_diplome-ambiguous.csv': read('table', '12 12 49', [notUtf8, noDate(1)], {
    ...french,
    dates: 'dmy',
    map: byCode,
  }),
  'csv/oll_metadata.csv': read('table', '24 24 15', [noDate(24)]),
  'csv/pathway-functions-of-government.csv': read(
    'table',
    '11 7 9',
    [
      '1 same address as an earlier record, with another title',
      '2 address without https://; write it before the address',
      '1 no address',
      noDate(7),
    ],
    both,
  ),
  'csv/pathway-leading-others.csv': read(
    'table',
    '11 9 9',
    [
      '1 no address',
      '1 same address as an earlier record, with another title',
      '6 text that was damaged before (U+FFFD), taken as it is',
      noDate(9),
    ],
    both,
  ),
  'mit-learn/sample_courses.json': read('table', '6 6 14', [noDate(6)], both),
  'mit-learn/ocw-course-data.json': 'import-format: no column is known as linkurl; the columns are course_title,',
  'mitxonline/mitxonline_courses.json': 'import-format: no column is known as linkurl; the columns are id,',
  'mitxonline/xpro_courses.json': read('table', '2 2 18', [noDate(2)], both),
  'coursera/courses.v1.json': notAsItIs('course list of Coursera'),
  'edx-discovery/test_mitx_course.json': notAsItIs('catalog of edX Discovery'),
  'edx-discovery/test_non_mitx_course.json': notAsItIs('catalog of edX Discovery'),
  'edx-discovery/test_oll_courses.json': notAsItIs('catalog of edX Discovery'),
  'other/futurelearn-feed.json': notAsItIs('course feed of FutureLearn'),
  'other/iversity-courses.json': notAsItIs('course list of iversity'),
  'other/udacity-courses.json': notAsItIs('course list of Udacity'),
  'moochub/v1-mooin.json': read('moochub', '2 1 10', ['1 no address']),
  'moochub/v3-schema-example.json': read('moochub', '1 1 25'),
  'rss/edx-course-feed.rss': read('feed', '1 1 19'),
  'rss/medium-news.rss': read('feed', '3 3 1', [], both),
  'rss/podcast.rss': read('feed', '2 2 7'),
  'schema-org/nbis-course-instances.json': read('schema-org', '12 12 7', [], both),
  'schema-org/sib_course.json': read('schema-org', '1 1 2'),
  'schema-org/galaxy-intro-101.html': read('schema-org', '1 1 21', [noDate(1)]),
  'schema-org/galaxy-intro-strands.html': read('schema-org', '1 1 21', [noDate(1)]),
  'schema-org/slides-introduction.html': read('schema-org', '1 1 19', [noDate(1)]),
  'schema-org/sitemap.xml': 'import-source: is a sitemap: its pages can only be read from their host',
  'oai-pmh/ListRecordsBroken.xml': 'import-format: is of no known format',
  ...Object.fromEntries(
    words`GetRecord_utf8test Identify ListRecords ListRecords2 ListRecords3 ListRecords4 badResumptionToken
      noRecordsMatch`.map((name) => [`oai-pmh/${name}.xml`, oai]),
  ),
  'richie/courses.json': notAsItIs('course list of Richie'),
};

function outcomeOf(file: string): Chosen {
  const outcome = outcomes[file];
  return typeof outcome === 'object' ? outcome.chosen : {};
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

  const taken = Object.entries(outcomes).flatMap(([file, outcome]) =>
    typeof outcome === 'object' ? [[file, outcome] as const] : [],
  );
  it.each(taken)('of the file %s are read', async (file, { chosen, ...expected }) => {
    await inFolder(async (folder) => {
      const result = await runImport(join(samples, file), join(folder, 'data'), chosen);
      const { format, plan, lost } = result;
      const counts = [plan.read, plan.added.length];
      expect({ format, counts, notes: notesOf(result), lost: lost.length }).toEqual(expected);
    });
  });
});
