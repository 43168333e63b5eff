// Notes: what is printed after a build, and the parts of commands that it is made of.
import type { Host, Site } from './host.ts';

/** What to do next with a build, a line each: the host's own notes, and how to hold what was published against the specification. */
export function notesFor(host: Host, site: Site): string[] {
  const own = host.notes(site);
  return host.isLocal ? [...own] : [...own, `Prove it: npx course-catalog verify ${shellWord(site.baseUrl)}`];
}

/** A path or an address as one word of a command line of a POSIX shell, and never as an option. */
export function shellWord(text: string): string {
  const named = text.startsWith('-') ? `./${text}` : text;
  return /^[\w./@:%+,-]+$/u.test(named) ? named : `'${named.replaceAll("'", String.raw`'\''`)}'`;
}
