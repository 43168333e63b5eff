// Shells: words of the commands that are shown to be copied.

/** Quotes a path or URL as one word of a POSIX shell command, never read as an option. */
export function shellWord(text: string): string {
  return typedWord(text.startsWith('-') ? `./${text}` : text);
}

/** Quotes one word of a command line as it was typed, an option or anything else. */
export function typedWord(text: string): string {
  return /^[\w./@:%+,-]+$/u.test(text) ? text : shellQuoted(text);
}

/** Quotes a text for a POSIX shell, whatever it holds. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
