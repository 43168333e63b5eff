// The code that shows a list in a page of others, to copy from a page of the list.
import type { Locale } from '../../text/locales/translate.ts';
import { html } from '../../text/html.ts';
import type { Markup } from '../../text/markup.ts';
import { elementCode, frameCode, type EmbeddedList } from '../embed/snippets.ts';
import type { FrameOptions } from '../frame/frame.ts';

/** `folder` is that of the page, relative to the site root. */
export function embedCode(
  folder: string,
  { name, attributes }: Pick<EmbeddedList, 'name' | 'attributes'>,
  { baseUrl }: FrameOptions,
  { text }: Locale,
): Markup {
  const list = { catalog: `${baseUrl}/`, name, address: `${baseUrl}/${folder}`, attributes };
  return html`<details class="developers"><summary>${text('share.embed')}</summary>
<p>${text('embed.element')}</p>
<pre dir="ltr">${elementCode(list)}</pre>
<p>${text('embed.frame')}</p>
<pre dir="ltr">${frameCode(list)}</pre>
</details>
`;
}
