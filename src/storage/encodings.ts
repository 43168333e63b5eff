// Encodings: compressed files beside the plain ones, for hosts that can serve them.
import {
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  gunzipSync,
  gzipSync,
  type BrotliOptions,
  type ZlibOptions,
} from 'node:zlib';
import type { Encoding } from '../api/http.ts';
import { attempt } from '../text/errors.ts';

/** Appended to the name of the plain file. */
export const encodingEndings = { gzip: '.gz', brotli: '.br' } as const satisfies Record<Encoding, string>;

/** Below this many bytes compression is not worth it: the response fits in one packet anyway. */
export const minCompressedBytes = 1024;

/** The byte of the gzip header that names the operating system; zlib writes the one it was built for. The time in it is 0 already. */
const systemByte = 9;
const unknownSystem = 255;

/** gzip with the same bytes on every system. */
export function gzipAnywhere(bytes: Uint8Array, options: ZlibOptions): Uint8Array {
  const file = gzipSync(bytes, options);
  file[systemByte] = unknownSystem;
  return file;
}

/** The compressed bytes of a file, the same on every system; undefined if they are not worth a file. */
export function encode(encoding: Encoding, bytes: Uint8Array): Uint8Array | undefined {
  if (bytes.length < minCompressedBytes) return undefined;
  const encoded = encoders[encoding](bytes);
  return encoded.length < bytes.length ? encoded : undefined;
}

/** Whether a file is what `encode` makes of these bytes, as far as a client can tell. Much faster than to compress them again. */
export function isEncoded(encoding: Encoding, file: Uint8Array, bytes: Uint8Array): boolean {
  if (bytes.length < minCompressedBytes || file.length >= bytes.length) return false;
  const decode = (encoded: Uint8Array) => attempt(() => decoders[encoding](encoded, { maxOutputLength: bytes.length }));
  // Bytes after the end of the encoded ones would be ignored.
  return decode(file)?.equals(bytes) === true && decode(file.subarray(0, -1)) === undefined;
}

const decoders: Readonly<Record<Encoding, (file: Uint8Array, options: ZlibOptions & BrotliOptions) => Buffer>> = {
  gzip: gunzipSync,
  brotli: brotliDecompressSync,
};

const encoders = {
  gzip: (bytes: Uint8Array) => gzipAnywhere(bytes, { level: 9 }),
  // Quality 11 takes twenty times as long for a few bytes in a hundred.
  brotli: (bytes: Uint8Array) =>
    brotliCompressSync(bytes, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_QUALITY]: 9,
        [constants.BROTLI_PARAM_LGWIN]: windowFor(bytes.length),
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
} as const;

/** The binary logarithm of a window that fits the file. The largest takes twenty times as long to initialize as a page to compress. */
function windowFor(bytes: number): number {
  return Math.min(constants.BROTLI_MAX_WINDOW_BITS, Math.max(16, Math.ceil(Math.log2(bytes + 16))));
}
