// Items of lists as rows. An item is an entry if its first link leads elsewhere.
import { countEach } from '../../../text/count-each.ts';
import { quoteText } from '../../../text/quote.ts';
import { memoize } from '../../../memoize.ts';
import type { Notes } from '../../notes.ts';
import { collapseSpaces } from '../../values/texts.ts';
import { linkColumn } from '../table/grid.ts';
import type { Item } from './outline.ts';
import { isWordy, leadsElsewhere, linksIn, nameOf, textOf, type Heading, type Link, type Piece } from './pieces.ts';
import { hasCodesOfLanguages, readRemarks } from './remarks.ts';

/** The columns of items by their fields. */
export const itemFields = {
  title: 'Title',
  author: 'Authors',
  provider: 'In brackets',
  description: 'Description',
  language: 'Language',
  price: 'Price',
  level: 'Level',
  duration: 'Duration',
} as const;
/** Names alone, of authors or of providers. */
export const nameColumn = 'Name';
const titleLink = linkColumn('Title');
export const itemColumns = [...Object.values(itemFields), titleLink, nameColumn, 'Remarks', 'Before the link'];

const maxGroupName = 100;
const maxName = 100;
/** Links of one text that stand after other texts, or in other items, as "Link" and "Lectures" do: those are the titles. */
const minLabels = 3;

export interface Entry {
  readonly line: number;
  /** The headings above it, and the items without a link in which it is. */
  readonly path: readonly string[];
  readonly link: Link;
  readonly values: Readonly<Record<string, string | readonly string[]>>;
}

export class ItemReader {
  private readonly inner = new Map<Item, Item[]>();
  private readonly labels: ReadonlyMap<string, number>;
  private readonly hasCodes: boolean;
  private readonly partsOf = memoize(partsOfItem);
  private readonly pathOf = memoize((item: Item): readonly string[] => {
    const { parent, headings } = item;
    if (parent === undefined) return this.namesOf(headings);
    return this.isGroup(parent) ? [...this.pathOf(parent), nameOf(parent.pieces)] : this.pathOf(parent);
  });

  /** `namesOf` names the headings above an item. */
  constructor(
    private readonly items: readonly Item[],
    private readonly namesOf: (headings: readonly Heading[]) => readonly string[],
    private readonly address: string,
    private readonly notes: Notes,
  ) {
    for (const item of items)
      if (item.parent !== undefined && this.inner.get(item.parent)?.push(item) === undefined)
        this.inner.set(item.parent, [item]);
    this.hasCodes = hasCodesOfLanguages(items.map((item) => textOf(this.partsOf(item).after)));
    const labels = items.flatMap((item) => {
      const { isEntry, before, label } = this.partsOf(item);
      return isEntry && (item.parent !== undefined || isWordy(before)) ? label : [];
    });
    this.labels = countEach(labels);
  }

  entries(): Entry[] {
    for (const item of this.items) if (this.partsOf(item).link === undefined) this.readText(item);
    return this.items.flatMap((item) => this.entryOf(item) ?? []);
  }

  /** Whether an item only names the entries in it. */
  private isGroup(item: Item): boolean {
    return this.inner.has(item) && this.partsOf(item).link === undefined && textOf(item.pieces).length <= maxGroupName;
  }

  /** Reads an item without a link. In an entry it belongs to the description. */
  private readText(item: Item): void {
    const { parent, pieces } = item;
    const text = textOf(pieces);
    if (isWordy(item.struck)) this.skip(item, 'item that is struck out', collapseSpaces(`${item.struck} ${text}`));
    else if (this.isGroup(item) || !isWordy(text)) return;
    else if (parent !== undefined && this.partsOf(parent).isEntry) parent.more.push(...pieces, ...item.more);
    else this.skip(item, 'item without a link', text);
  }

  /** Whether an item in another one leads to a part of that, as many do: `Lectures`, `Home page`. */
  private isPart({ parent }: Item, { isEntry, before, label }: ReturnType<typeof partsOfItem>): boolean {
    return parent !== undefined && isEntry && !isWordy(before) && (this.labels.get(label) ?? 0) >= minLabels;
  }

  /** Whether links in an item lead to parts of its course: where one does, all do. */
  private readonly hasParts = memoize(
    (item: Item): boolean => this.inner.get(item)?.some((inner) => this.isPart(inner, this.partsOf(inner))) === true,
  );

  /** Whether an item names the course to which all links in it lead. */
  private readonly isCourse = memoize((group: Item): boolean => {
    const isPart = (item: Item) => this.isPart(item, this.partsOf(item)) && !isWordy(textOf(this.partsOf(item).after));
    return this.isGroup(group) && this.inner.get(group)?.every(isPart) === true;
  });

