// The description of a course as it was written: its HTML without what could harm, mislead or leave its place on the page.
import sanitizeHtml from 'sanitize-html';
import { Markup } from '../../text/markup.ts';

const allowedTags = (
  'a abbr b bdi bdo blockquote br cite code dd del dfn div dl dt em h2 hr i ins kbd li mark ' +
  'ol p pre q s samp small span strong sub sup table tbody td tfoot th thead tr u ul var'
).split(' ');
/** Elements whose content is no text of the description. */
const nonTextTags = 'iframe math noscript option script style svg template textarea title xmp'.split(' ');

/** A tag that HTML has: `Vec<T>` and `1 < 2` are plain text. */
const tag = new RegExp(
  String.raw`</?(?:${[...allowedTags, ...nonTextTags].join('|')}|article|aside|body|button|center|figure|font|footer|form|h[1-6]|header|html|img|input|main|object|section|select|strike|tt|video)[\s/>]`,
  'iu',
);

/** The end of such an element as browsers take it, unlike the parser: `</script/>`. */
const endOfNonText = new RegExp(String.raw`</(${nonTextTags.join('|')})[\s/][^<>]*>`, 'giu');

const options: sanitizeHtml.IOptions = {
  allowedTags,
  nonTextTags,
  allowedAttributes: {
    '*': ['lang', 'dir'],
    a: ['href', 'rel'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan'],
  },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  // Deeper ones would take a browser longer than anybody reads.
  nestingLimit: 50,
  transformTags: {
    ...Object.fromEntries([1, 3, 4, 5, 6].map((level) => [`h${level}`, 'h2'])),
    a: (tagName, { href = '', ...others }) => {
      // A relative address means another page than the author saw.
      const attribs = /^(?:https?:\/\/|mailto:)/iu.test(href)
        ? { ...others, href, rel: 'noopener nofollow ugc' }
        : others;
      return { tagName, attribs };
    },
  },
};

/** Whether a description has HTML. */
export function hasTags(description: string): boolean {
  // A tag needs a `>`, so what follows the last one cannot be a tag.
  return tag.test(description.slice(0, description.lastIndexOf('>') + 1));
}

/** HTML whose elements all end in it. */
export function cleanDescription(description: string): Markup {
  const cleaned = sanitizeHtml(description.replaceAll(endOfNonText, '</$1>'), options);
  // Characters that no page may have, also by their references.
  return new Markup(cleaned.toWellFormed().replaceAll(/[^\P{Cc}\t\n\r]/gu, '\u{FFFD}'));
}
