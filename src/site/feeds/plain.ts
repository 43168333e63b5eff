// Plain text: descriptions without their markup, for the feeds.

const tag = /<\/?([a-z][a-z0-9]{0,15})(?:\s[^<>]{0,2000})?\/?>/giu;
/** Elements that start a new line. */
const blocks = new Set(['blockquote', 'br', 'dd', 'div', 'dl', 'dt', 'li', 'ol', 'p', 'pre', 'table', 'tr', 'ul']);
const heading = /^h[1-6]$/u;
const entity = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|apos|gt|lt|nbsp|quot));/giu;
const named: Readonly<Record<string, string>> = { amp: '&', apos: "'", gt: '>', lt: '<', nbsp: ' ', quot: '"' };

/** The text of a description. One without tags is plain text already and returned unchanged. */
export function plainText(description: string): string {
  if (description.search(tag) === -1) return description;
  return description
    .replaceAll(tag, (whole, name: string) => {
      const isBlock = blocks.has(name.toLowerCase()) || heading.test(name.toLowerCase());
      return isBlock ? (/^<li/iu.test(whole) ? '\n- ' : '\n') : '';
    })
    .replaceAll(entity, (whole, decimal?: string, hexadecimal?: string, name?: string) => {
      if (name !== undefined) return named[name.toLowerCase()] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
      return code <= 0x10_ffff ? String.fromCodePoint(code) : whole;
    })
    .replaceAll(/[ \t]*\n[ \t]*/gu, '\n')
    .replaceAll(/\n{3,}/gu, '\n\n')
    .trim();
}
