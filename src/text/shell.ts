// Shells: words of the commands that are shown to be copied.

/** Quotes a path or URL as one word of a POSIX shell command, never read as an option. */
export function shellWord(text: string): string {
  const named = text.startsWith('-') ? `./${text}` : text;
  return /^[\w./@:%+,-]+$/u.test(named) ? named : shellQuoted(named);
}

/** Quotes a text for a POSIX shell, whatever it holds. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
