// HTML templates, which escape the texts that they interpolate.
import { fillTemplate, Markup, type Content } from './markup.ts';

/** A template of markup; interpolated text is safe in elements and in quoted attributes. */
export function html(parts: TemplateStringsArray, ...contents: readonly Content[]): Markup {
  return fillTemplate(parts, contents, escape);
}

/** JSON for a script element, which nothing in it can end. */
export function scriptJson(data: object): Markup {
  return new Markup(JSON.stringify(data).replaceAll('<', String.raw`\u003c`));
}

/** A line of the head with data for search engines and harvesters. */
export function jsonLd(data: object): Markup {
  return html`<script type="application/ld+json">${scriptJson(data)}</script>\n`;
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
