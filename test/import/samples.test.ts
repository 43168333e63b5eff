// Real samples from people and platforms: what of each is read, guessed and lost, or why it is refused.
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fastGlob from 'fast-glob';
import { describe, expect } from 'vitest';
import { it } from '../helpers/fixture.ts';
import { inFolder } from '../helpers/folders.ts';
import { words } from '../helpers/words.ts';
import { problemsOf, notesOf, runImport, samples, type Chosen } from './imported.ts';

const both: Chosen = { provider: 'P', language: 'English' };
const french: Chosen = { ...both, language: 'French' };

const byCode = 'title=LIBELLE_LONG_200,linkurl:=https://example.org/{FORMATION_DIPLOME},date_published=DATE_OUVERTURE';
const certificates =
  'title=Libelle_Diplome,linkurl:=https://example.org/{Code_Diplome},provider=certificateur,date_published=Date_MaJ,categories=Libelle_FormaCode';
const keywords =
  'title=zzm_courseTitle_noEdit,linkurl=zze_courseURL,tags=zzd_keywords,date_published:={zzd_semester} {zzd_year}';

/** The options of samples that do not say all; those of others are few. */
const chosen: Readonly<Record<string, Chosen>> = {
  'csv/certif_info.csv': { ...french, map: certificates },
  'csv/fm_keywords_export.csv': { ...both, map: keywords },
  'csv/n_formation_diplome.csv': { ...french, map: byCode },
  'csv/n_formation_diplome-ambiguous.csv': { ...french, dates: 'dmy', map: byCode },
};
/** Samples that name their providers and languages. */
const complete = new Set(
  words`csv/expected_courses.csv csv/oll_metadata.csv mitxonline/xpro_courses.json moochub/v1-mooin.json
    moochub/v3-schema-example.json rss/edx-course-feed.rss rss/podcast.rss schema-org/sib_course.json
    schema-org/galaxy-intro-101.html schema-org/galaxy-intro-strands.html schema-org/slides-introduction.html`,
);

const optionsOf = (file: string) => chosen[file] ?? (complete.has(file) ? {} : both);

describe.skipIf(!existsSync(samples))(`the samples (need ${samples})`, () => {
  it('have the outcomes in samples.txt', async () => {
    // The service is served in another test.
    const files = fastGlob.sync('*/*', { cwd: samples }).filter((file) => !/ATTRIBUTION$|^service-ocwc/u.test(file));
    const outcomes = files.toSorted().map((file) => inFolder((folder) => outcomeOf(file, folder)));
    const text = (await Promise.all(outcomes)).join('').replaceAll(`${samples}/`, '');
    await expect(text).toMatchFileSnapshot(resolve('test/import/samples.txt'));
  });

  it('with ambiguous dates need an option for the order of day and month', async ({ folder }) => {
    const source = join(samples, 'csv/n_formation_diplome-ambiguous.csv');
    const [problem = ''] = await problemsOf(runImport(source, join(folder, 'data'), { ...french, map: byCode }));
    expect(problem).toMatch(/^date-ambiguous: the column "DATE_OUVERTURE" may be day first or month first: "\d/u);
  });
});

/** What was read of a sample, or why it is refused, which leaves nothing behind. */
async function outcomeOf(file: string, folder: string): Promise<string> {
  const importing = runImport(join(samples, file), join(folder, 'data'), optionsOf(file));
  const lines = await importing.then(
    (result) => {
      const { format, plan, lost } = result;
      return [`${format}, ${plan.read} read, ${plan.added.length} new, ${lost.length} not used`, ...notesOf(result)];
    },
    async (reason: unknown) => {
      expect(readdirSync(folder), file).toEqual([]);
      const problems = await problemsOf(Promise.reject(reason));
      return problems.map((problem) => problem.slice(0, 70));
    },
  );
  return `${[file, ...lines].join('\n  ')}\n`;
}
