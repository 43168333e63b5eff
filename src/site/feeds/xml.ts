// XML: here, and nowhere else in the feeds, text becomes markup.
import { fill, Markup, type Content } from '../../markup.ts';

export const xmlDeclaration = new Markup('<?xml version="1.0" encoding="utf-8"?>');

/** A template of markup; good for the text of elements and for quoted attributes. */
export function xml(parts: TemplateStringsArray, ...contents: readonly Content[]): Markup {
  return fill(parts, contents, escape);
}

/** Everything but the characters of XML 1.0; lone surrogates are among the rest. */
const forbidden = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/** Line ends and tabs are written as references: a parser changes them where they stand bare. */
const references: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ['\t', '&#9;'],
  ['\n', '&#10;'],
  ['\r', '&#13;'],
]);

function escape(text: string): string {
  return text.replace(forbidden, '').replace(/[&<>"\t\n\r]/gu, (character) => references.get(character) ?? '');
}
