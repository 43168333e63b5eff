// Where the blocks of a dump begin: at courses whose id says so, so that a course more or less moves no other boundary.

/** One course of so many begins a block, as a power of two: a block of 32 courses has some 40 kB. */
const bits = 5;
/** The golden ratio of 2^32: ids that follow one another begin blocks of nearly the same size. */
const factor = 0x9e3779b1;

/** Whether a block begins at the course with this id. */
export function beginsBlock(id: number): boolean {
  const mixed = Math.imul((id % 2 ** 32) ^ Math.floor(id / 2 ** 32), factor);
  return mixed >>> (32 - bits) === 0;
}
