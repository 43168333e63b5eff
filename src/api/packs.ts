// Packs: the form of a packed API, in which a few hundred files hold the responses of all addresses.
//
// A pack is a line of JSON, the position of each response by its name, then the responses one after another, and a line with the SHA-256
// digest of all that. The packs of a kind divide the keys of the names, which are digests and so evenly spread; a JSON file lists where
// the keys of each pack begin.
import { hash } from 'node:crypto';
import { lowerBound } from '../text/positions.ts';
import { apiRoot, pageSegment, viewsFolder } from './routes.ts';

/** The views, which are named by linkhashes, and all other responses: lists, the records that courses refer to, and the index. */
export const packKinds = ['views', 'other'] as const;
export type PackKind = (typeof packKinds)[number];

/** The position of a response in a pack: its offset after the line of JSON, and its length. */
type PackedPosition = readonly [offset: number, length: number];

export const packsFolder = `${apiRoot}/packs`;
/** Every key is a number of so many hexadecimal digits. */
export const packKeyDigits = 6;
export const keyCount = 16 ** packKeyDigits;

const viewsPrefix = `${viewsFolder}/`;
const linkhash = /^[0-9a-f]{32}$/u;

/** The file that lists where each pack of a kind begins, as an array of keys in ascending order. */
export function startsPath(kind: PackKind): string {
  return `${packsFolder}/${kind}.json`;
}

/** The file of the pack that begins at a key. */
export function packPath(kind: PackKind, start: number): string {
  return `${packsFolder}/${kind}-${keyText(start)}.pack`;
}

export function keyText(key: number): string {
  return key.toString(16).padStart(packKeyDigits, '0');
}

/** The name under which the response of a folder of the API is packed. Page 1 of a list is the list itself. */
export function packedName(folder: string): { readonly kind: PackKind; readonly name: string } {
  const view = folder.startsWith(viewsPrefix) ? folder.slice(viewsPrefix.length) : '';
  if (linkhash.test(view)) return { kind: 'views', name: view };
  return { kind: 'other', name: folder.slice(apiRoot.length + 1).replace(firstPage, '') };
}

const firstPage = new RegExp(`/${pageSegment}/1$`, 'u');

/** The folder of a packed response. */
export function folderOfPacked(kind: PackKind, name: string): string {
  if (kind === 'views') return viewsPrefix + name;
  return name === '' ? apiRoot : `${apiRoot}/${name}`;
}

/** The key of a name: the first digits of a linkhash, or of the SHA-256 digest of any other name. */
export function packKey(kind: PackKind, name: string): number {
  const digest = kind === 'views' ? name : hash('sha256', name);
  return Number.parseInt(digest.slice(0, packKeyDigits), 16);
}

/** The start of the pack that holds a key, among all starts in ascending order. Undefined if no pack does. */
export function packStartFor(starts: readonly number[], key: number): number | undefined {
  return starts[lowerBound(starts, key + 1) - 1];
}

/** Reads the list of where packs begin. Throws a SyntaxError if it is damaged. */
export function parseStarts(text: string): number[] {
  const texts: unknown = JSON.parse(text);
  const starts = Array.isArray(texts) ? texts.map((start) => Number.parseInt(String(start), 16)) : [Number.NaN];
  if (starts.every((start, index) => start > (starts[index - 1] ?? -1))) return starts;
  throw new SyntaxError('no ascending list of keys');
}

/** Length of the last line of a pack. */
export const checksumBytes = 65;

/** The last line of a pack, without its end: the SHA-256 digest of everything before it, in hexadecimal digits. */
export function packChecksum(pack: Uint8Array): string {
  return hash('sha256', pack);
}

/** The responses in a pack by their names. Throws a SyntaxError if the bytes are not a pack, or were damaged. */
export function parsePack(bytes: Buffer): Map<string, Buffer> {
  const pack = bytes.subarray(0, -checksumBytes);
  if (bytes.toString('latin1', pack.length) !== `${packChecksum(pack)}\n`)
    throw new SyntaxError('the checksum is wrong');
  const end = pack.indexOf('\n');
  const index: Readonly<Record<string, PackedPosition>> | null = JSON.parse(pack.toString('utf8', 0, end));
  const responses = pack.subarray(end + 1);
  const isNatural = (number: number) => Number.isSafeInteger(number) && number >= 0;
  const isPosition = (position: PackedPosition) =>
    Array.isArray(position) &&
    position.length === 2 &&
    position.every(isNatural) &&
    position[0] + position[1] <= responses.length;
  if (!index || !Object.values(index).every(isPosition)) throw new SyntaxError('no index of responses');
  const named = Object.entries(index);
  return new Map(named.map(([name, [offset, length]]) => [name, responses.subarray(offset, offset + length)]));
}
