// Notes: the next steps printed after a build.
import type { Host, Site } from './host.ts';

/** The next steps, one line each: the host's own notes, then how to verify the published API. */
export function notesFor(host: Host, site: Site): string[] {
  const own = host.notes(site);
  return host.isLocal ? [...own] : [...own, `Verify it: npx course-catalog verify ${shellWord(site.baseUrl)}`];
}

/** Quotes a path or URL as one word of a POSIX shell command, never read as an option. */
export function shellWord(text: string): string {
  const named = text.startsWith('-') ? `./${text}` : text;
  return /^[\w./@:%+,-]+$/u.test(named) ? named : `'${named.replaceAll("'", String.raw`'\''`)}'`;
}
