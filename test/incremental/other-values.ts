// Other values: a site with everything, and another value of each option.
import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { oneFileEach, writeCatalog } from '../build/layout.ts';
import type { Chosen, Run } from '../build/run.ts';
import { smallCatalog } from '../build/small-catalog.ts';
import { writeFiles } from '../helpers/folders.ts';

export type Options = Pick<Run, 'data' | 'out'> & Partial<Chosen>;

/** Writes the source of a site in a folder, and returns its options. */
export function writeSite(folder: string): Options {
  writeCatalog(join(folder, 'data'), smallCatalog(12), oneFileEach);
  writeFiles(join(folder, 'public'), { 'about.txt': 'About', 'imprint.html': 'Imprint', 'logo.svg': '<svg/>' });
  for (const name of ['data', 'public']) cpSync(join(folder, name), join(folder, `same-${name}`), { recursive: true });
  symlinkSync(join(folder, 'dist'), join(folder, 'link'));
  return {
    data: join(folder, 'data'),
    out: join(folder, 'dist'),
    public: join(folder, 'public'),
    pages: true,
  };
}

/** For each option a value that differs from the one of such a site. */
export function otherValues(folder: string): Required<Options> {
  return {
    data: join(folder, 'same-data'),
    threads: 2,
    chunkSize: 1024,
    dryRun: true,
    maxRemoved: { text: '10%', most: 100, isShare: true },
    // See `test/shards`.
    shard: undefined,
    merge: undefined,
    public: join(folder, 'same-public'),
    version: '9.9.9',
    latest: 7,
    fields: {},
    sitemapSize: 10,
    indexFile: 'index.html',
    precompress: ['gzip'],
    pages: false,
    coursePages: false,
    dumps: ['csv'],
    baseUrl: 'https://example.org',
    pageLinks: 'path',
    pageSize: 5,
    out: join(folder, 'link'),
    host: 'netlify',
    title: 'Another title',
    description: 'Another description',
    color: '#b91c1c',
    locale: 'de',
    journal: join(folder, 'journal.ndjson'),
    logo: 'logo.svg',
    contact: 'https://github.com/user/repo',
    footerLinks: [{ label: 'Imprint', address: 'imprint.html' }],
    license: 'https://creativecommons.org/publicdomain/zero/1.0/',
    publisher: 'Another publisher',
  };
}

/** The names of the options that no file depends on. */
export const idle = 'data threads fields chunkSize dryRun maxRemoved out shard merge public'.split(' ');

/** The options of a site, with another value of one of them. */
export function withOther(site: Options, folder: string, name: string): Options {
  return { ...site, ...Object.fromEntries(Object.entries(otherValues(folder)).filter(([key]) => key === name)) };
}
