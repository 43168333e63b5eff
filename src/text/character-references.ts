// Character references: the signs behind `&eacute;`, `&#233;` and `&#xe9;`.
import { decodeHTMLStrict } from 'entities/decode';

/**
 * The text with its references decoded, each of which ends with a semicolon. `&nbsp;` becomes a plain space (`&#160;` stays a no-break
 * space), what stands for no character U+FFFD, and an unknown name stays as it is.
 */
export function decodeReferences(text: string): string {
  return text.includes('&') ? decodeHTMLStrict(text.replaceAll('&nbsp;', ' ')) : text;
}

/** A name as people read it: with its references decoded, and without the backslashes that Markdown writes before signs. */
export function readableName(name: string): string {
  const decoded = decodeReferences(name);
  // Nearly all names have neither.
  return decoded.includes('\\') ? decoded.replaceAll(/\\([!-/:-@[-`{-~])/gu, '$1') : decoded;
}

/** The first reference in a text that stands for a character; undefined without one. */
export function referenceIn(text: string): string | undefined {
  const references = text.match(/&#?\w+;/gu) ?? [];
  return references.find((reference) => decodeReferences(reference) !== reference);
}
