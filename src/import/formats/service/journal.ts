// The published journal of a service that was built by this tool: which courses there are, and the digests of their views.
import { readFileSync } from 'node:fs';
import { addressOf } from '../../../api/routes.ts';
import { fieldOf } from '../../../catalog/source/record.ts';
import type { CourseChange } from '../../../api/records.ts';
import { changeIn } from '../../../storage/journal/line.ts';
import { buildPath } from '../../../outputs/catalog-metadata/declaration.ts';
import { journalPartPath } from '../../../outputs/journal/declaration.ts';
import { ProblemsError } from '../../../text/problems.ts';
import { jsonIn } from '../../input/resource.ts';
import type { Web } from '../../input/web.ts';

/**
 * The courses in the journal of a service, by ascending id, if an earlier import has kept most of them: then asking for the others alone takes
 * the fewest requests. Undefined otherwise.
 */
export async function readPublishedJournal(base: string, web: Web): Promise<CourseChange[] | undefined> {
  // Only an import that read the views has asked for it.
  if (!web.store.find(addressOf(base, 'categories'))) return undefined;
  try {
    const listed = await listedCourses(base, web);
    const stored = listed.filter(({ linkhash, sha256 }) =>
      web.findWithDigest(addressOf(base, 'course', linkhash), sha256 ?? ''),
    );
    return stored.length > listed.length / 2 ? listed.toSorted((a, b) => a.id - b.id) : undefined;
  } catch (error) {
    // A crawl needs no journal.
    if (error instanceof ProblemsError) return undefined;
    throw error;
  }
}

/** Of 10,000 lines each. Reading more takes as long as crawling the service. */
const maxParts = 250;

/** The courses that are there; none if the journal is not that of the build of the service. */
async function listedCourses(base: string, web: Web): Promise<CourseChange[]> {
  const response = await web.find(`${base}/${buildPath}`);
  const build = response && jsonIn(response);
  const [changed, courses] = [fieldOf(build, 'changed'), Number(fieldOf(build, 'courses'))];
  if (changed === undefined) return [];
  const listed = new Map<string, CourseChange>();
  for (let number = 1; listed.size < courses && number <= maxParts; number += 1) {
    const part = await web.find(`${base}/${journalPartPath(number)}`);
    const texts = part ? readFileSync(part.file, 'utf8').split('\n').slice(0, -1) : [];
    const lines = texts.flatMap((text) => changeIn(text) ?? []);
    if (texts.length === 0 || lines.length < texts.length || (number === 1 && lines[0]?.at !== changed)) return [];
    for (const line of lines) if (line.sha256) listed.set(line.linkhash, line);
  }
  return listed.size === courses ? [...listed.values()] : [];
}
