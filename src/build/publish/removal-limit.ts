// The limit of removals: a build or an import that would remove more courses, as after a broken export, ends before it changes anything.
import { apiRoot, viewsFolder } from '../../api/routes.ts';
import { pathsAbove } from '../../paths.ts';
import { errorAt } from '../../text/problems.ts';
import { count, grouped } from '../../text/number-format.ts';
import type { RemovalLimit } from '../build-options.ts';
import type { TargetListing } from '../published/listing.ts';

interface CourseCounts {
  readonly removed: number;
  /** Courses before the removal. */
  readonly of: number;
}

/** Throws a ProblemsError if `what`, such as `this build`, would remove more courses of a file or folder than it may. Without a limit it may remove all. */
export function assertRemovalsWithin(
  limit: RemovalLimit | undefined,
  { removed, of }: CourseCounts,
  file: string,
  what: string,
) {
  if (!limit || removed <= (limit.isShare ? courseShare(limit.most, of) : limit.most)) return;
  const finding = `${what} would remove ${grouped(removed)} of ${count(of, 'course')}; --max-removed allows ${limit.text}`;
  throw errorAt(file, { rule: 'removals-many', finding });
}

/** The courses in a share, in thousandths; of a small catalog one, unless it is its only one. */
function courseShare(thousandths: number, of: number): number {
  return Math.max((thousandths * of) / 1000, thousandths > 0 && of > 1 ? 1 : 0);
}

/** The courses whose views are published in a target, and those of them that go with the paths that a build removes from the API. */
export function countRemovedViews({ folders }: TargetListing, removedPaths: readonly string[]): CourseCounts {
  let views = folders.get(apiRoot);
  for (const name of viewsFolder.slice(apiRoot.length + 1).split('/')) views = views?.get(name) ?? undefined;
  const published = [...(views ?? [])].flatMap(([name, listed]) => (listed ? [`${viewsFolder}/${name}`] : []));
  const gone = new Set(removedPaths);
  const isGone = [...pathsAbove(viewsFolder), viewsFolder].some((above) => gone.has(above));
  return {
    removed: isGone ? published.length : published.filter((path) => gone.has(path)).length,
    of: published.length,
  };
}
