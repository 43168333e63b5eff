// Published formats: the one table of what a build publishes beside the API. The builder, the host presets and the preview read it.
import { cacheControl } from '../api/http.ts';
import { apiCatalogLink, apiCatalogPath, apiCatalogType, dcatPath } from './about/paths.ts';
import { dumpForms, dumpFormats, dumpsFolder, packagePath } from './dumps/formats.ts';
import { pagesFolder } from '../api/routes.ts';
import { feedPaths } from './feeds/paths.ts';
import {
  coursePagesFolder,
  providerPagesFolder,
  robotsFile,
  sitemapFile,
  sitemapPartPrefix,
  stylesheetFile,
} from './course-pages/paths.ts';
import { contentSecurityPolicy, coursePagesPolicy } from './policy.ts';
import { pageFile, schemasFolder } from './packaged.ts';
import { searchFolder, searchIndexPath } from './search/format.ts';

/** Which optional parts a site has. */
export interface SiteParts {
  /** Whether there is the catalog page, with all that comes with it. If not, public files may use their names. */
  readonly site: boolean;
  /** Whether `index.html` at the site root is the catalog page, and not a public file. */
  readonly frontPage: boolean;
  /** Whether every course has a page of its own. */
  readonly coursePages: boolean;
  /** Whether the whole catalog is there to download. */
  readonly dumps: boolean;
}

export interface PublishedFormat {
  readonly kind: 'page' | 'asset' | 'feed' | 'sitemap' | 'document' | 'dump';
  /** Relative to the site root. A `*` matches anything: every ending, or every name with an ending. That of a page ends with its folder. */
  readonly path: string;
  readonly isPublished: (parts: SiteParts) => boolean;
  /** The `Content-Type`, where most hosts send another one for the name of the file. */
  readonly type?: string;
  /** The `Cache-Control`; undefined where another row has the rule for this path. */
  readonly cache?: string;
  /** The `Content-Security-Policy` of a page. */
  readonly policy?: string;
  /** The `Link` header. */
  readonly link?: string;
  /** The folders of pages, with parameters as in the table of routes; hosts redirect to their slash. */
  readonly folders?: readonly string[];
  /** What the files of a path with a `*` belong to, in words: no public file may be among them. */
  readonly owner?: string;
  /**
   * What it is made from: `settings` before the source is read, `courses` as they are read and from the results, `catalog` by the
   * renderer in `documents.ts`, in every build that reads the catalog.
   */
  readonly madeFrom: 'settings' | 'courses' | 'catalog';
  /** Whether the file is compressed itself: hosts send it as it is, without a `Content-Encoding`. */
  readonly isCompressed?: true;
  /** Whether a public file at this path takes its place. */
  readonly isReplaceable?: true;
}

/** The folder of the API reference. */
export const docsFolder = 'docs';

/** Folders whose file names contain a digest of their content. */
export const assetsFolders = ['assets', `${docsFolder}/assets`] as const;

/** Files in these folders never change. */
export const assetsCacheControl = 'public, max-age=31536000, immutable';

const always = () => true;
const withDumps = ({ dumps }: SiteParts) => dumps;
const withSite = ({ site }: SiteParts) => site;
const withCoursePages = ({ coursePages }: SiteParts) => coursePages;

/** `frame-ancestors` cannot be set in a meta element. */
const inNoFrame = "; frame-ancestors 'none'";

