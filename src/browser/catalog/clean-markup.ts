// Cleaning of markup from anywhere: formatting, lists, tables and links to the web stay, nothing else.
import createPurifier from 'dompurify';
import { withoutInline } from './markup.ts';

const allowedTags = (
  'a abbr b bdi bdo blockquote br cite code dd del dfn div dl dt em h1 h2 h3 h4 h5 h6 hr i ins kbd li mark ' +
  'ol p pre q s samp small span strong sub sup table tbody td tfoot th thead tr u ul var'
).split(' ');

/** The nodes of a description, safe to be put into the page. */
export function cleanMarkup(markup: string): DocumentFragment {
  // A purifier of its own: hooks and settings are shared with nobody.
  const clean = createPurifier(window).sanitize(withoutInline(markup), {
    ALLOWED_TAGS: allowedTags,
    ALLOWED_ATTR: ['href', 'lang', 'dir', 'colspan', 'rowspan'],
    ALLOWED_URI_REGEXP: /^(?:https?:\/\/|mailto:)/iu,
    ALLOW_ARIA_ATTR: false,
    ALLOW_DATA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
  for (const link of clean.querySelectorAll('a')) {
    if (link.hasAttribute('href')) link.setAttribute('rel', 'noopener nofollow ugc');
  }
  // Headings of a description stand below the one that the page gives it.
  for (const heading of clean.querySelectorAll('h1, h2, h4, h5, h6')) {
    const lower = document.createElement('h3');
    lower.append(...heading.childNodes);
    heading.replaceWith(lower);
  }
  return clean;
}
