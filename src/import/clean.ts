// Cleaning: texts that should be plain but come with markup, entities or odd spaces.

import { decodeReferences } from '../site/character-references.ts';

/** A plain text: without tags, with its entities decoded and its white space collapsed. */
export function plainText(text: string): string {
  // Most texts are plain already.
  if (!/[<&]|[^\S ]|^ |  | $/u.test(text)) return text;
  const untagged = text.includes('<') ? text.replaceAll(/<\/?[a-z][^<>]*>/giu, ' ') : text;
  return decodeEntities(untagged).replaceAll(/\s+/gu, ' ').trim();
}

/** Decodes character references; those that stand for half a character become U+FFFD. */
export function decodeEntities(text: string): string {
  return text.includes('&') ? decodeReferences(text).toWellFormed() : text;
}

/** The form in which names are compared: case, width and white space do not count. */
export function foldName(name: string): string {
  return name.normalize('NFKC').toLowerCase().replaceAll(/\s+/gu, ' ').trim();
}
