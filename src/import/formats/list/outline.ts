// Outlines: the headings, lists and tables of a document, by the tags of HTML that are in it or that say the same.
import { OutlineTable } from './outline-table.ts';
import type { Heading, Link, Piece } from './pieces.ts';

/** An item of a list. */
export interface Item {
  readonly line: number;
  /** The headings above it, from the outside inwards. */
  readonly headings: readonly Heading[];
  /** The item in which its list is. */
  readonly parent: Item | undefined;
  readonly pieces: Piece[];
  /** Its further paragraphs. */
  readonly more: Piece[];
  /** What is struck out in it. */
  struck: string;
}

/** Elements with what stands around the content of a page, or is not shown. */
const skipped = new Set('aside button footer head nav noscript script select style svg template textarea'.split(' '));
const struck = new Set(['del', 's', 'strike']);
const styles: ReadonlyMap<string, Piece['style']> = new Map([
  ['code', 'code'],
  ['kbd', 'code'],
  ['em', 'em'],
  ['i', 'em'],
]);
const paragraphs = new Set('article blockquote div dl menu ol p pre section ul'.split(' '));
const depths = new Map(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name, index) => [name, index + 1]));

/** An open element that takes texts. */
interface Block {
  readonly element: string;
  pieces: Piece[];
  readonly item?: Item;
}

export class Outline {
  readonly items: Item[] = [];
  readonly tables: OutlineTable[] = [];
  readonly headings: Heading[] = [];
  /** Links in no list and no table. */
  readonly loose: Piece[] = [];
  private above: readonly Heading[] = [];
  /** The headings around each part of the page that opens. */
  private readonly around: (readonly Heading[])[] = [];
  private readonly blocks: Block[] = [];
  private readonly openTables: OutlineTable[] = [];
  private link: Link | undefined;
  private readonly openStyles: Piece['style'][] = [];
  private readonly within = { skipped: 0, struck: 0 };

  openTag(name: string, attributes: Readonly<Record<string, string>>, line: number): void {
    if (skipped.has(name)) this.within.skipped += 1;
    if (this.within.skipped > 0) return;
    // What names a part of a page that opens is below the heading above that, whichever it is.
    const depth = name === 'summary' ? (this.above.at(-1)?.depth ?? 0) + 0.1 : depths.get(name);
    const style = styles.get(name);
    if (name === 'details') this.around.push(this.above);
    if (style !== undefined) this.openStyles.push(style);
    else if (name === 'a')
      this.link = attributes['href'] === undefined ? this.link : { address: attributes['href'], line };
    else if (name === 'br') this.addText('\n');
    else if (struck.has(name)) this.within.struck += 1;
    else if (name === 'li' || name === 'dt') this.openItem(name, line);
    else if (name === 'dd') this.blocks.push({ element: name, pieces: this.items.at(-1)?.more ?? [] });
    else if (name === 'table') this.openTables.push(new OutlineTable(this.above));
    else if (name === 'tr') this.openTables.at(-1)?.openRow(line);
    else if (name === 'td' || name === 'th') {
      const table = this.openTables.at(-1);
      this.blocks.push({ element: name, pieces: table?.openCell(attributes, name === 'th') ?? [] });
    } else if (depth !== undefined && this.blocks.length === 0) this.openHeading(name, depth);
    else if (depth !== undefined || paragraphs.has(name)) this.beginParagraph();
  }

  text(text: string): void {
    this.addText(text.replaceAll(/\s+/gu, ' '));
  }

  closeTag(name: string): void {
    if (this.within.skipped > 0) {
      if (skipped.has(name)) this.within.skipped -= 1;
      return;
    }
    if (styles.has(name)) this.openStyles.pop();
    else if (name === 'a') this.link = undefined;
    else if (struck.has(name)) this.within.struck = Math.max(0, this.within.struck - 1);
    else if (name === 'tr') this.openTables.at(-1)?.closeRow();
    else if (name === 'table') this.closeTable();
    else if (name === 'details') this.above = this.around.pop() ?? this.above;
    const at = this.blocks.findLastIndex(({ element }) => element === name);
    if (at !== -1) this.blocks.length = at;
  }

  private get openedItem(): Item | undefined {
    return this.blocks.findLast((block) => block.item)?.item;
  }

  private openItem(element: string, line: number): void {
    const item: Item = { line, headings: this.above, parent: this.openedItem, pieces: [], more: [], struck: '' };
    this.items.push(item);
    this.blocks.push({ element, pieces: item.pieces, item });
  }

  private openHeading(element: string, depth: number): void {
    const heading = { depth, pieces: [] };
    this.headings.push(heading);
    this.above = [...this.above.filter((outer) => outer.depth < depth), heading];
    this.blocks.push({ element, pieces: heading.pieces });
  }

  /** A table around another one only places it on the page. */
  private closeTable(): void {
    const table = this.openTables.pop();
    if (table !== undefined && !table.isLayout) this.tables.push(table);
    for (const outer of this.openTables) outer.isLayout = true;
  }

  /** In an item with a text, its further paragraphs begin; elsewhere a word ends. */
  private beginParagraph(): void {
    const block = this.blocks.at(-1);
    if (block?.item !== undefined && block.pieces.some(({ text }) => text.trim() !== ''))
      block.pieces = block.item.more;
    this.addText(' ');
  }

  private addText(text: string): void {
    const { link } = this;
    const pieces = this.blocks.at(-1)?.pieces ?? this.loose;
    if (this.within.struck > 0) {
      const { openedItem } = this;
      if (openedItem) openedItem.struck += text;
      return;
    }
    if (pieces === this.loose && link === undefined) return;
    const style = this.openStyles.at(-1);
    const last = pieces.at(-1);
    if (last !== undefined && last.link === link && last.style === style) last.text += text;
    else pieces.push({ text, link, style });
  }
}
