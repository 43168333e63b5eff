// HTML: here, and nowhere else, text becomes markup.
import { fill, type Content, type Markup } from './markup.ts';

/** A template of markup; good for the text of elements and for quoted attributes. */
export function html(parts: TemplateStringsArray, ...contents: readonly Content[]): Markup {
  return fill(parts, contents, escape);
}

/** A name of any script: it cannot turn the direction of the text around it. */
export function name(text: string): Markup {
  return html`<bdi>${text}</bdi>`;
}

/** A path, read from left to right whatever the scripts of its names. It may break after a slash. */
export function path(text: string): Markup {
  const parts = text.split(/(?<=\/)/u).map((part) => html`${part}<wbr />`);
  return html`<bdi class="path" dir="ltr">${parts}</bdi>`;
}

/** A link, where the address is one of the web; its text alone elsewhere. */
export function link(address: string, text: Markup): Markup {
  return /^https?:\/\//iu.test(address) ? html`<a href="${address}" rel="noreferrer">${text}</a>` : text;
}

function escape(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\P{Cc}\t\n]/gu, '\u{FFFD}')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
