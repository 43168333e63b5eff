// Notes: the next steps printed after a build.
import { shellWord } from '../text/shell.ts';
import type { Host, Site } from './host.ts';

/** The next steps, one line each: the host's own notes, then how to verify the published API. */
export function notesFor(host: Host, site: Site): string[] {
  const own = host.notes(site);
  return host.isLocal ? [...own] : [...own, `Verify it: npx course-catalog verify ${shellWord(site.baseUrl)}`];
}
