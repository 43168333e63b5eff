// Pages: judges by its words whether a page is that of a course.
import { attempt } from '../../text/errors.ts';
import { withoutAccents } from '../../text/accents.ts';
import { decodeReferences } from '../../text/character-references.ts';
import { quoteText } from '../../text/quote.ts';

/** Bytes to read of a page: more than enough for its title and for the start of its text. */
export const pageBytes = 256 * 1024;

/** Missing words prove something only in a page with this many letters: pages made by scripts have fewer. */
const minLetters = 400;

/** Titles of "not found" pages, without accents. */
const notFound =
  /not found|404 error|error 404|page (?:does not|doesn't) exist|nicht gefunden|introuvable|no encontrad|nao encontrad|non trovat|не найден|未找到|找不到|غير موجود/u;

/** Why a page that answers 200 may not be that of a course with one of these titles; undefined if it may well be. */
export function softNotFoundReason(body: Uint8Array, type: string, titles: readonly string[]): string | undefined {
  const markup = textOf(body, type);
  const [, pageTitle = ''] = /<title[^>]{0,99}>([^<]*)/iu.exec(markup) ?? [];
  const plainTitle = plain(pageTitle);
  const plainTitles = titles.map(withoutAccents);
  const isNamed = plainTitles.some((title) => notFound.test(title) || areIn(plainTitle, wordsOf(title)));
  if (notFound.test(plainTitle) && !isNamed)
    return `has the title ${quoteText(decodeReferences(pageTitle).trim().slice(0, 100))}`;
  const words = plainTitles.flatMap(wordsOf);
  if (words.length === 0 || words.some((word) => plainTitle.includes(word))) return undefined;
  const text = plain(markup.replaceAll(/<(script|style)\b[^]*?(?:<\/\1|$)|<!--[^]*?(?:-->|$)|<[^>]*>?/giu, ' '));
  const isText = text.replaceAll(/\P{L}+/gu, '').length >= minLetters;
  return isText && !words.some((word) => text.includes(word)) ? 'has none of the words of the title' : undefined;
}

function wordsOf(title: string): string[] {
  return title.match(/[\p{L}\p{N}]{3,}|[^\P{L}\p{ASCII}]{2,}/gu) ?? [];
}

/** Whether a text has all of several words. A single word may be the name of the site. */
function areIn(text: string, words: readonly string[]): boolean {
  return words.length > 1 && words.every((word) => text.includes(word));
}

function plain(text: string): string {
  return withoutAccents(decodeReferences(text));
}

/** The text of a page in the encoding that it declares. */
function textOf(body: Uint8Array, type: string): string {
  const start = Buffer.from(body.subarray(0, 1024)).toString('latin1');
  const [, label = 'utf-8'] = /charset\s*=\s*["']?([\w-]+)/iu.exec(`${type} ${start}`) ?? [];
  const decoder = attempt(() => new TextDecoder(label)) ?? new TextDecoder();
  return decoder.decode(body);
}
