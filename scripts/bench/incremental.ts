// Owns the rounds of builds over an earlier build: the edits between them, and what is measured of each.
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gitStatusOf, type Live, type Lives } from './commands.ts';
import { appendCourse, changeTitle, changeTitles } from './edits.ts';
import { type Contender, MANY_TITLES } from './contenders.ts';
import { measure, type Measurement, type Place, remove } from './measure.ts';
import { look, type Output, type Rewritten, rewritten } from './rewritten.ts';
import { measureWatch } from './watch.ts';

type Measured = (contender: Contender, measurement: Measurement) => void;

/** Milliseconds after which a build trusts the timestamp of a file to prove that it is unchanged. */
const SETTLED = 2100;

/** What two edits rewrote. */
export interface Edited {
  appended: Rewritten;
  retitled: Rewritten;
}

/** Measures one round; in the first, returns what the edits rewrote. */
export async function measureLives(
  { one, before: old, many, pages, coursePages, journal }: Lives,
  round: number,
  place: Place,
  onMeasured: Measured,
): Promise<Edited | undefined> {
  await settle(one, place);
  if (old) await settle(old, place);
  /** Measures both commands; the other one first in every other round, as the first reads what is new to the caches. */
  const measureBoth = async (ours: Contender, theirs: Contender) => {
    const both = [{ contender: ours, live: one }, ...(old ? [{ contender: theirs, live: old }] : [])];
    for (const { contender, live } of round % 2 === 0 ? both.toReversed() : both) {
      onMeasured(contender, await measure(live.build, place));
    }
  };
  await measureBoth('unchanged', 'unchangedBefore');
  onMeasured('gitStatus', await measureGitStatus(one, place));
  changeTitle(one.catalog, `Title of round ${round}`);
  await measureBoth('titleOne', 'titleOneBefore');
  await settle(one, place);
  changeTitles(one.catalog, MANY_TITLES, `One of many of round ${round}`);
  onMeasured('titles', await measure(one.build, place));

  await removeOutput(many.out);
  onMeasured('buildMany', await measure(many.build, place));
  await settle(many, place);
  changeTitle(many.catalog, `Title of round ${round}`);
  onMeasured('titleMany', await measure(many.build, place));

  await settle(one, place);
  const beforeAppending = await lookOnce(one, round);
  appendCourse(one.catalog, `Course of round ${round}`);
  onMeasured('appended', await measure(one.build, place));
  const after = await lookOnce(one, round);

  const watched = await measureWatch(one, round, place);
  onMeasured('watchTitle', watched.title);
  onMeasured('watchAppend', watched.append);

  await settle(pages, place);
  onMeasured('pagesUnchanged', await measure(pages.build, place));
  const beforeTitle = await lookOnce(pages, round);
  changeTitle(pages.catalog, `Title of round ${round}`);
  onMeasured('pagesTitle', await measure(pages.build, place));
  const now = await lookOnce(pages, round);

  await settle(coursePages, place);
  onMeasured('coursePagesUnchanged', await measure(coursePages.build, place));
  changeTitle(coursePages.catalog, `Title of round ${round}`);
  onMeasured('coursePagesTitle', await measure(coursePages.build, place));

  await settle(journal, place);
  // The journal is new, too.
  await settle(journal, place);
  onMeasured('journalUnchanged', await measure(journal.build, place));
  changeTitle(journal.catalog, `Title of round ${round}`);
  onMeasured('journalTitle', await measure(journal.build, place));
  if (!beforeAppending || !after || !beforeTitle || !now) return undefined;
  return { appended: rewritten(beforeAppending, after), retitled: rewritten(beforeTitle, now) };
}

/** Git has read every file once before, as in a user's working copy. */
async function measureGitStatus(live: Live, place: Place): Promise<Measurement> {
  const { prepare, status } = gitStatusOf(live);
  for (const command of [...prepare, status]) await measure(command, place);
  return measure(status, place);
}

/** Removes an output and its saved state. */
export async function removeOutput(out: string): Promise<void> {
  await remove(out);
  await remove(join(dirname(out), `.${basename(out)}.state`));
}

/** Brings the output up to date with the catalog, as if nobody had edited anything for a while. */
export async function settle({ build }: Pick<Live, 'build'>, place: Place): Promise<void> {
  await pause(SETTLED, undefined, { signal: place.signal });
  await measure(build, place);
}

/** The bytes do not depend on the round, and reading them all takes seconds. */
async function lookOnce({ out }: Live, round: number): Promise<Output | undefined> {
  return round === 1 && existsSync(out) ? look(out) : undefined;
}
