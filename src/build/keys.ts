// Keys: what a build was told, in short texts; where one is another than before, what it stands for is made anew.
import { hash } from 'node:crypto';
import { statSync } from 'node:fs';
import { versions } from 'node:process';
import type { LinkOptions } from '../api/paging.ts';
import type { IndexForm } from '../output/writer.ts';
import { settled, stampOf } from '../source/stamp.ts';
import type { SiteOptions, SitePlan } from './around.ts';

export interface Keys {
  /** Of the views, the source apart. */
  readonly viewsKey: string;
  /** Of the pages, the courses apart. */
  readonly pagesKey: string;
  /** Of the files around the API, and of what is said of the output. */
  readonly siteKey: string;
}

export function keysOf(
  options: LinkOptions &
    IndexForm &
    Pick<SiteOptions, 'host' | 'out' | 'site' | 'title' | 'description' | 'color'> & {
      readonly latest: number;
      readonly pageSize: number;
    },
  { texts, copies }: SitePlan,
  began: number,
): Keys {
  const { latest, indexFile, precompress, baseUrl, pageLinks, pageSize, host, out, site } = options;
  const { title, description, color } = options;
  // A file that is too young to tell its next change is taken for a new one each time.
  const copied = [...copies].map(([path, from]) => [path, settled(stampOf(statSync(from)), began) ?? began]);
  return {
    viewsKey: digestOf({ latest, indexFile, precompress, site }),
    pagesKey: digestOf({ baseUrl, pageLinks, pageSize }),
    siteKey: digestOf({ texts: [...texts], copied, host, out, title, description, color }),
  };
}

/** Key of the code with this digest; undefined without one. */
export function toolKey(digest: string | undefined): string | undefined {
  // Another Node may compress otherwise, or know other forms of Unicode.
  return digest === undefined ? undefined : digestOf([digest, versions]);
}

/** The same for the same plain data. */
export function digestOf(value: unknown): string {
  return hash('sha256', JSON.stringify(value));
}
