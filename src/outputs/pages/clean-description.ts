// The description of a course as it was written: its HTML without what could harm, mislead or leave its place on the page.
import sanitizeHtml from 'sanitize-html';
import { descriptionText, dropped } from '../../text/description-text.ts';
import { Markup } from '../../text/markup.ts';
import { maxShownLength } from '../../text/shortened.ts';

const allowedTags = (
  'a abbr b bdi bdo blockquote br cite code dd del dfn div dl dt em h2 hr i ins kbd li mark ' +
  'ol p pre q s samp small span strong sub sup table tbody td tfoot th thead tr u ul var'
).split(' ');
/** Elements whose content is no text of the description. */
const nonTextTags = [...dropped, 'option'];

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
  // Their parser is not in the bundle.
  parseStyleAttributes: false,
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

/** HTML whose elements all end in it: the start of one whose text is longer than pages show. */
export function cleanDescription(description: string): Markup {
  const { description: most } = maxShownLength;
  const isLong = description.length > most && descriptionText(description).length > most;
  const written = isLong ? description.slice(0, most).replace(/<\/?$/u, '') : description;
  const cleaned = sanitizeHtml(written.replaceAll(endOfNonText, '</$1>'), options);
  // Characters that no page may have, also by their references.
  const shown = cleaned.toWellFormed().replaceAll(/[^\P{Cc}\t\n\r]/gu, '\u{FFFD}');
  return new Markup(isLong ? `${shown}<p>…</p>` : shown);
}
