// Texts of courses, one of each: those of a chunk in one buffer, and how those of some courses are gathered from several chunks.
import { chunkOf, type ChunkOffsets } from '../catalog/membership.ts';
import { GrowingBytes } from '../text/bytes.ts';

/** Concatenated texts of one kind, JSON or HTML. */
export interface CourseTexts {
  readonly bytes: Uint8Array;
  /** Where the text of each course ends. */
  readonly ends: Uint32Array;
}

/** The bytes of the text of a course, by its ordinal in its chunk. */
function textAt({ bytes, ends }: CourseTexts, ordinal: number): Uint8Array {
  return bytes.subarray(ordinal === 0 ? 0 : (ends[ordinal - 1] ?? 0), ends[ordinal] ?? 0);
}

/** Concatenates texts. Its memory is kept for the next chunk. */
export class CourseTextsBuilder {
  private readonly bytes = new GrowingBytes();
  private ends: number[] = [];

  add(text: string): void {
    this.bytes.addText(text);
    this.ends.push(this.bytes.length);
  }

  /** Adds a text from its parts. */
  addBytes(...parts: readonly Uint8Array[]): void {
    for (const part of parts) this.bytes.addBytes(part);
    this.ends.push(this.bytes.length);
  }

  /** The texts since the last call; valid until others are added. */
  finish(): CourseTexts {
    const texts = { bytes: this.bytes.bytes, ends: Uint32Array.from(this.ends) };
    this.bytes.clear();
    this.ends = [];
    return texts;
  }
}

const comma = Buffer.from(',');

/** Copies of the texts of some courses, so that few chunks are in memory at a time. Its memory is reused. */
export class GatheredTexts {
  private readonly bytes = new GrowingBytes(0);
  private first = 0;
  /** The index of the text of each course from the first one. */
  private indexes = new Uint32Array();
  private ends = new Uint32Array();

  /** Replaces the texts by those of these courses. Loads each chunk once, by its number, that has one of them, whatever their order. */
  gather(offsets: ChunkOffsets, courses: readonly Uint32Array[], load: (chunk: number) => CourseTexts): void {
    const { bytes } = this;
    bytes.clear();
    const first = courses.reduce((least, group) => group.reduce((a, b) => Math.min(a, b), least), Infinity);
    const last = courses.reduce((most, group) => group.reduce((a, b) => Math.max(a, b), most), -1);
    // First 1 for each of the courses, then the index of its text.
    const indexes = new Uint32Array(Math.max(0, last - first + 1));
    for (const group of courses) for (const course of group) indexes[course - first] = 1;
    const ends = new Uint32Array(indexes.reduce((sum, isGathered) => sum + isGathered, 0));
    let texts: CourseTexts | undefined;
    let [index, offset, end] = [0, 0, 0];
    for (let course = first; course <= last; course += 1) {
      if (indexes[course - first] === 0) continue;
      if (!texts || course >= end) {
        const chunk = chunkOf(offsets, course);
        texts = load(chunk);
        [offset, end] = [offsets[chunk] ?? 0, offsets[chunk + 1] ?? 0];
      }
      bytes.addBytes(textAt(texts, course - offset));
      ends[index] = bytes.length;
      indexes[course - first] = index;
      index += 1;
    }
    [this.first, this.indexes, this.ends] = [first, indexes, ends];
  }

  /** Adds the texts of courses, by their numbers, with a separator between them: by default, as the items of a JSON array. */
  addTo(text: GrowingBytes, courses: Uint32Array, separator: Uint8Array = comma): void {
    for (let index = 0; index < courses.length; index += 1) {
      if (index > 0) text.addBytes(separator);
      text.addBytes(this.textOf(courses[index] ?? 0));
    }
  }

  /** The text of a course, by its number; valid until others are gathered. */
  textOf(course: number): Uint8Array {
    const { first, indexes, ends } = this;
    return textAt({ bytes: this.bytes.buffer, ends }, indexes[course - first] ?? 0);
  }
}
