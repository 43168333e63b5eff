// Stages what the main thread writes: the catalog files of outputs, the files that need no catalog, and the manifest.
import { CourseRenderer } from '../../api/course-records.ts';
import { manifestFile } from '../../api/published-paths.ts';
import { newestCourses } from '../../catalog/membership.ts';
import { builtOutputs, type FileContent } from '../../outputs/output.ts';
import { plannedPaths } from '../../outputs/site-plan.ts';
import { htmlIndexFile } from '../../storage/index-files.ts';
import { Writer, type OutputFile } from '../../storage/writer.ts';
import type { CheckedCatalog } from '../read/check-catalog.ts';
import { manifestText } from '../target/manifest.ts';
import { writersIn } from '../workers/jobs.ts';
import type { FinishedOutput, StageContext } from './run-outputs.ts';

/** Writes what outputs make from the whole catalog: responses of the API, and files beside it. */
export function writeCatalogFiles(
  catalog: CheckedCatalog,
  finished: readonly FinishedOutput[],
  { options, sitePlan, folders: { roots } }: StageContext,
) {
  const built = builtOutputs(finished);
  const files: Record<string, readonly OutputFile[]> = {};
  const list: OutputFile[] = [];
  const { apiWriter, fileWriter } = writersIn(roots, options, list);
  const published = { ...catalog, latest: latestRecords(catalog, options.latest), baseUrl: options.baseUrl };
  const paths: string[] = [];
  for (const { output } of finished) {
    for (const [folder, text] of output.responses?.(published) ?? []) apiWriter.writeIndex(text, folder);
    for (const [path, content] of output.catalogFiles?.(published, sitePlan, built) ?? []) {
      // A public file takes its place.
      if (sitePlan.fixedFiles.has(path)) continue;
      paths.push(path);
      writeContent(fileWriter, path, content);
    }
    files[output.name] = list.splice(0);
  }
  return { written: fileWriter.tally(), entryPoints: apiWriter.tally(), files, paths };
}

/** The records of the newest courses, newest first. */
function latestRecords({ references, results }: CheckedCatalog, count: number) {
  const renderer = new CourseRenderer(references);
  const latestOfChunks = results.map((result) => result.value('latest'));
  return newestCourses(latestOfChunks, count).map((course) => renderer.record(course));
}

/** Writes what needs no catalog, and the manifest, which lists all files beside the API. */
export function writeFixedFiles(
  finished: readonly FinishedOutput[],
  catalogFiles: readonly string[],
  { sitePlan, folders: { roots } }: StageContext,
) {
  const files: OutputFile[] = [];
  const writer = new Writer(roots.files, htmlIndexFile, files);
  const outputPaths = finished.flatMap(({ output, files: own }) => (output.isApi ? [] : own.map(({ path }) => path)));
  const manifestPaths = [...new Set([...plannedPaths(sitePlan), ...catalogFiles, ...outputPaths])];
  for (const [path, content] of sitePlan.fixedFiles) writeContent(writer, path, content);
  writer.write(manifestFile, manifestText(manifestPaths));
  return { written: writer.tally(), files, manifestPaths };
}

function writeContent(writer: Writer, path: string, content: FileContent): void {
  if (typeof content === 'object' && 'copyOf' in content) writer.copy(content.copyOf, path);
  else writer.write(path, content);
}
