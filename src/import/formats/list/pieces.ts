// Pieces: the texts of a block of a document, with their links and styles.
import { collapseSpaces } from '../../values/texts.ts';
import { isWebAddress } from '../../../text/web-address.ts';
import { withoutInvisible } from '../../values/invisible.ts';

export interface Link {
  readonly address: string;
  readonly line: number;
}

/** A text within a block. Two links to one address are two. */
export interface Piece {
  text: string;
  readonly link: Link | undefined;
  readonly style: 'code' | 'em' | undefined;
}

export interface Heading {
  readonly depth: number;
  readonly pieces: Piece[];
}

/** Pictures among letters, but for signs of trade. */
export const pictures =
  /(?![©®™])\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\ufe0f|\u200d|\u20e3|[\u{e0020}-\u{e007f}]/gu;
/** Names of pictures, as GitHub reads them: `:book:`. */
export const pictureNames = /(?<![\p{L}\p{N}:]):[a-z][a-z\d_+-]*:(?![\p{L}\p{N}:])/gu;
/** What counts headings, and what names them for links. */
const numbers = /^(?:\d+[.)]|\d+(?:\.\d+)+[.)]?|\d+ [-–—]) +(?=\S)/u;
const anchors = /\s*\{[#:][^{}]*\}$/u;

export function textOf(pieces: readonly Piece[]): string {
  return collapseSpaces(pieces.map(({ text }) => text).join(''));
}

export function isWordy(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/** Whether a link leads to another page of the web. */
export function leadsElsewhere({ address }: Link): boolean {
  return isWebAddress(address);
}

/** The links that show words, not those of pictures and signs. */
export function linksIn(pieces: readonly Piece[]): Link[] {
  const texts = new Map<Link, string>();
  for (const { text, link } of pieces) if (link !== undefined) texts.set(link, (texts.get(link) ?? '') + text);
  return [...texts].flatMap(([link, text]) => (isWordy(text) ? [link] : []));
}

/** The name of a heading: without its number, anchors and pictures, and without links that show no words. */
export function nameOf(pieces: readonly Piece[]): string {
  const text = textOf(pieces.filter((piece) => piece.link === undefined || isWordy(piece.text)));
  const plain = text.replaceAll(pictures, ' ').replaceAll(pictureNames, ' ').replace(anchors, '');
  return collapseSpaces(withoutInvisible(plain))
    .replace(numbers, '')
    .replace(/[:：]$/u, '');
}
