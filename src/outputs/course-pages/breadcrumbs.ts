// Breadcrumbs: links to what is above a page, from the top down.
import type { Locale } from '../../locales/translate.ts';
import { html } from '../../text/html.ts';
import type { Markup } from '../../text/markup.ts';
import { shortened } from '../../text/shortened.ts';

interface Crumb {
  /** As it stands in a link on the page. */
  readonly address: string;
  readonly name: string;
}

export function breadcrumbs(crumbs: readonly Crumb[], { text }: Locale): Markup {
  const items = crumbs.map(({ address, name }) => {
    return html`<li><a href="${address}"><bdi>${shortened(name)}</bdi></a></li>`;
  });
  return html`<nav class="crumbs" aria-label="${text('list.breadcrumb')}"><ol>${items}</ol></nav>\n`;
}