/** In the order of the hosts' rules, and of publication. Add a format by adding a row. No two rows set a header of the same path. */
const formats: readonly PublishedFormat[] = [
  {
    kind: 'page',
    path: '',
    isPublished: ({ site, frontPage }) => site && frontPage,
    policy: contentSecurityPolicy + inNoFrame,
    cache: cacheControl.lists,
    madeFrom: 'settings',
  },
  {
    kind: 'page',
    path: `${docsFolder}/`,
    folders: [docsFolder],
    isPublished: withSite,
    policy: contentSecurityPolicy + inNoFrame,
    cache: cacheControl.lists,
    madeFrom: 'settings',
  },
  {
    kind: 'document',
    path: `${searchFolder}/*`,
    owner: 'search index',
    isPublished: withSite,
    cache: cacheControl.lists,
    madeFrom: 'courses',
  },
  {
    kind: 'document',
    path: 'charts.json',
    isPublished: withSite,
    cache: cacheControl.lists,
    madeFrom: 'catalog',
  },
  {
    kind: 'feed',
    path: feedPaths.atom,
    isPublished: withSite,
    type: 'application/atom+xml',
    cache: cacheControl.lists,
    madeFrom: 'catalog',
  },
  {
    kind: 'feed',
    path: feedPaths.json,
    isPublished: withSite,
    type: 'application/feed+json',
    cache: cacheControl.lists,
    madeFrom: 'catalog',
  },
  {
    kind: 'document',
    path: 'openapi.json',
    isPublished: always,
    cache: cacheControl.lists,
    madeFrom: 'catalog',
  },
  {
    kind: 'document',
    path: `${schemasFolder}/*`,
    isPublished: always,
    cache: cacheControl.lists,
    madeFrom: 'settings',
  },
  ...assetsFolders.map((folder): PublishedFormat => {
    return {
      kind: 'asset',
      path: `${folder}/*`,
      isPublished: withSite,
      cache: assetsCacheControl,
      madeFrom: 'settings',
    };
  }),
  ...dumpFormats.map((format): PublishedFormat => {
    const { ending, type } = dumpForms[format];
    return {
      kind: 'dump',
      path: `${dumpsFolder}/*.${ending}`,
      owner: 'dumps',
      isPublished: withDumps,
      type,
      ...(format !== 'csv' && { isCompressed: true }),
      cache: cacheControl.lists,
      madeFrom: 'courses',
    };
  }),
  {
    // After the files that it names.
    kind: 'document',
    path: packagePath,
    isPublished: withDumps,
    cache: cacheControl.lists,
    madeFrom: 'catalog',
  },
  {
    kind: 'document',
    path: dcatPath,
    isPublished: always,
    type: 'application/ld+json',
    cache: cacheControl.lists,
    madeFrom: 'catalog',
  },
  {
    kind: 'document',
    path: apiCatalogPath,
    isPublished: always,
    type: apiCatalogType,
    link: apiCatalogLink,
    cache: cacheControl.lists,
    madeFrom: 'catalog',
    isReplaceable: true,
  },
  {
    kind: 'page',
    path: `${coursePagesFolder}/*`,
    folders: [`${coursePagesFolder}/{linkhash}`],
    owner: 'course pages',
    isPublished: withCoursePages,
    policy: coursePagesPolicy + inNoFrame,
    cache: cacheControl.lists,
    madeFrom: 'courses',
  },
  {
    kind: 'page',
    path: `${providerPagesFolder}/*`,
    folders: ['', '/{provider_id}', `/{provider_id}/${pagesFolder}/{page}`].map((end) => providerPagesFolder + end),
    owner: 'course pages',
    isPublished: withCoursePages,
    policy: coursePagesPolicy + inNoFrame,
    cache: cacheControl.lists,
    madeFrom: 'courses',
  },
  {
    kind: 'asset',
    path: stylesheetFile,
    isPublished: withCoursePages,
    cache: cacheControl.lists,
    madeFrom: 'settings',
  },
  { kind: 'sitemap', path: sitemapFile, isPublished: withCoursePages, cache: cacheControl.lists, madeFrom: 'courses' },
  {
    kind: 'sitemap',
    path: `${sitemapPartPrefix}*`,
    owner: 'sitemap',
    isPublished: withCoursePages,
    cache: cacheControl.lists,
    madeFrom: 'courses',
  },
  {
    kind: 'document',
    path: robotsFile,
    isPublished: withCoursePages,
    cache: cacheControl.lists,
    madeFrom: 'settings',
  },
  {
    // After the files that it names.
    kind: 'document',
    path: searchIndexPath,
    isPublished: withSite,
    madeFrom: 'catalog',
  },
];

/** Public files that take the place of ours. */
export const replaceable: ReadonlySet<string> = new Set([
  pageFile,
  robotsFile,
  ...formats.flatMap(({ path, isReplaceable }) => (isReplaceable ? [path] : [])),
]);

/** The formats of a site. */
export function formatsOf(parts: SiteParts): readonly PublishedFormat[] {
  return formats.filter(({ isPublished }) => isPublished(parts));
}

/** The folders of pages, with parameters as in the table of routes. That of the API reference is there for every site. */
export function pageFolders(parts: SiteParts): string[] {
  return formats.flatMap(({ folders = [], isPublished }) =>
    folders.includes(docsFolder) || isPublished(parts) ? folders : [],
  );
}

/** The types, without parameters, of what hosts should compress: those that list the types need them. */
export const compressedTypes: readonly string[] = formats.flatMap(({ type, isCompressed }) =>
  type === undefined || isCompressed ? [] : [type.replace(/;.*$/u, '')],
);
