// CRC-32 of texts that were checked one by one: the checksum of a whole file from those of its blocks.

/** The polynomial of gzip (RFC 1952, section 8), lowest power first in the highest bit. */
const polynomial = 0xedb88320;
const one = 0x80000000;
/** x to the power of 8: what a byte of zeros multiplies a checksum by. */
const byteFactor = 0x00800000;

/** The checksum of two texts as one, from those of each and the length of the second in bytes. */
export function joinChecksums(first: number, second: number, secondLength: number): number {
  return (multiply(power(byteFactor, secondLength), first) ^ second) >>> 0;
}

/** The product of two polynomials over GF(2), reduced. */
function multiply(a: number, b: number): number {
  let [product, shifted] = [0, b];
  for (let bit = one; bit !== 0; bit >>>= 1) {
    if ((a & bit) !== 0) product ^= shifted;
    shifted = (shifted & 1) === 0 ? shifted >>> 1 : (shifted >>> 1) ^ polynomial;
  }
  return product;
}

function power(base: number, exponent: number): number {
  let [result, square] = [one, base];
  for (let left = exponent; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result = multiply(result, square);
    square = multiply(square, square);
  }
  return result;
}
