// Writes in the main thread: what outputs make from the whole catalog, the files that need no catalog, and the manifest.
import { CourseRenderer } from '../../api/course-records.ts';
import { manifestFile } from '../../api/published-paths.ts';
import { isInApi } from '../../api/routes.ts';
import { newestCourses } from '../../catalog/membership.ts';
import { builtOutputs, type FileContent } from '../../outputs/output.ts';
import { plannedPaths, type SitePlan } from '../../outputs/site-plan.ts';
import { Writer, type WriteRoots } from '../../storage/writer.ts';
import type { CheckedCatalog } from '../read/check-catalog.ts';
import { manifestText } from '../published/manifest.ts';
import type { FinishedOutput } from './run-outputs.ts';

/** Writes what outputs make from the whole catalog. Returns also the paths of all these files. */
export function writeCatalogFiles(
  catalog: CheckedCatalog,
  finished: readonly FinishedOutput[],
  sitePlan: SitePlan,
  roots: WriteRoots,
) {
  const { options, fixedFiles } = sitePlan;
  const built = builtOutputs(finished);
  const paths: string[] = [];
  const writer = new Writer(roots, options, paths);
  const published = { ...catalog, latest: latestRecords(catalog, options.latest), baseUrl: options.baseUrl };
  for (const { output } of finished) {
    for (const [path, content] of output.files?.(published, sitePlan, built) ?? []) {
      // A public file takes its place.
      if (!fixedFiles.has(path)) writeContent(writer, path, content);
    }
  }
  return { written: writer.tally(), paths };
}

/** The records of the newest courses, newest first. */
function latestRecords({ references, results }: CheckedCatalog, count: number) {
  const renderer = new CourseRenderer(references);
  const latestOfChunks = results.map((result) => result.value('latest'));
  return newestCourses(latestOfChunks, count).map((course) => renderer.fullRecord(course));
}

/** Writes what needs no catalog, and the manifest, which lists all files beside the API; `paths` are those of all other files. */
export function writeFixedFiles(sitePlan: SitePlan, paths: readonly string[], roots: WriteRoots) {
  const fixedPaths: string[] = [];
  const writer = new Writer(roots, sitePlan.options, fixedPaths);
  const manifestPaths = [...new Set([...plannedPaths(sitePlan), ...paths.filter((path) => !isInApi(path))])];
  for (const [path, content] of sitePlan.fixedFiles) writeContent(writer, path, content);
  writer.write(manifestFile, manifestText(manifestPaths));
  return { written: writer.tally(), paths: fixedPaths, manifestPaths };
}

function writeContent(writer: Writer, path: string, content: FileContent): void {
  if (typeof content === 'object' && 'copyOf' in content) writer.copy(content.copyOf, path);
  else if (typeof content === 'string' && path.endsWith('/')) writer.writeResponse(content, path.slice(0, -1));
  else writer.write(path, content);
}
