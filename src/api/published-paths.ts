// Published paths: how files beside the API are described to hosts, the preview and `verify`.

/** The index file of a page for people. */
export const pageFile = 'index.html';

/** Lists what a build wrote outside `api/v1`. Its name also stops GitHub Pages from running Jekyll, whatever it contains. */
export const manifestFile = '.nojekyll';

/** The optional parts of a site. */
export interface SiteFeatures {
  /** Whether there are pages for people, with all that comes with them. If not, public files may use their names. */
  readonly pages: boolean;
  /** Whether `index.html` at the site root is ours, and not a public file. */
  readonly frontPage: boolean;
  /** Whether every course has a page. */
  readonly coursePages: boolean;
  /** Whether the whole catalog is there to download. */
  readonly dumps: boolean;
  /** Whether a journal is kept, and what it says published. */
  readonly journal: boolean;
}

/** A site, and everything that any site may publish. */
export interface SitePaths extends SiteFeatures {
  /** In the order of the hosts' rules. No two of them set a header of the same path. */
  readonly paths: readonly PublishedPath[];
}

/** The part of a policy that keeps a page out of frames. Only a header may have it. */
export const noFrameAncestors = "; frame-ancestors 'none'";

/** A path beside the API, or a pattern of paths: what is published there, with which headers, and who owns it. */
export interface PublishedPath {
  readonly kind: 'page' | 'asset' | 'feed' | 'sitemap' | 'data' | 'dump';
  /** Relative to the site root. A `*` matches anything: every ending, or every name with an ending. That of a page ends with its folder. */
  readonly path: string;
  readonly isPublished: (features: SiteFeatures) => boolean;
  /** The `Content-Type`, where most hosts send another one for the name of the file. */
  readonly type?: string;
  /** The `Cache-Control`; undefined where another published path has the rule for this path. */
  readonly cache?: string;
  /** The `Content-Security-Policy` of a page. */
  readonly policy?: string;
  /** Whether any site may show the page in a frame. */
  readonly isForFrames?: true;
  readonly link?: string;
  /** The folders of pages, with parameters as in the table of routes; hosts redirect to their slash. */
  readonly folders?: readonly string[];
  /** Whether hosts redirect to the folders of every site, even where there is no such page. */
  readonly areFoldersFixed?: true;
  /** The owner of all paths that match a `*`, in words: no public file may have such a path. */
  readonly owner?: string;
  /**
   * What it is made from: the options alone; the courses, by an output that plans and removes its files; or the catalog as a whole, as a
   * file that every build has.
   */
  readonly madeFrom: 'options' | 'courses' | 'catalog';
  /** Whether the file is compressed itself: hosts send it as it is, without a `Content-Encoding`. */
  readonly isCompressed?: true;
  /** Whether a public file at this path takes its place. */
  readonly isReplaceable?: true;
  /** The option with which a build writes fewer or smaller files of this path, in words. */
  readonly advice?: string;
}

/** Files that never change: their names contain a digest of their content. */
export const assetsCacheControl = 'public, max-age=31536000, immutable';

export function publishedPaths(site: SitePaths): readonly PublishedPath[] {
  return site.paths.filter(({ isPublished }) => isPublished(site));
}

/** The folders of the files that never change. */
export function assetsFolders(site: SitePaths): string[] {
  return publishedPaths(site).flatMap(({ path, kind }) =>
    kind === 'asset' && path.endsWith('/*') ? [path.slice(0, -2)] : [],
  );
}

/** The file of a published path without a `*`: that of a page is the index file of its folder. */
export function publishedFile({ path }: PublishedPath): string {
  return path === '' || path.endsWith('/') ? `${path}${pageFile}` : path;
}

/** A published path up to what varies in it. */
export function fixedStart({ path }: Pick<PublishedPath, 'path'>): string {
  return path.replace(/\*.*$/u, '');
}
