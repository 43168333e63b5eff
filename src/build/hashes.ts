// Linkhashes of many courses side by side, in 32 ASCII digits each.
import type { CourseColumns } from '../catalog/columns.ts';

const hashDigits = 32;
const summaryHead = '{"linkhash":"';

/** The linkhashes of the courses of a batch: every summary begins with its own. */
export function linkhashesOf({ summaries, summaryEnds }: CourseColumns): Uint8Array {
  const hashes = new Uint8Array(hashDigits * summaryEnds.length);
  let start = 0;
  for (const [at, end] of summaryEnds.entries()) {
    const from = start + summaryHead.length;
    hashes.set(summaries.subarray(from, from + hashDigits), at * hashDigits);
    start = end;
  }
  return hashes;
}

/** The linkhashes as texts. */
export function* hashTexts(hashes: Uint8Array): Generator<string> {
  const text = Buffer.from(hashes.buffer, hashes.byteOffset, hashes.byteLength).toString('latin1');
  for (let at = 0; at < text.length; at += hashDigits) yield text.slice(at, at + hashDigits);
}
