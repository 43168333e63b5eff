// Published formats: the one table of what a build publishes beside the API. The builder, the host presets and the preview read it.
import { cacheControl } from '../api/http.ts';
import { feedPaths } from './feeds/paths.ts';
import { contentSecurityPolicy } from './policy.ts';
import { schemasFolder } from './published.ts';
import { searchFolder, searchIndexPath } from './search/format.ts';

/** Which optional parts a site has. */
export interface SiteParts {
  /** Whether there is the catalog page, with all that comes with it. If not, public files may use their names. */
  readonly site: boolean;
  /** Whether `index.html` at the site root is the catalog page, and not a public file. */
  readonly frontPage: boolean;
  /** Whether every course has a page of its own. */
  readonly coursePages: boolean;
}

export interface PublishedFormat {
  readonly kind: 'page' | 'asset' | 'feed' | 'document';
  /** Relative to the site root. A `*` at the end matches everything below a folder. That of a page ends with its folder. */
  readonly path: string;
  readonly isPublished: (parts: SiteParts) => boolean;
  /** The `Content-Type`, where most hosts send another one for the name of the file. */
  readonly type?: string;
  /** The `Cache-Control`; undefined where another row has the rule for this path. */
  readonly cache?: string;
  /** The `Content-Security-Policy` of a page. */
  readonly policy?: string;
  /**
   * What it is made from: `settings` before the source is read, `courses` as they are read and from the results, `catalog` by the
   * renderer in `documents.ts`, in every build that reads the catalog.
   */
  readonly madeFrom: 'settings' | 'courses' | 'catalog';
}

/** The folder of the API reference. */
export const docsFolder = 'docs';

/** Folders whose file names contain a digest of their content. */
export const assetsFolders = ['assets', `${docsFolder}/assets`] as const;

/** Files in these folders never change. */
export const assetsCacheControl = 'public, max-age=31536000, immutable';

const always = () => true;
const withSite = ({ site }: SiteParts) => site;

/** `frame-ancestors` cannot be set in a meta element. */
const appPolicy = `${contentSecurityPolicy}; frame-ancestors 'none'`;

/** In the order of the hosts' rules, and of publication. Add a format by adding a row. No two rows set a header of the same path. */
const formats: readonly PublishedFormat[] = [
  {
    kind: 'page',
    path: '',
    isPublished: ({ site, frontPage }) => site && frontPage,
    policy: appPolicy,
    cache: cacheControl.lists,
    madeFrom: 'settings',
  },
  {
    kind: 'page',
    path: `${docsFolder}/`,
    isPublished: withSite,
    policy: appPolicy,
    cache: cacheControl.lists,
    madeFrom: 'settings',
  },
  {
    kind: 'document',
    path: `${searchFolder}/*`,
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
  {
    // After the files that it names.
    kind: 'document',
    path: searchIndexPath,
    isPublished: withSite,
    madeFrom: 'catalog',
  },
];

/** The formats of a site. */
export function formatsOf(parts: SiteParts): readonly PublishedFormat[] {
  return formats.filter(({ isPublished }) => isPublished(parts));
}

/** The types of all feeds: hosts that list the types to compress need them. */
export const feedTypes: readonly string[] = formats.flatMap(({ kind, type }) =>
  kind === 'feed' && type !== undefined ? [type] : [],
);
