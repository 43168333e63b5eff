// Markup before it is parsed: whether a text is any, and what would break the policy of the page already in the parser.

const elements =
  'a|abbr|article|aside|audio|b|base|blockquote|body|br|button|center|cite|code|dd|del|div|dl|dt|em|embed|figure|font|footer|' +
  'form|h[1-6]|head|header|hr|html|i|iframe|img|input|ins|kbd|li|link|main|mark|math|meta|object|ol|p|pre|q|s|samp|script|' +
  'section|small|span|strike|strong|style|sub|sup|svg|table|tbody|td|template|textarea|tfoot|th|thead|title|tr|tt|u|ul|var|video';
const tagStart = new RegExp(`</?(?:${elements})[\\s/>]`, 'iu');
const reference = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/iu;

/** Whether it holds a tag of HTML, or a character reference. `Vec<T>` and `1 < 2` are text and shown as typed. */
export function hasMarkup(text: string): boolean {
  // A tag has an end: what starts after the last one is none.
  return tagStart.test(text.slice(0, text.lastIndexOf('>') + 1)) || reference.test(text);
}

/** How a parser reads tags: a name, then attributes up to the `>`, which a quoted value may hold too. */
const space = String.raw`\t\n\f\r `;
const name = `<([a-z][^${space}/>]*)`;
const attribute = `[${space}/]*([^${space}/>][^${space}/>=]*)(?:[${space}]*=[${space}]*(?:"[^"]*"?|'[^']*'?|[^${space}>]*))?`;
const inline = /^(?:on[a-z]+|style)$/iu;

/**
 * The markup without styles, handlers and base addresses. This makes it no safer, that is for the purifier: but browsers
 * report them as violations of the policy even while they parse for it, where nothing runs. Goes through the markup
 * once, as texts from anywhere may be long and full of `<`.
 */
export function withoutInline(markup: string): string {
  const [names, styleEnd] = [new RegExp(name, 'giu'), /<\/style(?=[\s/>])/giu];
  const kept: string[] = [];
  let at = 0;
  for (let start = names.exec(markup); start !== null; start = names.exec(markup)) {
    const tag = tagFrom(markup, names.lastIndex);
    // To a parser it is nothing, unless it stands in a comment: the text behind that stays.
    if (tag === undefined) break;
    kept.push(markup.slice(at, start.index));
    at = tag.end;
    const element = start[1]?.toLowerCase();
    if (element === 'style') {
      styleEnd.lastIndex = at;
      at = styleEnd.test(markup) ? markup.indexOf('>', styleEnd.lastIndex) + 1 : 0;
      if (at === 0) return kept.join('');
    } else if (element !== 'base') kept.push(start[0], tag.text);
    names.lastIndex = at;
  }
  return kept.join('') + markup.slice(at);
}

/** The rest of a tag after its name, with other names for attributes that hold code; undefined where it does not end. */
function tagFrom(markup: string, start: number): { readonly text: string; readonly end: number } | undefined {
  const attributes = new RegExp(attribute, 'yiu');
  attributes.lastIndex = start;
  const parts: string[] = [];
  let at = start;
  for (let found = attributes.exec(markup); found !== null; found = attributes.exec(markup)) {
    const [whole, called = ''] = found;
    parts.push(inline.test(called) ? whole.replace(called, 'data-off') : whole);
    at = attributes.lastIndex;
  }
  const end = markup.indexOf('>', at) + 1;
  return end === 0 ? undefined : { text: parts.join('') + markup.slice(at, end), end };
}
