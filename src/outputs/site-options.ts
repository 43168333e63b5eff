// The options of a build, resolved, and what follows from them before its source is read.
import { join } from 'node:path';
import type { LinkOptions } from '../api/paging.ts';
import type { SiteFeatures } from '../api/published-paths.ts';
import type { HostFile, HostedSite } from '../hosts/host.ts';
import type { HostName } from '../hosts/hosts.ts';
import type { LocaleTag } from '../text/locales/tags.ts';
import type { FieldTable } from '../catalog/fields.ts';
import type { IndexFileOptions } from '../storage/index-files.ts';
import type { DumpFormat } from './dumps/formats.ts';
import type { JournalOption } from '../storage/journal/file.ts';

/** The metadata of the catalog as a whole. Nothing here changes with the courses. */
export interface CatalogMetadata {
  readonly title: string;
  /** One sentence; may be empty. */
  readonly description: string;
  /** Address of the license of the catalog itself. Undefined if the user names no license. */
  readonly license: string | undefined;
  /** Undefined for a publisher with the name of the catalog. */
  readonly publisher: string | undefined;
  /** Without a trailing slash. */
  readonly baseUrl: string;
}

export interface FooterLink {
  readonly label: string;
  readonly address: string;
}

export interface PublicOptions {
  readonly data: string;
  readonly out: string;
  /** The public folder; undefined for `public` beside the source folder, if that exists. */
  readonly public: string | undefined;
}

/** The path of the public folder, which may not exist. */
export function publicFolderOf({ data, public: named }: Pick<PublicOptions, 'data' | 'public'>): string {
  return named ?? join(data, '..', 'public');
}

/** Courses in the latest list. */
export const latestCount = 10;

export interface SiteOptions extends PublicOptions, CatalogMetadata, LinkOptions, IndexFileOptions {
  readonly host: HostName;
  /** Whether to write the pages for people, and all that comes with them. */
  readonly pages: boolean;
  readonly coursePages: boolean;
  /** Formats of the files with the whole catalog. */
  readonly dumps: readonly DumpFormat[];
  /** The journal to read and to keep. Undefined if the build keeps no journal. */
  readonly journal: JournalOption;
  /** The color of links and buttons, as `#rrggbb`. */
  readonly color: string;
  /** The language of the pages. */
  readonly locale: LocaleTag;
  /** The path of a picture in the public folder. */
  readonly logo: string | undefined;
  /** For the footer of the pages; addresses may be relative to the site root. */
  readonly footerLinks: readonly FooterLink[];
  /** Where readers suggest a course or report a problem: the address of a repository, or `mailto:`. Undefined for nowhere. */
  readonly contact: string | undefined;
  readonly pageSize: number;
  /** What courses may say beside the fields of the interface. */
  readonly fields: FieldTable;
  /** Courses in the latest list: `latestCount`; tests set other numbers. */
  readonly latest: number;
  /** The version of this tool, which `build.json` names. */
  readonly version: string;
  /** Most addresses in a file of the sitemap, and lines in a part of the published journal; tests set it to divide small ones. */
  readonly sitemapSize?: number;
}

/** A site as its outputs see it in every thread: plain data. */
export interface Site {
  readonly options: SiteOptions;
  readonly features: SiteFeatures;
  readonly fields: FieldTable;
  /** Whether there is a page for people at the site root: ours, or a public file. */
  readonly hasHomepage: boolean;
}

/** A site with its host. */
export interface OutputSite extends Site {
  readonly hosted: HostedSite;
  readonly hostFiles: readonly HostFile[];
}
