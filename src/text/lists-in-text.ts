// Lists in texts: fields of the API that hold several values in one text, such as authors and tags.
import { readableName } from './character-references.ts';

/** The values in a text, each once. */
export function splitDistinct(text: string, separator: string): string[] {
  return distinctTexts(text.split(separator).map((part) => part.trim()));
}

/** The authors of a course. References are decoded first: a semicolon ends one, and separates authors. */
export function authorsIn(author: string): string[] {
  return splitDistinct(readableName(author), ';');
}

/** Without duplicates and empty texts. */
export function distinctTexts(texts: readonly string[]): string[] {
  return [...new Set(texts.map((text) => text.toWellFormed()))].filter((text) => text !== '');
}
