// Notes: the parts of commands that what is printed after a build is made of.

/** A path as one word of a command line. */
export function shellWord(path: string): string {
  return /^[\w./@:-]+$/u.test(path) ? path : JSON.stringify(path);
}

/** The last note of hosts on which a site is published by a command: how to hold it against the specification. */
export function proofNote(baseUrl: string): string {
  return `Prove it: course-catalog verify ${baseUrl}`;
}
