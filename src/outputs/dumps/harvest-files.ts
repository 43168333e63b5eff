// The files of harvesters: each has all courses, however many, so it is written a part after another.
import { createHash } from 'node:crypto';
import { CourseTextsBuilder, GatheredTexts } from '../../storage/course-texts.ts';
import { GrowingBytes } from '../../text/bytes.ts';
import { grouped, size } from '../../text/number-format.ts';
import type { Chunks, CollectContext, RenderedCourse, RunContext } from '../output.ts';
import { ambCourse } from './amb.ts';
import type { DumpsTypes, HarvestTask } from './declaration.ts';
import { harvestPath, type DumpFile, type HarvestFormat } from './formats.ts';
import { harvester, type HarvestedCourse } from './harvested-course.ts';
import { moochubCourse } from './moochub.ts';

/** Courses whose records are in memory at a time. */
const windowSize = 4_000;

/** Harvesters of MOOChub may refuse more bytes, as they read the whole file at once. */
const maxHarvestBytes = 50_000_000;

/** Collects the records of the wanted formats. */
export function harvestCollector({ site, references }: Pick<CollectContext, 'site' | 'references'>) {
  const { dumps, locale } = site.options;
  const [moochub, amb] = [new CourseTextsBuilder(), new CourseTextsBuilder()];
  const adders: readonly ((course: HarvestedCourse) => void)[] = [
    ...(dumps.includes('moochub') ? [(course: HarvestedCourse) => moochub.add(onOneLine(moochubCourse(course)))] : []),
    ...(dumps.includes('amb') ? [(course: HarvestedCourse) => amb.add(onOneLine(ambCourse(course, locale)))] : []),
  ];
  const harvest = adders.length > 0 ? harvester(references, site) : undefined;
  let unlicensed = 0;
  return {
    add({ course, fullRecord }: RenderedCourse): void {
      if (course.fields['license'] === undefined) unlicensed += 1;
      const harvested = harvest?.(course, fullRecord);
      if (harvested) for (const add of adders) add(harvested);
    },
    finish() {
      const collected = { moochub: moochub.finish(), amb: amb.finish(), unlicensed };
      unlicensed = 0;
      return collected;
    },
  };
}

/** JSON in which no reader sees the end of a line. */
function onOneLine(record: string): string {
  return record.replaceAll(
    /[\u0085\u2028\u2029]/gu,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** What stands before, between and after the records: MOOChub is one page on one line, since readers split it at line ends before they parse it. */
const framesOf: Readonly<Record<HarvestFormat, (address: string) => Frame>> = {
  moochub(address) {
    const links = JSON.stringify({ self: address, first: address, last: address });
    return { start: Buffer.from(`{"links":${links},"data":[`), between: Buffer.from(','), end: Buffer.from(']}\n') };
  },
  amb: () => ({ start: none, between: Buffer.from('\n'), end: Buffer.from('\n') }),
};

interface Frame {
  readonly start: Uint8Array;
  readonly between: Uint8Array;
  readonly end: Uint8Array;
}

const none = new Uint8Array();

const texts = new GatheredTexts();

export function writeHarvestFile(
  { harvested: format, courses, offsets }: HarvestTask,
  { site, collected, writer, throwIfAborted }: RunContext<DumpsTypes>,
): DumpFile {
  const path = harvestPath(format);
  const { start, between, end } = framesOf[format](`${site.options.baseUrl}/${path}`);
  const digest = createHash('sha256');
  let bytes = 0;
  function* parts(): Generator<Uint8Array> {
    const part = new GrowingBytes();
    for (let from = 0; from === 0 || from < courses.length; from += windowSize) {
      throwIfAborted();
      const window = courses.subarray(from, from + windowSize);
      part.clear();
      part.addBytes(from === 0 ? start : between);
      if (window.length > 0) {
        texts.gather(offsets, [window], collected[format]);
        texts.addTo(part, window, between);
      }
      // Without courses there is no line to end.
      if (from + windowSize >= courses.length && part.bytes.length > 0) part.addBytes(end);
      digest.update(part.bytes);
      bytes += part.bytes.length;
      yield part.bytes;
    }
  }
  writer.writeParts(path, parts());
  return { table: 'courses', format, part: 1, path, bytes, sha256: digest.digest('hex') };
}

/** What the owner of a catalog has to know of these files. */
export function harvestNotes(
  { count, collected }: Chunks<DumpsTypes['collected']>,
  files: readonly DumpFile[],
): string[] {
  const moochub = files.find(({ format }) => format === 'moochub');
  if (moochub === undefined) return [];
  const { path, bytes } = moochub;
  const unlicensed = Array.from({ length: count }, (_, chunk) => collected.unlicensed(chunk)).reduce(
    (a, b) => a + b,
    0,
  );
  const leave =
    unlicensed === 1
      ? '1 course has no "license": harvesters'
      : `${grouped(unlicensed)} courses have no "license": harvesters`;
  return [
    ...(unlicensed > 0 ? [`${leave} of ${path} leave ${unlicensed === 1 ? 'it' : 'them'} out`] : []),
    ...(bytes > maxHarvestBytes
      ? [`${path} has ${size(bytes)}: harvesters may refuse more than ${size(maxHarvestBytes)}`]
      : []),
  ];
}
