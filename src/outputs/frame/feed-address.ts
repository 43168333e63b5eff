// The addresses of the feeds, to which pages link, relative to the site root.
import { htmlListFolders, listFeedsFolder, type ShownRoute } from '../shared/page-paths.ts';

/** The feeds of the whole catalog. */
export const feedPaths = { atom: 'feed.xml', json: 'feed.json' } as const;

/** The feed of a list as it stands in an address. In a folder of its own, since the name of a language may be as long as that of a file. */
export function listFeedAddress({ route, parameter }: { readonly route: ShownRoute; readonly parameter: string }) {
  return `${listFeedsFolder}/${htmlListFolders[route]}/${encodeURIComponent(parameter)}/feed.xml`;
}