  private entryOf(item: Item): Entry | undefined {
    const parts = this.partsOf(item);
    const { link, isEntry, before, label, after } = parts;
    if (link === undefined || !isEntry) {
      // Contents lead to places on the page.
      if (link?.address.startsWith('#') === false)
        this.skip(item, 'item whose first link leads to no other page of the web', label);
      return undefined;
    }
    const { parent } = item;
    const course = parent !== undefined && this.isCourse(parent) ? parent : undefined;
    const isOfEntry = parent !== undefined && this.partsOf(parent).isEntry && this.hasParts(parent);
    if (isOfEntry || (course !== undefined && this.inner.get(course)?.[0] !== item)) {
      this.noteFurther(item, [link]);
      return undefined;
    }
    const { text, names, others, links, language, price, level, duration } = readRemarks(after, this.hasCodes);
    const isLabel =
      isWordy(before) && before.length <= maxName && (isAddress(label) || (this.labels.get(label) ?? 0) >= minLabels);
    const ofLabel = isLabel ? before : isAddress(label) ? text : label;
    const title = course === undefined ? ofLabel : nameOf(course.pieces);
    const rest = title === text || !isWordy(text) ? '' : text;
    const role = isDescription(rest) ? 'Description' : names.length > 0 ? 'Authors' : nameColumn;
    const more = textOf(item.more);
    this.noteOthers(item, title, [...links, ...linksIn(item.more).filter(leadsElsewhere)]);
    const values = {
      Title: title,
      [titleLink]: link.address,
      'In brackets': names,
      [role]: rest,
      ...(more !== '' && { Description: role === 'Description' ? `${rest} ${more}`.trim() : more }),
      Language: language,
      Price: price,
      Level: level,
      Duration: duration,
      Remarks: others,
      'Before the link': isLabel || !isWordy(before) ? '' : before,
    };
    const stated = Object.entries(values).filter(([, value]) => value.length > 0);
    return { line: item.line, path: this.pathOf(course ?? item), link, values: Object.fromEntries(stated) };
  }

  private noteOthers(item: Item, title: string, links: readonly Link[]): void {
    this.noteFurther(item, links);
    const location = `${this.address}:${item.line}`;
    let { parent } = item;
    while (parent !== undefined && !this.partsOf(parent).isEntry) parent = parent.parent;
    if (parent !== undefined)
      this.notes.add('guessed', 'entry in another one, as a course of its own', location, quoteText(title));
  }

  private noteFurther({ line }: Item, links: readonly Link[]): void {
    for (const { address } of links)
      this.notes.add('valueSkipped', 'further link of an entry', `${this.address}:${line}`, quoteText(address));
  }

  private skip({ line }: Item, reason: string, text: string): void {
    this.notes.add('skipped', reason, `${this.address}:${line}`, quoteText(text));
  }
}

/** A link that shows a code alone, such as `CS 101`, has its name after it, up to what is emphasized. */
function nameAfterCode(label: string, after: readonly Piece[]): readonly Piece[] {
  const end = after.findIndex(({ style }) => style === 'em');
  const name = end === -1 ? after : after.slice(0, end);
  const text = textOf(name);
  const isCode = /\d/u.test(label) && !/\p{L}{5}/u.test(label);
  return isCode && /^\p{Lu}/u.test(text) && !isDescription(text) ? name : [];
}

/** The first link of an item, and what is before and after it. */
function partsOfItem({ pieces }: Item) {
  const [link] = linksIn(pieces);
  const start = link === undefined ? pieces.length : pieces.findIndex((piece) => piece.link === link);
  const end = pieces.findLastIndex((piece) => piece.link === link);
  const [linked, after] = [pieces.slice(start, end + 1), pieces.slice(Math.max(start, end + 1))];
  const name = nameAfterCode(textOf(linked), after);
  return {
    link,
    isEntry: link !== undefined && leadsElsewhere(link),
    before: textOf(pieces.slice(0, start)).replace(/(?<![\s\p{Pd}:|,·•([（])[\s\p{Pd}:|,·•([（]+$/u, ''),
    label: textOf([...linked, ...name]),
    after: after.slice(name.length),
  };
}

function isAddress(label: string): boolean {
  return /^(?:https?:\/\/|www\.)\S+$/iu.test(label);
}

/** Whether a text is a sentence or a part of one, not a name. */
function isDescription(text: string): boolean {
  return (
    text.length > maxName ||
    (/^\p{Ll}/u.test(text) && text.includes(' ')) ||
    /(?<!(?<!\p{L})(?:\p{Lu}|inc|ltd|co|corp|etc|jr|dr|prof))[.!?。！？…]$/iu.test(text)
  );
}
