// XML templates, which escape the texts that they interpolate.
import { fillTemplate, Markup, type Content } from './markup.ts';

export const xmlDeclaration = new Markup('<?xml version="1.0" encoding="utf-8"?>');

/** An XML template. It escapes its contents for element text and for quoted attributes. */
export function xml(parts: TemplateStringsArray, ...contents: readonly Content[]): Markup {
  return fillTemplate(parts, contents, escape);
}

/** Characters that XML 1.0 does not allow, lone surrogates included. */
const forbidden = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/** Newlines and tabs are written as references because parsers normalize bare ones. */
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
