// Texts that should be plain but come with markup, character references or odd spaces, and addresses of licenses and websites.
import { htmlTagNames } from 'html-tag-names';
import { webAddress } from '../../catalog/source/web-address.ts';
import { decodeReferences } from '../../text/character-references.ts';
import { uriOf } from '../../text/web-address.ts';

const elementNames = new Set(htmlTagNames);
/** Elements that may stand without an end tag. */
const endTagOptional = new Set('area br col dd dt hr img input li link meta option p source td th tr wbr'.split(' '));
const tagPattern = /<(\/?)([a-z][a-z\d]*)([\s/][^<>]*)?>/giu;

/** A plain text: without tags, with its references decoded and its white space collapsed. */
export function plainText(text: string): string {
  // Most texts are plain already.
  return /[<&]|[^\S ]|^ |  | $/u.test(text) ? collapseSpaces(withoutMarkup(text)) : text;
}

/** A text without tags and with its references decoded. What only looks like a tag stays, such as `vector<int>` or `map<a>`. */
export function withoutMarkup(text: string): string {
  if (!text.includes('<')) return decodeReferences(text);
  const tags = [...text.matchAll(tagPattern)];
  const ended = new Set(tags.flatMap(([, end, name = '']) => (end ? name.toLowerCase() : [])));
  const untagged = text.replaceAll(tagPattern, (tag, end: string, written: string, attributes = '') => {
    const name = written.toLowerCase();
    // `<LI>` is markup; `Vec<Link>` and `<Input>` are names of types.
    const isUnended = endTagOptional.has(name) && !/^[A-Z][a-z]/u.test(written);
    return elementNames.has(name) && (end || isUnended || ended.has(name) || /=["']/u.test(attributes)) ? ' ' : tag;
  });
  return decodeReferences(untagged);
}

/** Quotes around a whole text, and within none. */
const quotes = /^(?:"[^"]+"|“[^“”]+”|„[^„“”]+[“”]|«[^«»]+»|»[^«»]+«|「[^「」]+」|‘[^‘’]+’|'[^']+')$/u;

export function isQuoted(text: string): boolean {
  return quotes.test(text);
}

export function collapseSpaces(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim();
}

/** The form in which names are compared: case, width and white space do not count. */
export function foldName(name: string): string {
  return collapseSpaces(name.normalize('NFKC').toLowerCase());
}

/** Characters of an address: no server takes a longer one, and in megabytes the expression of the schema overflows its stack. */
const maxAddress = 65_536;

/** An address as the source format takes it, with other characters percent-encoded; undefined unless the text is one. */
export function readWebAddress(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed.length > maxAddress) return undefined;
  const isAddress = (address: string) => address !== '' && webAddress.safeParse(address).success;
  return [trimmed, uriOf(trimmed) ?? ''].find(isAddress);
}

const creativeCommons = /^cc[ -](by(?:-nc)?(?:-sa|-nd)?)[ -](\d\.\d)(?: international)?$/iu;

/** The address of a license, also by a short name such as `CC BY-SA 4.0`; undefined for any other text. */
export function licenseAddress(text: string): string | undefined {
  const [, kind, version] = creativeCommons.exec(text.trim()) ?? [];
  if (kind !== undefined) return `https://creativecommons.org/licenses/${kind.toLowerCase()}/${version}/`;
  return /^cc[ -]?0(?:[ -]1\.0)?$/iu.test(text.trim())
    ? 'https://creativecommons.org/publicdomain/zero/1.0/'
    : readWebAddress(text);
}
