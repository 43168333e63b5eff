// Breadcrumbs: the pages above a page, as links for people and as a `BreadcrumbList` of schema.org.
import type { Locale } from '../../text/locales/translate.ts';
import { html } from '../../text/html.ts';
import type { Markup } from '../../text/markup.ts';
import { shortened } from '../../text/shortened.ts';

interface Crumb {
  /** Relative to the site root, as it stands in an address. */
  readonly address: string;
  readonly name: string;
}

/** The links from a page; `up` leads from it to the site root. */
export function breadcrumbs(crumbs: readonly Crumb[], up: string, { text }: Locale): Markup {
  const items = crumbs.map(({ address, name }) => {
    return html`<li><a href="${up}${address}"><bdi>${shortened(name)}</bdi></a></li>`;
  });
  return html`<nav class="crumbs" aria-label="${text('list.breadcrumb')}"><ol>${items}</ol></nav>\n`;
}

/** The same as data, with the page itself at the end, whose address is that of the document. `baseUrl` has no trailing slash. */
export function breadcrumbList(crumbs: readonly Crumb[], page: string, baseUrl: string): object {
  const above = crumbs.map(({ address, name }) => ({ name: shortened(name), item: `${baseUrl}/${address}` }));
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: [...above, { name: page }].map((item, index) => {
      return { '@type': 'ListItem', position: index + 1, ...item };
    }),
  };
}
