// Plain text: descriptions without their markup, for feeds and course pages.

/** A quoted value may hold brackets. */
const tag =
  /<\/?([a-z][a-z0-9]{0,15})(?:\s(?:(?:[^<>"']|"[^"]{0,2000}"|'[^']{0,2000}'){0,2000}|[^<>]{0,2000}))?\/?>/giu;
/** Elements whose content is no text of the description: browsers run it, hide it, or read it by other rules. */
const dropped = new Set([
  'iframe',
  'math',
  'noscript',
  'script',
  'style',
  'svg',
  'template',
  'textarea',
  'title',
  'xmp',
]);
/** Of these, those that `/>` closes. */
const foreign = new Set(['math', 'svg']);
/** Elements that start a new line. */
const blocks = new Set(['blockquote', 'br', 'dd', 'div', 'dl', 'dt', 'li', 'ol', 'p', 'pre', 'table', 'tr', 'ul']);
const heading = /^h[1-6]$/u;
const entity = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|apos|gt|lt|nbsp|quot));/giu;
const named: Readonly<Record<string, string>> = { amp: '&', apos: "'", gt: '>', lt: '<', nbsp: ' ', quot: '"' };

/** The text of a description. One without tags is plain text already and returned unchanged. */
export function plainText(description: string): string {
  if (description.search(tag) === -1) return description;
  return withoutTags(description)
    .replaceAll(entity, (whole, decimal?: string, hexadecimal?: string, name?: string) => {
      if (name !== undefined) return named[name.toLowerCase()] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
      return code <= 0x10_ffff ? String.fromCodePoint(code) : whole;
    })
    .replaceAll(/[ \t]*\n[ \t]*/gu, '\n')
    .replaceAll(/\n{3,}/gu, '\n\n')
    .trim();
}

/** The text between the tags. An element of `dropped` ends at its first end tag, or with the description. */
function withoutTags(description: string): string {
  let text = '';
  let at = 0;
  let open: string | undefined;
  for (const { 0: whole, 1: written = '', index } of description.matchAll(tag)) {
    const name = written.toLowerCase();
    const isEnd = whole.startsWith('</');
    if (open === undefined) {
      text += description.slice(at, index) + lineFor(name, isEnd);
      const isEmpty = foreign.has(name) && whole.endsWith('/>');
      if (dropped.has(name) && !isEnd && !isEmpty) open = name;
    } else if (isEnd && name === open) open = undefined;
    at = index + whole.length;
  }
  return open === undefined ? text + description.slice(at) : text;
}

function lineFor(name: string, isEnd: boolean): string {
  if (!blocks.has(name) && !heading.test(name)) return '';
  return name === 'li' && !isEnd ? '\n- ' : '\n';
}
