// Sanitises untrusted HTML: keeps only formatting, lists, tables and web links.
import createPurifier from 'dompurify';
import { withoutInline } from './markup.ts';

const allowedTags = (
  'a abbr b bdi bdo blockquote br cite code dd del dfn div dl dt em h1 h2 h3 h4 h5 h6 hr i ins kbd li mark ' +
  'ol p pre q s samp small span strong sub sup table tbody td tfoot th thead tr u ul var'
).split(' ');

/** The nodes of a description, safe to insert into the page. */
export function cleanMarkup(markup: string): DocumentFragment {
  // A separate instance, so that nothing else can change its hooks and settings.
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
  // Below the `h2` that the page puts above a description.
  for (const heading of clean.querySelectorAll('h1, h2, h4, h5, h6')) {
    const lower = document.createElement('h3');
    lower.append(...heading.childNodes);
    heading.replaceWith(lower);
  }
  return clean;
}
