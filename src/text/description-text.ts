// Description text: descriptions without their markup, for feeds and course pages.
import { decodeReferences } from './character-references.ts';

/** Elements whose content is skipped: browsers run it, hide it, or read it by other rules. */
export const dropped: ReadonlySet<string> = new Set(
  'iframe math noscript script style svg template textarea title xmp'.split(' '),
);
/** The dropped elements that hold others of their kind. */
const nesting = new Set(['math', 'svg', 'template']);
/** The dropped elements that `/>` closes. */
const foreign = new Set(['math', 'svg']);

const attributes = String.raw`(?:(?:[^<>"']|"[^"]{0,2000}"|'[^']{0,2000}'){0,2000}|[^<>]{0,2000})`;
/** The elements of HTML, also obsolete ones. `Vec<T>` is text. */
const elements =
  'a abbr acronym address applet area article aside audio b base basefont bdi bdo big blink blockquote body br button canvas caption center ' +
  'cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset figcaption figure font footer form frame ' +
  'frameset h[1-6] head header hgroup hr html i iframe image img input ins kbd label legend li link main map mark marquee math menu meta ' +
  'meter nav nobr noframes noscript object ol optgroup option output p param picture pre progress q rp rt ruby s samp script search section ' +
  'select slot small source span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr track ' +
  'tt u ul var video wbr xmp';
/**
 * A comment, a declaration or a tag, as browsers read them. The name of a tag may have a prefix or hyphens (`o:p`, `my-box`); a quoted
 * value may hold brackets. A slash may follow the name in tags of dropped elements only: `<owner/name>` is text.
 */
const markup = new RegExp(
  [
    String.raw`<!--(?:-?>|[\s\S]*?(?:--!?>|$))`,
    String.raw`<(?:![a-z[]|\?[a-z])[^>]{0,2000}>`,
    String.raw`</?(${elements.replaceAll(' ', '|')}|[a-z][a-z0-9]{0,31}[:-][a-z0-9:-]{0,31})(?:(?:\s|(?<=<(?:${[...dropped].join('|')}))/)${attributes})?/?>`,
  ].join('|'),
  'giu',
);
/** Elements that start and end a line. */
const blocks = new Set(
  (
    'address article aside blockquote br details div dl fieldset figcaption figure footer h1 h2 h3 h4 h5 h6 header hr ' +
    'main nav ol option p pre section summary table tbody tfoot thead ul'
  ).split(' '),
);
/** Elements that start a line; the next one of their kind ends it. */
const items = new Set(['dd', 'dt', 'li', 'tr']);
const cells = new Set(['td', 'th']);

/** The text of a description. One without tags keeps its lines. */
export function descriptionText(description: string): string {
  if (!/[<&\r]/u.test(description)) return description;
  const lines = description.includes('\r') ? description.replaceAll(/\r\n?/gu, '\n') : description;
  const isHtml = hasTags(lines);
  const text = decodeReferences(isHtml ? withoutMarkup(lines) : lines).replaceAll('\r', '\n');
  if (!isHtml) return text;
  return text
    .replaceAll(/[ \t]*\n[ \t]*/gu, '\n')
    .replaceAll(/\n{3,}/gu, '\n\n')
    .trim();
}

/** Whether a description has HTML. */
export function hasTags(description: string): boolean {
  return description.includes('<') && description.search(markup) !== -1;
}

/** The text between the tags, with the lines that elements make. */
function withoutMarkup(description: string): string {
  const tag = new RegExp(markup);
  let text = '';
  let textStart = 0;
  let isPreformatted = false;
  const addUntil = (end?: number) => {
    const run = description.slice(textStart, end);
    text += isPreformatted ? run : run.replaceAll(/[\t\n\f\r]+[\t\n\f\r ]*| [\t\n\f\r ]+/gu, ' ');
  };
  for (let match = tag.exec(description); match; match = tag.exec(description)) {
    const [tagText, written = ''] = match;
    const name = written.toLowerCase();
    const isEnd = tagText.startsWith('</');
    addUntil(match.index);
    text += separatorFor(name, isEnd);
    if (name === 'pre') isPreformatted = !isEnd;
    const isEmpty = foreign.has(name) && tagText.endsWith('/>');
    if (dropped.has(name) && !isEnd && !isEmpty) tag.lastIndex = endOf(name, description, tag.lastIndex);
    textStart = tag.lastIndex;
  }
  addUntil();
  return text;
}

/** Where an element of `dropped` ends: after its end tag, or with the description. */
function endOf(name: string, description: string, start: number): number {
  const tag = new RegExp(String.raw`<(/?)${name}(?:[\s/][^<>]{0,2000})?>`, 'giu');
  tag.lastIndex = start;
  let depth = 1;
  for (let match = tag.exec(description); match; match = tag.exec(description)) {
    const [tagText, slash] = match;
    if (slash === '/') depth -= 1;
    else if (nesting.has(name) && !(foreign.has(name) && tagText.endsWith('/>'))) depth += 1;
    if (depth === 0) return tag.lastIndex;
  }
  return description.length;
}

function separatorFor(name: string, isEnd: boolean): string {
  if (blocks.has(name)) return '\n';
  if (isEnd) return '';
  if (items.has(name)) return name === 'li' ? '\n- ' : '\n';
  return cells.has(name) ? ' ' : '';
}
