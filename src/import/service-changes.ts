// The list of changes of a service that was built by this tool: which courses there are, and the digests of their views.
import { readFileSync } from 'node:fs';
import { addressOf } from '../api/routes.ts';
import { fieldOf } from '../catalog/reading.ts';
import { buildPath } from '../outputs/about/row.ts';
import { isPart } from '../outputs/changes/paths.ts';
import { lineReader, type JournalLine } from '../outputs/journal.ts';
import { ProblemsError } from '../problems.ts';
import { jsonIn } from './resource.ts';
import { elementsOf } from './rows.ts';
import type { Web } from './web.ts';

/**
 * The courses that a service lists, by ascending id, if an earlier import has kept most of them: then asking for the others alone takes
 * the fewest requests. Undefined otherwise.
 */
export async function readListed(base: string, web: Web): Promise<JournalLine[] | undefined> {
  // Only an import that read the views has asked for it.
  if (!web.store.find(addressOf(base, 'categories'))) return undefined;
  try {
    const listed = await listedIn(base, web);
    const kept = listed.filter(({ linkhash, sha256 }) => web.kept(addressOf(base, 'course', linkhash), sha256));
    return kept.length > listed.length / 2 ? listed.toSorted((a, b) => a.id - b.id) : undefined;
  } catch (error) {
    // A crawl needs no list of changes.
    if (error instanceof ProblemsError) return undefined;
    throw error;
  }
}

/** The courses that are there; none if the build of the service lists none, or something else. */
async function listedIn(base: string, web: Web): Promise<JournalLine[]> {
  const read = async (address: string) => {
    const found = await web.find(address);
    return found && jsonIn(found);
  };
  // A list may be left of an earlier build.
  const parts = elementsOf(fieldOf(await read(`${base}/${buildPath}`), 'changes')).map(String);
  if (parts.length === 0) return [];
  const providers = elementsOf(await read(addressOf(base, 'providers')));
  const count = providers.reduce<number>((sum, provider) => sum + Number(fieldOf(provider, 'course_count')), 0);
  const listed: JournalLine[] = [];
  const lineIn = lineReader();
  for (const path of parts) {
    const found = isPart(path) ? await web.find(`${base}/${path}`) : undefined;
    for (const text of found ? readFileSync(found.file, 'utf8').split('\n').slice(0, -1) : ['']) {
      const line = lineIn(text);
      if (!line || listed.length > count) return [];
      if (line.change !== 'deleted') listed.push(line);
    }
  }
  return listed.length === count ? listed : [];
}
