// Gathered records are those of the courses asked for, whichever chunks these are in, and each chunk is loaded once.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { GrowingBytes } from '../../src/text/bytes.ts';
import { addRecords, GatherMemory, gatherRecords } from '../../src/pipeline/lists/gather.ts';

const sizes = fc.array(fc.nat(6), { minLength: 1, maxLength: 6 }).filter((all) => all.some((size) => size > 0));
const picks = fc.array(fc.array(fc.nat(), { maxLength: 8 }), { maxLength: 4 });

it('gathers what is asked for', () => {
  // As a thread does: what is gathered replaces what was gathered before.
  const memory = new GatherMemory();
  fc.assert(
    fc.property(sizes, picks, (chunks, picked) => {
      const offsets = Uint32Array.from([0, ...chunks], (_, at) =>
        chunks.slice(0, at).reduce((sum, one) => sum + one, 0),
      );
      const all = offsets.at(-1) ?? 0;
      const textOf = (course: number) => 'record '.repeat(course % 3) + course;
      const loaded: number[] = [];
      const load = (chunk: number) => {
        loaded.push(chunk);
        const texts = Array.from({ length: chunks[chunk] ?? 0 }, (_, at) => textOf((offsets[chunk] ?? 0) + at));
        const ends = Uint32Array.from(texts, (_, at) => texts.slice(0, at + 1).join('').length);
        return { bytes: Buffer.from(texts.join('')), ends };
      };
      const courses = picked.map((some) => Uint32Array.from(some, (one) => one % all));
      const gathered = gatherRecords(offsets, courses, load, memory);
      expect(new Set(loaded).size).toBe(loaded.length);
      for (const some of courses) {
        const text = new GrowingBytes();
        addRecords(text, gathered, some);
        expect(text.buffer.toString('utf8', 0, text.length)).toBe([...some].map(textOf).join(','));
      }
    }),
  );
});
