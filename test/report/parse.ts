// A strict reader of HTML: it takes what a report may hold, and throws at anything else.

export interface Element {
  readonly tag: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** The text in it and in its children, decoded, without white space at its ends. */
  readonly text: string;
  /** Tags from the root down to its parent. */
  readonly inside: readonly string[];
}

interface Open {
  readonly tag: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly inside: readonly string[];
  text: string;
}

const voidTags = new Set(['meta', 'wbr']);
const token =
  /<(?<close>\/?)(?<tag>[a-z][a-z0-9]*)(?<rest>(?:\s+[a-z-]+(?:="[^"<>]*")?)*)\s*\/?>|(?<text>(?<=<style>)[^<]+|[^<>]+)/uy;

/** All elements of a page, in the order in which they begin. Throws where a tag is malformed, unclosed or closed twice. */
export function parse(page: string): Element[] {
  if (!page.startsWith('<!doctype html>')) throw new Error('no doctype');
  const all: Open[] = [];
  const open: Open[] = [];
  token.lastIndex = '<!doctype html>'.length;
  while (token.lastIndex < page.length) {
    const from = token.lastIndex;
    const { close, tag, rest = '', text } = token.exec(page)?.groups ?? {};
    if (text !== undefined) {
      for (const element of open) element.text += decode(text, element.tag);
    } else if (tag === undefined) {
      throw new Error(`malformed: ${page.slice(from, from + 80)}`);
    } else if (close === '/') {
      if (open.pop()?.tag !== tag) throw new Error(`</${tag}> closes nothing`);
    } else {
      const attributes = new Map(
        [...rest.matchAll(/([a-z-]+)(?:="([^"]*)")?/gu)].map(([, key = '', value = '']) => [key, decode(value, tag)]),
      );
      const element = { tag, attributes, inside: open.map((parent) => parent.tag), text: '' };
      all.push(element);
      if (!voidTags.has(tag)) open.push(element);
    }
  }
  if (open.length > 0) throw new Error(`<${open.at(-1)?.tag}> is not closed`);
  return all.map((element) => ({ ...element, text: element.text.trim() }));
}

/** A row of a table, as the texts of its cells. */
export function rowsOf(page: string, heading: string): string[][] {
  const elements = parse(page);
  const from = elements.findIndex(({ tag, text }) => tag === 'h2' && text === heading);
  const rows: string[][] = [];
  for (const { tag, text } of elements.slice(from + 1)) {
    if (tag === 'h2') break;
    if (tag === 'tr') rows.push([]);
    if (tag === 'th' || tag === 'td') rows.at(-1)?.push(text.replace(/\s+/gu, ' '));
  }
  return rows;
}

function decode(text: string, tag: string): string {
  if (tag === 'style') return text;
  const known: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
  return text.replace(/&([^;]*;?)/gu, (whole, entity: string) => {
    const character = entity.endsWith(';') ? known[entity.slice(0, -1)] : undefined;
    if (character === undefined) throw new Error(`unknown reference: ${whole}`);
    return character;
  });
}
