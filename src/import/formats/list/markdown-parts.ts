// Parts of Markdown: its parser needs memory for all that it reads at once, and much time for what is deep, so it gets a document in parts.
import { inputError } from '../../input/resource.ts';
import { foldName } from '../../values/texts.ts';

/** Some lines of a document, and the number of the first. */
interface MarkdownPart {
  readonly text: string;
  readonly firstLine: number;
}

const maxDocument = 4 * 1024 ** 2;
/** Characters after which a part ends where it can, and those that it may have. */
const usualPart = 16 * 1024;
const maxPart = 64 * 1024;
/** Quotes and items in each other on a line, and brackets in a paragraph. */
const maxContainers = 50;
const maxBrackets = 200;

const marker = String.raw`[ \t]*(?:>|[-*+]|\d{1,9}[.)])`;
const deepLine = new RegExp(String.raw`^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])[ \t])){${maxContainers}}`, 'u');
const fence = new RegExp(String.raw`^(?:${marker}[ \t])*[ \t]*(\x60{3,}(?!.*\x60)|~{3,})`, 'u');
const itemStart = /^(?:[-*+]|\d{1,9}[.)])[ \t]+\S/u;
const definition = /^ {0,3}\[([^\]]+)\]:\s*\S/u;
const tableLine = /^[|:\s-]*-[|:\s-]*$/u;
/** What begins and ends a comment or an element in which empty lines end nothing. */
const rawStart = /^ {0,3}<(?:(!--)|(?:pre|script|style|textarea)(?:[\s>]|$))/iu;
const commentEnd = /-->/u;
const elementEnd = /<\/(?:pre|script|style|textarea)>/iu;

/**
 * The parts of a document, each with the definitions that its links refer to. A part begins at a line that is not indented, after an
 * empty one or as an item, or at a row of a table, whose headings are repeated. Throws a ProblemsError for what would take too long.
 */
export function* partsOfMarkdown(document: string, address: string): Generator<MarkdownPart> {
  const refuse = (finding: string, line?: number) =>
    inputError(address, finding, 'split it, and import its parts', line);
  if (document.length > maxDocument) throw refuse('is longer than 4 MB');
  const lines = document.split(/\r?\n/u);
  const definitions = definitionsIn(lines);
  const blocks = new BlockStarts();
  let part: string[] = [];
  let firstLine = 1;
  let length = 0;
  for (const [index, line] of lines.entries()) {
    const repeated = blocks.next(line);
    if (length > usualPart && repeated !== undefined) {
      yield { text: withDefinitions(part, definitions), firstLine };
      part = [...repeated];
      firstLine = index + 1 - part.length;
      length = 0;
    }
    part.push(line);
    length += line.length + 1;
    if (length > maxPart)
      throw refuse('has a paragraph, a table or a text in code that is longer than 64 kB', firstLine);
    if (blocks.isTooDeep(line)) throw refuse('has quotes, items or brackets too deep in each other', index + 1);
  }
  yield { text: withDefinitions(part, definitions), firstLine };
}

/** Knows where blocks begin, in lines that come one after another. */
class BlockStarts {
  private previous = '';
  private fence: string | undefined;
  /** What ends the comment or the element in which the line is. */
  private rawEnd: RegExp | undefined;
  /** The headings of the table in which the line is. */
  private head: readonly string[] = [];
  private brackets = 0;

  /** The lines that a part needs above it to begin with this one; undefined if it cannot. */
  next(line: string): readonly string[] | undefined {
    const isText = this.fence === undefined && this.rawEnd === undefined;
    if (isText) {
      [, this.fence] = fence.exec(line) ?? [];
      const [start, comment] = rawStart.exec(line) ?? [];
      if (start !== undefined) this.rawEnd = comment === undefined ? elementEnd : commentEnd;
    } else if (this.fence !== undefined && line.trimEnd().endsWith(this.fence) && /^[\s>]*[`~]+\s*$/u.test(line))
      this.fence = undefined;
    if (this.rawEnd?.test(line) === true) this.rawEnd = undefined;
    const isItem = itemStart.test(line) || (this.previous.trim() === '' && /^\S/u.test(line));
    const above = this.head;
    if (!line.startsWith('|')) this.head = [];
    else if (tableLine.test(line)) this.head = [this.previous, line];
    this.previous = line;
    if (!isText) return undefined;
    return isItem ? [] : above.length > 0 && this.head === above ? above : undefined;
  }

  isTooDeep(line: string): boolean {
    if (line.trim() === '') this.brackets = 0;
    let most = this.brackets;
    for (const [sign] of line.matchAll(/[[\]]/gu)) {
      this.brackets = Math.max(0, this.brackets + (sign === '[' ? 1 : -1));
      most = Math.max(most, this.brackets);
    }
    return most > maxBrackets || deepLine.test(line);
  }
}

/** The lines that define addresses, by the labels that links refer to. The first of a label counts. */
function definitionsIn(lines: readonly string[]): ReadonlyMap<string, string> {
  const definitions = new Map<string, string>();
  for (const line of lines) {
    const [, label = ''] = definition.exec(line) ?? [];
    if (label !== '' && !definitions.has(foldName(label))) definitions.set(foldName(label), line);
  }
  return definitions;
}

function withDefinitions(part: readonly string[], definitions: ReadonlyMap<string, string>): string {
  const text = part.join('\n');
  const labels = new Set(Array.from(text.matchAll(/\[([^[\]]+)\]/gu), ([, label = '']) => foldName(label)));
  return [text, '', ...[...labels].flatMap((label) => definitions.get(label) ?? [])].join('\n');
}
