// The list of changes of a service that was built by this tool: which courses there are, and the digests of their views.
import { readFileSync } from 'node:fs';
import { addressOf } from '../api/routes.ts';
import { changesFile, partOf } from '../outputs/changes/paths.ts';
import { lineReader, type JournalLine } from '../outputs/journal.ts';
import type { Web } from './web.ts';

/** Lines of a part that is not the last. */
const fullPart = 10_000;

/**
 * The courses that a service lists, by ascending id, if an earlier import has kept most of them: then asking for the others alone takes
 * the fewest requests. Undefined otherwise.
 */
export async function readListed(base: string, web: Web): Promise<JournalLine[] | undefined> {
  // Only an import that read the views has asked for it.
  if (!web.store.find(addressOf(base, 'categories'))) return undefined;
  const listed = await listedIn(base, web);
  const kept = listed.filter(({ linkhash, sha256 }) => web.kept(addressOf(base, 'course', linkhash), sha256));
  return kept.length > listed.length / 2 ? listed.toSorted((a, b) => a.id - b.id) : undefined;
}

/** The courses that are there; none if the service lists none, or something else. */
async function listedIn(base: string, web: Web): Promise<JournalLine[]> {
  const listed: JournalLine[] = [];
  const read = lineReader();
  for (let part = 1; ; part += 1) {
    const found = await web.find(`${base}/${part === 1 ? changesFile : partOf(changesFile, part)}`);
    if (found === undefined) return listed;
    const texts = readFileSync(found.file, 'utf8').split('\n').slice(0, -1);
    const lines = texts.flatMap((text) => read(text) ?? []);
    if (lines.length < texts.length) return [];
    listed.push(...lines.filter(({ change }) => change !== 'deleted'));
    if (lines.length < fullPart) return listed;
  }
}
