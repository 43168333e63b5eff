// HTML: the only place where text becomes markup.
import { fill, type Content, type Markup } from './markup.ts';

/** A template of markup; interpolated text is safe in elements and in quoted attributes. */
export function html(parts: TemplateStringsArray, ...contents: readonly Content[]): Markup {
  return fill(parts, contents, escape);
}

/** What `escape` replaces. */
const special = /[&<>"'\p{Cs}]|[^\P{Cc}\t\n]/u;

function escape(text: string): string {
  // Most texts are short and have none of them: a course page has fifty texts.
  if (!special.test(text)) return text;
  return text
    .toWellFormed()
    .replace(/[^\P{Cc}\t\n]/gu, '\u{FFFD}')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
