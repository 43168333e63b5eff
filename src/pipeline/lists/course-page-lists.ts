// Writes what leads to the course pages: the lists by provider, and the sitemap.
import type { List } from '../../api/paging.ts';
import { Writer, type WriteRoots, type WrittenFiles } from '../../storage/writer.ts';
import type { PagesSite } from '../../outputs/course-pages/document.ts';
import { pageFile } from '../../api/formats.ts';
import type { Catalog } from '../read/catalog.ts';
import { providerPageFolders, writeProviderPages, type PreviousPageLists } from './provider-pages.ts';
import { writeSitemap } from './sitemap.ts';
import type { OutputFile } from './totals.ts';

export interface WrittenPageLists {
  readonly written: WrittenFiles;
  /** All files, including those that stay. */
  readonly files: readonly OutputFile[];
}

/** Writes the lists. `before` are those of the previous build, if its files are intact. Throws an AbortError once `signal` is aborted. */
export async function writeCoursePageLists(
  catalog: Catalog,
  layout: readonly List[],
  before: PreviousPageLists | undefined,
  roots: WriteRoots,
  site: PagesSite,
  signal: AbortSignal,
): Promise<WrittenPageLists> {
  const files: OutputFile[] = [];
  const onFile = (path: string, bytes: number) => void files.push({ path, bytes });
  const writer = new Writer(roots, { indexFile: pageFile, precompress: [] }, onFile);
  const keptPages = await writeProviderPages(catalog, providersOf(layout), before, writer, site, signal);
  const sitemapBefore = before && { ...before, lists: foldersOf(before.lists.written.layout, site) };
  const keptMaps = await writeSitemap(catalog, foldersOf(layout, site), sitemapBefore, writer, site.baseUrl, signal);
  return { written: writer.tally(), files: [...files, ...keptPages, ...keptMaps] };
}

/** The folders of all pages that are not of courses, the site root first if it is one. */
function foldersOf(layout: readonly List[], { startPage }: PagesSite): string[] {
  return [...(startPage ? [''] : []), ...providerPageFolders(providersOf(layout))];
}

function providersOf(layout: readonly List[]): List[] {
  return layout.filter(({ route }) => route === 'provider');
}
