// The dumps: the whole catalog as files to download. They are divided into parts.
import { chunkFinder, type CourseNumbering } from '../../catalog/membership.ts';
import { CourseTextsBuilder } from '../../storage/course-texts.ts';
import type { Output } from '../output.ts';
import type { Site } from '../site-options.ts';
import { dumpFiles, tableFiles } from './built-files.ts';
import { dumpsDeclaration, type DumpsTypes, type DumpTask, type HarvestTask } from './declaration.ts';
import { downloadsPage } from './downloads-page.ts';
import { dumpedFields, fieldColumns, fieldsIn } from './field-columns.ts';
import {
  dataPackagePath,
  dumpPartPath,
  harvestFormatNames,
  maxOfPart,
  tableFormatNames,
  type TableFormat,
} from './formats.ts';
import { harvestCollector, harvestNotes, writeHarvestFile } from './harvest-files.ts';
import { renderPackage } from './package.ts';
import { writeParts } from './write-parts.ts';

export const dumps: Output<DumpsTypes> = {
  ...dumpsDeclaration,
  collect({ site, references }) {
    const hasTables = wantedTables(site).length > 0;
    const lines = new CourseTextsBuilder();
    const harvested = harvestCollector({ site, references });
    let fields = new Set<string>();
    return {
      add(rendered) {
        const { course, view } = rendered;
        harvested.add(rendered);
        for (const name of Object.keys(course.fields)) fields.add(name);
        if (!hasTables) return;
        const values = dumpedFields(site.fields, course.fields);
        lines.addBytes(...(values ? withFields(view.bytes, values) : [view.bytes]));
      },
      finish() {
        const part = lines.finish();
        const names = [...fields];
        fields = new Set();
        return { lines: part, ends: part.ends, fields: names, ...harvested.finish() };
      },
    };
  },
  tasks({ catalog: { numbering }, chunks, site }) {
    const { byId, offsets } = numbering;
    const wholeFiles = harvestFormatNames
      .filter((name) => site.options.dumps.includes(name))
      .map((harvested): HarvestTask => ({ harvested, courses: byId, offsets }));
    const formats = wantedTables(site);
    if (formats.length === 0) return wholeFiles;
    const ends = Array.from({ length: chunks.count }, (_, chunk) => chunks.collected.ends(chunk));
    const fields = fieldsIn(site.fields, chunks);
    const parts = dividedCourses(ends, numbering).map((courses, index): DumpTask => {
      const part = index + 1;
      const files = formats.map((format) => ({
        table: 'courses' as const,
        format,
        part,
        path: dumpPartPath('courses', format, part),
      }));
      return { files, courses, offsets, fields };
    });
    return [...wholeFiles, ...parts];
  },
  run: async (task, context) => ('harvested' in task ? [writeHarvestFile(task, context)] : writeParts(task, context)),
  *files(catalog, site, built) {
    const { options, hasHomepage, features } = site;
    const tables = tableFiles(catalog);
    const files = dumpFiles(catalog, built, tables);
    for (const { file, bytes } of tables) yield [file.path, bytes];
    const chunks = built.of(dumpsDeclaration)?.chunks;
    const fields = fieldColumns(site.fields, chunks ? fieldsIn(site.fields, chunks) : []);
    yield [dataPackagePath, renderPackage({ ...options, hasHomepage, fields }, files)];
    if (features.pages) yield downloadsPage(files, site);
  },
  notes: ({ chunks, results }) => harvestNotes(chunks, results.flat()),
};

function wantedTables({ options }: Pick<Site, 'options'>): TableFormat[] {
  return tableFormatNames.filter((name) => options.dumps.includes(name));
}

const endOfRecord = '}\n';

/** The parts of a line: a view with page fields behind its fields. */
function withFields(view: Uint8Array, fields: object): Uint8Array[] {
  return [view.subarray(0, -endOfRecord.length), Buffer.from(`,"fields":${JSON.stringify(fields)}${endOfRecord}`)];
}

/**
 * The courses of each part, by their numbers in ascending order of ids; an empty catalog has one part too. `ends` says where the lines
 * of each chunk end.
 */
export function dividedCourses(
  ends: readonly Uint32Array[],
  { byId, offsets }: Pick<CourseNumbering, 'byId' | 'offsets'>,
): Uint32Array[] {
  const nextChunkOf = chunkFinder(offsets);
  const starts = [0];
  let [start, bytes] = [0, 0];
  for (const [index, course] of byId.entries()) {
    const chunk = nextChunkOf(course);
    const ordinal = course - (offsets[chunk] ?? 0);
    const size = (ends[chunk]?.[ordinal] ?? 0) - (ends[chunk]?.[ordinal - 1] ?? 0);
    if (index > start && (bytes + size > maxOfPart.bytes || index - start === maxOfPart.courses)) {
      starts.push(index);
      [start, bytes] = [index, 0];
    }
    bytes += size;
  }
  return starts.map((from, index) => byId.slice(from, starts[index + 1]));
}
