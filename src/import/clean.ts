// Cleaning: texts that should be plain but come with markup, character references or odd spaces.
import { htmlTagNames } from 'html-tag-names';
import { decodeReferences } from '../text/character-references.ts';

const elements = new Set(htmlTagNames);
/** Elements that may stand without an end tag. */
const open = new Set('area br col dd dt hr img input li link meta option p source td th tr wbr'.split(' '));
const tag = /<(\/?)([a-z][a-z\d]*)([\s/][^<>]*)?>/giu;

/** A plain text: without tags, with its references decoded and its white space collapsed. */
export function plainText(text: string): string {
  // Most texts are plain already.
  return /[<&]|[^\S ]|^ |  | $/u.test(text) ? collapsed(withoutMarkup(text)) : text;
}

/** A text without tags and with its references decoded. What only looks like a tag stays, such as `vector<int>` or `map<a>`. */
export function withoutMarkup(text: string): string {
  if (!text.includes('<')) return decodeReferences(text);
  const tags = [...text.matchAll(tag)];
  const ended = new Set(tags.flatMap(([, end, name = '']) => (end ? name.toLowerCase() : [])));
  const untagged = text.replaceAll(tag, (whole, end: string, written: string, rest = '') => {
    const name = written.toLowerCase();
    // `<LI>` is markup; `Vec<Link>` and `<Input>` are names of types.
    const isOpen = open.has(name) && !/^[A-Z][a-z]/u.test(written);
    return elements.has(name) && (end || isOpen || ended.has(name) || /=["']/u.test(rest)) ? ' ' : whole;
  });
  return decodeReferences(untagged);
}

export function collapsed(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim();
}

/** The form in which names are compared: case, width and white space do not count. */
export function foldName(name: string): string {
  return collapsed(name.normalize('NFKC').toLowerCase());
}
