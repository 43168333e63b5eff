// Addresses of courses: what a text in place of one means, without what programs and people write around it.
import { decodeReferences } from '../../text/character-references.ts';
import { isHostFirst } from '../../text/parse-url.ts';
import { hasWebScheme } from '../../text/web-address.ts';
import { withoutInvisible } from './invisible.ts';

/** What was read of a text in place of an address. */
export interface ReadAddress {
  /** The address, or the text if it has none. */
  readonly address: string;
  /** How it differs from the text, for a note; undefined if it does not. */
  readonly how?: string;
  /** Other addresses in the text. */
  readonly others?: readonly string[];
}

const scheme = 'https?://';
/** The start of an address: not within another one, where it may be a parameter or part of the path. */
const start = new RegExp(String.raw`(?<![^\s"'<>()[\]|,;*])${scheme}`, 'giu');
const alone = /^https?:\/\/(?!https?:)[\w./?=#%+~:@!-]+$/iu;
const anchor = /^(<a\s[^<>]*>)([^<>]*)<\/a>$/iu;
const hrefValue = /href\s*=\s*(?:"([^"]*)"|'([^']*)')/iu;
const markdownLink = /^\[([^[\]]*)\]\(<?(\S+?)>?(?: "[^"]*")?\)$/u;
/** What may follow white space within an address, such as the name of a file. */
const words = /^[^\s()]+(?: [^\s()]+)*$/u;
const endOfPath = /.[/?=&%#]|.\.[a-z\d]{2,5}$/iu;

/** A path, a query, or the name of a file, without white space. */
const relative = /^(?:\?|[^\s:?#]*\/|[^\s:/?#]+\.[a-z]{2,5}(?:[?#]|$))\S*$/iu;

/** Whether a text may be an address that lacks its scheme or its host. */
export function isPartialAddress(text: string): boolean {
  return isHostFirst(text) || relative.test(text);
}

/** A text that is a link of HTML or Markdown alone: its address and what it shows. */
export function linkOfMarkup(text: string): { readonly text: string; readonly address: string } | undefined {
  const [, tag = '', shown = ''] = anchor.exec(text) ?? [];
  const href = hrefValue.exec(tag);
  if (href) return { text: shown.trim(), address: (href[1] ?? href[2] ?? '').trim() };
  const [, label, address] = markdownLink.exec(text) ?? [];
  return label !== undefined && address !== undefined && (hasWebScheme(address) || isPartialAddress(address))
    ? { text: label.trim(), address }
    : undefined;
}

/** An address with its scheme and host in lower case and without the usual port, as browsers have it; else as it is written. */
export function plainHost(address: string): string {
  const [whole = '', origin = '', host = ''] = /^([a-z]+:\/\/)([^/?#@]*)/iu.exec(address) ?? [];
  const port = origin.toLowerCase() === 'https://' ? ':443' : ':80';
  const plain = host.endsWith(port) ? host.slice(0, -port.length) : host;
  return origin.toLowerCase() + plain.toLowerCase() + address.slice(whole.length);
}

/** Reads the address in a text. A text that has none is returned as it is. */
export function extractAddress(written: string): ReadAddress {
  // Most are nothing else.
  if (alone.test(written)) return { address: written };
  const visible = withoutInvisible(written);
  // Of a formula that was not evaluated a part is no address.
  if (visible.trimStart().startsWith('=')) return { address: written };
  const linked = linkOfMarkup(visible.trim())?.address ?? visible.trim();
  const text = decodeReferences(linked).replace(/^(https?:\/\/)(?=https?:\/\/)/iu, '');
  const starts = Array.from(text.matchAll(start), ({ index }) => index);
  const [first] = starts;
  const changed = text === written.trim() ? {} : { how: 'address read without what stands around or within it' };
  if (first === undefined) return { address: text, ...changed };
  const pieces = starts.map((at, index) => text.slice(at, starts[index + 1]));
  if (first === 0 && pieces.length === 1 && !/[\s<>"]/u.test(text)) return { address: text, ...changed };
  const [address = '', ...others] = pieces.map(withoutTail);
  const rest = (pieces[0] ?? '').slice(address.length).trim();
  // The name of a file may have spaces; words after an address without any sign between them may be either.
  if (first === 0 && pieces.length === 1 && /^\s/u.test(text.slice(address.length)) && /^[\p{L}\p{N}_]/u.test(rest)) {
    const lastWord = rest.slice(rest.lastIndexOf(' ') + 1);
    return words.test(rest) && endOfPath.test(lastWord) && !/[\r\n]/u.test(text)
      ? { address: text.replaceAll(/\s+/gu, '%20'), how: 'address with spaces, which are now %20' }
      : { address: text, ...changed };
  }
  return { address, how: 'address that stands beside another text, read alone', others };
}

/** An address up to white space or a bracket that encloses it, without the signs that separate it from what follows. */
function withoutTail(text: string): string {
  const [address = ''] = /^[^\s<>"]+/u.exec(text) ?? [];
  const unquoted = address.replace(/(?<![,;|*'\]])[,;|*'\]]+$/u, '');
  const opened = (unquoted.match(/\(/gu) ?? []).length;
  const closed = (unquoted.match(/\)/gu) ?? []).length;
  return closed > opened ? unquoted.replace(/\)[^/)]*$/u, '') : unquoted;
}
