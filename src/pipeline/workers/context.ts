// The context of the jobs of a build: what its options and folders come to for a job.
import type { References } from '../../catalog/references.ts';
import type { WriteRoots } from '../../storage/writer.ts';
import type { PlannedSite } from '../../outputs/build-options.ts';
import { pagesSiteOf } from '../../outputs/course-pages/document.ts';
import type { BuildOptions } from '../options.ts';
import type { JobContext } from './jobs.ts';

/** Where jobs write. */
export interface JobFolders extends Pick<JobContext, 'recordsFolder' | 'state'> {
  readonly apiRoots: WriteRoots;
  readonly siteRoots: WriteRoots;
}

/** What the jobs of a build need. */
export function jobContext(
  references: References,
  fingerprintKey: string,
  { apiRoots, recordsFolder, siteRoots, state }: JobFolders,
  { latest, pageSize, baseUrl, pageLinks, indexFile, precompress, site: hasPages, dumps }: BuildOptions,
  site: PlannedSite,
): JobContext {
  const links = { baseUrl, pageLinks };
  const form = { indexFile, precompress };
  const searchRoots = hasPages ? siteRoots : null;
  const pages = pagesSiteOf(site);
  return {
    references,
    latest,
    pageSize,
    links,
    form,
    apiRoots,
    recordsFolder,
    searchRoots,
    coursePages: pages ? { roots: siteRoots, site: pages } : null,
    dumps,
    dumpRoots: siteRoots,
    fingerprintKey,
    state,
  };
}
