// Markup before parsing: detects HTML, and removes what would violate the content security policy during parsing.

const elements =
  'a|abbr|article|aside|audio|b|base|blockquote|body|br|button|center|cite|code|dd|del|div|dl|dt|em|embed|figure|font|footer|' +
  'form|h[1-6]|head|header|hr|html|i|iframe|img|input|ins|kbd|li|link|main|mark|math|meta|object|ol|p|pre|q|s|samp|script|' +
  'section|small|span|strike|strong|style|sub|sup|svg|table|tbody|td|template|textarea|tfoot|th|thead|title|tr|tt|u|ul|var|video';
const tagStart = new RegExp(`</?(?:${elements})[\\s/>]`, 'iu');
const reference = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/iu;

/** Whether a text contains an HTML tag or a character reference. `Vec<T>` and `1 < 2` are plain text. */
export function hasMarkup(text: string): boolean {
  // A tag needs a `>`, so what follows the last one cannot be a tag.
  return tagStart.test(text.slice(0, text.lastIndexOf('>') + 1)) || reference.test(text);
}

/** Parts of a tag, as an HTML parser reads them: a name, then attributes up to `>`, which a quoted value may contain too. */
const space = String.raw`\t\n\f\r `;
const name = `<([a-z][^${space}/>]*)`;
const attribute = `[${space}/]*([^${space}/>][^${space}/>=]*)(?:[${space}]*=[${space}]*(?:"[^"]*"?|'[^']*'?|[^${space}>]*))?`;
const inline = /^(?:on[a-z]+|style)$/iu;

/**
 * Removes styles, event handlers and base URLs. This is not for safety, which is up to the sanitiser: browsers report
 * these as policy violations even while the sanitiser parses the markup. Takes a single pass, since untrusted texts may
 * be long and full of `<`.
 */
export function withoutInline(markup: string): string {
  const [names, styleEnd] = [new RegExp(name, 'giu'), /<\/style(?=[\s/>])/giu];
  const parts: string[] = [];
  let position = 0;
  for (let start = names.exec(markup); start !== null; start = names.exec(markup)) {
    const tag = tagFrom(markup, names.lastIndex);
    // A tag without an end is ignored by parsers, or is inside a comment: the rest stays unchanged.
    if (tag === undefined) break;
    parts.push(markup.slice(position, start.index));
    position = tag.end;
    const element = start[1]?.toLowerCase();
    if (element === 'style') {
      styleEnd.lastIndex = position;
      position = styleEnd.test(markup) ? markup.indexOf('>', styleEnd.lastIndex) + 1 : 0;
      if (position === 0) return parts.join('');
    } else if (element !== 'base') parts.push(start[0], tag.text);
    names.lastIndex = position;
  }
  return parts.join('') + markup.slice(position);
}

/** The rest of a tag after its name, with attributes that contain code renamed; undefined if the tag has no end. */
function tagFrom(markup: string, start: number): { readonly text: string; readonly end: number } | undefined {
  const attributes = new RegExp(attribute, 'yiu');
  attributes.lastIndex = start;
  const parts: string[] = [];
  let position = start;
  for (let found = attributes.exec(markup); found !== null; found = attributes.exec(markup)) {
    const [text, attributeName = ''] = found;
    parts.push(inline.test(attributeName) ? text.replace(attributeName, 'data-off') : text);
    position = attributes.lastIndex;
  }
  const end = markup.indexOf('>', position) + 1;
  return end === 0 ? undefined : { text: parts.join('') + markup.slice(position, end), end };
}
