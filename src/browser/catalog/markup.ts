// Markup before it is parsed: whether a text is any, and what would break the policy of the page already in the parser.

const elements =
  'a|abbr|article|aside|audio|b|base|blockquote|body|br|button|center|cite|code|dd|del|div|dl|dt|em|embed|figure|font|footer|' +
  'form|h[1-6]|head|header|hr|html|i|iframe|img|input|ins|kbd|li|link|main|mark|math|meta|object|ol|p|pre|q|s|samp|script|' +
  'section|small|span|strike|strong|style|sub|sup|svg|table|tbody|td|template|textarea|tfoot|th|thead|title|tr|tt|u|ul|var|video';
const anyTag = new RegExp(`</?(?:${elements})(?=[\\s/>])[^>]*>`, 'iu');
const reference = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/iu;

/** Whether it holds a tag of HTML, or a character reference. `Vec<T>` and `1 < 2` are text and shown as typed. */
export function hasMarkup(text: string): boolean {
  return anyTag.test(text) || reference.test(text);
}

const styleElement = /<style\b[^]*?(?:<\/style\s*>|$)/giu;
const baseElement = /<base\b(?:"[^"]*"|'[^']*'|[^'">])*>?/giu;
const openTag = /<[a-z](?:"[^"]*"|'[^']*'|[^'">])*>/giu;
const inlineAttribute = /(?<=[\s"'/])(?:on[a-z]+|style)(?=\s*=)/giu;

/**
 * The markup without styles, handlers and base addresses. This makes it no safer, that is for the purifier: but browsers report them as
 * violations of the policy even while they parse for it, where nothing runs.
 */
export function withoutInline(markup: string): string {
  const without = markup.replaceAll(styleElement, '').replaceAll(baseElement, '');
  return without.replaceAll(openTag, (tag) => tag.replaceAll(inlineAttribute, 'data-off'));
}
