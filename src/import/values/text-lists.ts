// Lists that a program wrote as text: `['Physics', 'Law']`, `["Physics"]`, `{Physics,"Applied law"}`.

const quoted = /(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")/uy;
const bare = /[^\s{}[\]"',\\][^{}[\]"',\\]*/uy;
const missing = /(?:None|null|NULL|nan)(?=\s*[,\]})])/uy;
const ends: Readonly<Record<string, string>> = { '[': ']', '{': '}', '(': ')' };

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
    const [, single, double] = take(quoted) ?? [];
    const item = single ?? double;
    if (item !== undefined) items.push(item.replaceAll(/\\(.)/gu, '$1'));
    else if (take(missing) === null) {
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
