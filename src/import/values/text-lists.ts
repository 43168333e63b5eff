// Lists that a program wrote as text: `['Physics', 'Law']`, `["Physics"]`, `{Physics,"Applied law"}`.

const bare = /[^\s{}[\]"',\\][^{}[\]"',\\]*/uy;
const missing = /(?:None|null|NULL|nan)(?=\s*[,\]})])/uy;
const ends: Readonly<Record<string, string>> = { '[': ']', '{': '}', '(': ')' };

const escapes = /\\(?:x([\da-f]{2})|u([\da-f]{4})|(.))/giu;
const escaped: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

function unescape(_: string, hex: string | undefined, unicode: string | undefined, sign = ''): string {
  const code = hex ?? unicode;
  return code === undefined ? (escaped[sign] ?? sign) : String.fromCharCode(Number.parseInt(code, 16));
}

/** The items of such a list; undefined for any other text, such as one in brackets without quotes. */
export function textListIn(text: string): readonly string[] | undefined {
  const trimmed = text.trim();
  const end = ends[trimmed[0] ?? ''];
  if (end === undefined || !trimmed.endsWith(end)) return undefined;
  // Python writes a pair of brackets around one item for other reasons too.
  const mayBeBare = end === '}';
  const items: string[] = [];
  let at = 1;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(trimmed);
    if (match) at = pattern.lastIndex;
    return match;
  };
  const space = /\s*/uy;
  for (take(space); at < trimmed.length - 1; take(space)) {
    const endOfQuote = quoteEnd(trimmed, at);
    if (endOfQuote !== undefined) {
      items.push(trimmed.slice(at + 1, endOfQuote).replaceAll(escapes, unescape));
      at = endOfQuote + 1;
    } else if (take(missing) === null) {
      const [word] = (mayBeBare && take(bare)) || [];
      if (word === undefined) return undefined;
      items.push(word.trim());
    }
    take(space);
    if (at < trimmed.length - 1 && trimmed[at] !== ',') return undefined;
    at += 1;
  }
  return at >= trimmed.length - 1 && at <= trimmed.length && (end !== ')' || items.length > 0) ? items : undefined;
}

/** Where the text in quotes ends that begins here: a regular expression would overflow the stack in a text of megabytes. */
function quoteEnd(text: string, start: number): number | undefined {
  const quote = text[start];
  if (quote !== "'" && quote !== '"') return undefined;
  for (let at = start + 1; at < text.length; at += 1)
    if (text[at] === '\\') at += 1;
    else if (text[at] === quote) return at;
  return undefined;
}
