// Prose of the OpenAPI document, in which backticks mark code, and examples of any length.
import { html } from '../../text/html.ts';
import type { Markup } from '../../text/markup.ts';
import { shortened } from '../../text/shortened.ts';

/** A text as markup; nothing else in it has a meaning. */
export function prose(text: string): Markup {
  const parts = text.split(/`([^`]*)`/u);
  return html`${parts.map((part, index) => (index % 2 === 0 ? html`${part}` : html`<code>${part}</code>`))}`;
}

/** Characters that an example shows of a text, and items that it shows of an array. */
const limits = { characters: 300, texts: 3, records: 1 } as const;

/** An example as indented JSON, with long arrays and texts shortened. */
export function exampleOf(value: unknown): Markup {
  const json = JSON.stringify(value);
  const shortExample = excerpt(value);
  const note =
    JSON.stringify(shortExample) === json ? [] : [html`<p class="quiet">Long lists and texts are shortened.</p>`];
  return html`<pre dir="ltr"><code>${JSON.stringify(shortExample, null, 2)}</code></pre>
${note}`;
}

function excerpt(value: unknown): unknown {
  if (typeof value === 'string') return shortened(value, limits.characters);
  if (typeof value !== 'object' || value === null) return value;
  if (!Array.isArray(value))
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, excerpt(member)]));
  return value.slice(0, typeof value[0] === 'object' ? limits.records : limits.texts).map(excerpt);
}
