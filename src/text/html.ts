// HTML templates, which escape the texts that they interpolate.
import { fillTemplate, Markup, type Content } from './markup.ts';

/** A template of markup; interpolated text is safe in elements and in quoted attributes. */
export function html(parts: TemplateStringsArray, ...contents: readonly Content[]): Markup {
  return fillTemplate(parts, contents, escape);
}

/** Like `html`, for UTF-8 strings (see `text/utf8.ts`); the template itself has to be ASCII. */
export function utf8Html(parts: TemplateStringsArray, ...contents: readonly Content[]): Markup {
  return fillTemplate(parts, contents, escapeUtf8);
}

/** JSON for a script element, which nothing in it can end. */
export function scriptJson(data: object): Markup {
  return new Markup(JSON.stringify(data).replaceAll('<', String.raw`\u003c`));
}

/** What `escape` replaces. */
const special = /[&<>"'\p{Cs}]|[^\P{Cc}\t\n]/u;

function escape(text: string): string {
  // Most texts are short and have none of them: a course page has fifty texts.
  if (!special.test(text)) return text;
  return withReferences(text.toWellFormed().replace(/[^\P{Cc}\t\n]/gu, '\u{FFFD}'));
}

/** A control character of UTF-8: those above ASCII have two bytes. */
const utf8Control = /[^\P{Cc}\t\n\x80-\x9f]|\xc2[\x80-\x9f]/gu;
/** What `escapeUtf8` replaces, and the byte before a control above ASCII, as one negated class: the fastest form. */
const utf8Special = /[^\t\n !#-%(-;=?-~\x80-\xc1\xc3-\xff]/u;

function escapeUtf8(text: string): string {
  if (!utf8Special.test(text)) return text;
  return withReferences(text.replace(utf8Control, '\xef\xbf\xbd'));
}

function withReferences(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
