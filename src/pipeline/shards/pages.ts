// The pages of one part of a merge.
import { pagesOf, type List } from '../../api/paging.ts';
import { apiRoot, folderOf } from '../../api/routes.ts';
import type { Folder, OutputListing } from '../../output/listing.ts';
import { indexFilesOf, pageFolders } from '../lists/layout.ts';
import type { PageRun } from '../lists/pages.ts';
import type { BuildOptions } from '../options.ts';
import { sharesOf, type Share } from '../share.ts';

/** The jobs of a part: contiguous runs with about as many pages as those of any other part. Without a share, all of them. */
export function pagesOfShare(
  jobs: readonly (readonly PageRun[])[],
  share: Share | undefined,
): readonly (readonly PageRun[])[] {
  if (!share) return jobs;
  const shares = sharesOf(
    jobs.flat().map(({ from, to }) => to - from + 1),
    share.total,
  );
  let at = 0;
  const own = jobs.map((runs) => runs.filter(() => shares[at++] === share.index));
  return own.filter((runs) => runs.length > 0);
}

/** The files of pages in an output that other parts write now: an earlier share may have had them. */
export function pagesOfOthers(
  { api }: OutputListing,
  layout: readonly List[],
  jobs: readonly (readonly PageRun[])[],
  { shard, pageSize, ...form }: BuildOptions,
): string[] {
  if (!shard) return [];
  const own = new Map<number, Set<number>>();
  for (const { index, from, to } of pagesOfShare(jobs, shard).flat()) {
    const pages = own.get(index) ?? new Set();
    own.set(index, pages);
    for (let page = from; page <= to; page += 1) pages.add(page);
  }
  return layout.flatMap((list, index) => {
    const pages = Array.from({ length: pagesOf(list.count, pageSize) }, (_, at) => at + 1);
    const others = pages.filter((page) => own.get(index)?.has(page) !== true);
    const files = others.flatMap((page) =>
      pageFolders(folderOf(list.route, list.parameter), page).flatMap((folder) => indexFilesOf(folder, -1, form)),
    );
    return files.filter((path) => api !== undefined && isListed(api, path));
  });
}

function isListed(api: Folder, path: string): boolean {
  const names = path.split('/').slice(apiRoot.split('/').length);
  const last = names.pop() ?? '';
  const folder = names.reduce<Folder | undefined>((above, name) => above?.get(name) ?? undefined, api);
  return folder?.has(last) === true;
}
