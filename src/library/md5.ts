// MD5 (RFC 1321), by which the interface makes the linkhash of a course from its address. Browsers do not have it.

/** The four rounds, of 16 steps each: how they mix three words, which word of the block a step takes, and by how many bits it turns. */
const rounds = [
  {
    mixed: (b: number, c: number, d: number) => (b & c) | (~b & d),
    word: (step: number) => step,
    turns: [7, 12, 17, 22],
  },
  {
    mixed: (b: number, c: number, d: number) => (d & b) | (~d & c),
    word: (step: number) => 5 * step + 1,
    turns: [5, 9, 14, 20],
  },
  {
    mixed: (b: number, c: number, d: number) => b ^ c ^ d,
    word: (step: number) => 3 * step + 5,
    turns: [4, 11, 16, 23],
  },
  {
    mixed: (b: number, c: number, d: number) => c ^ (b | ~d),
    word: (step: number) => 7 * step,
    turns: [6, 10, 15, 21],
  },
];

/** The digest of a text in UTF-8, in hexadecimal digits. */
export function md5(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const padded = new Uint8Array(((bytes.length + 72) >> 6) << 6);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const words = new DataView(padded.buffer);
  words.setUint32(padded.length - 8, 8 * bytes.length, true);
  let [a, b, c, d] = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476];
  for (let block = 0; block < padded.length; block += 64) {
    const before = [a, b, c, d] as const;
    for (const [round, { mixed, word, turns }] of rounds.entries())
      for (let step = 0; step < 16; step += 1) {
        const constant = Math.floor(Math.abs(Math.sin(16 * round + step + 1)) * 2 ** 32);
        const sum = a + mixed(b, c, d) + constant + words.getUint32(block + 4 * (word(step) % 16), true);
        const by = turns[step % 4] ?? 0;
        [a, b, c, d] = [d, (b + ((sum << by) | (sum >>> (32 - by)))) | 0, b, c];
      }
    [a, b, c, d] = [(a + before[0]) | 0, (b + before[1]) | 0, (c + before[2]) | 0, (d + before[3]) | 0];
  }
  return [a, b, c, d].map(hex).join('');
}

/** The bytes of a word, the lowest first. */
function hex(word: number): string {
  return [0, 8, 16, 24].map((bits) => ((word >>> bits) & 255).toString(16).padStart(2, '0')).join('');
}
