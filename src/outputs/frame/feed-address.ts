// The addresses of the feeds of lists, to which their pages link; in a file of its own, since only one screen of the catalog page needs it.
import { htmlListFolders, listFeedsFolder, type ShownRoute } from '../shared/page-paths.ts';

/** The feed of a list as it stands in an address. In a folder of its own, since the name of a language may be as long as that of a file. */
export function listFeedAddress({ route, parameter }: { readonly route: ShownRoute; readonly parameter: string }) {
  return `${listFeedsFolder}/${htmlListFolders[route]}/${encodeURIComponent(parameter)}/feed.xml`;
}
