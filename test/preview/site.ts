// A site to preview: a build of the sample catalog, or of a small one with every odd name, and a preview of it.
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openPreview, type Preview, type PreviewRequest } from '../../src/preview/preview.ts';
import { runBuild, type Chosen } from '../build/run.ts';
import { makeFolder, removeFolder, writeFiles } from '../helpers/folders.ts';

/** The base URL of the builds; a preview must not show it except in texts of the catalog. */
export const baseUrl = 'https://example.org/repo';
/** Where the tests start searching for a free port. */
export const firstPort = 23_400;

export interface Site {
  /** Holds `dist` and `data`. */
  readonly folder: string;
  readonly out: string;
  readonly preview: Preview;
  readonly url: string;
  readonly requests: PreviewRequest[];
  /** Ends the preview and removes the folder, as `beforeAll` takes it. */
  readonly close: () => Promise<void>;
}

interface Plan {
  /** A source folder, or its files. */
  readonly data?: string | Readonly<Record<string, string>>;
  readonly chosen?: Partial<Chosen>;
  /** Added to the output folder after the build. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
}

/** Builds a catalog with five courses per page, a small one without HTML pages by default, and serves it. */
export async function openSite({ data = oddCatalog(), chosen = {}, files = {} }: Plan = {}): Promise<Site> {
  const folder = makeFolder();
  const out = join(folder, 'dist');
  const source = typeof data === 'string' ? data : join(folder, 'data');
  if (typeof data !== 'string') writeFiles(source, data);
  await runBuild({ data: source, out, chosen: { baseUrl, pageSize: 5, pages: false, ...chosen } });
  writeFiles(out, files);
  const requests: PreviewRequest[] = [];
  const preview = await openPreview({ out, port: firstPort }, (request) => requests.push(request));
  const close = async () => {
    await preview.close();
    removeFolder(folder);
  };
  return { folder, out, preview, url: preview.url, requests, close };
}

/** The same, until the end of the test. */
export async function siteInTest(plan: Plan = {}): Promise<Site> {
  const site = await openSite(plan);
  onTestFinished(site.close);
  return site;
}

/** Names that a URL or a pattern could interpret. */
export const oddLanguages = "C++|l'occitan|page|Ñandé & co; a=b|中文|a $& b|(x)!~,@|Kiswahili cha Kenya".split('|');

/** A catalog whose courses all have every odd language, and texts that look like the links of the build. */
export function oddCatalog(courses = 12): Record<string, string> {
  const link = `"next":"${baseUrl}/api/v1/providers/1/courses/?page=2","previous":null,"results":[`;
  const course = { title: link, provider: 1, categories: [1], language: oddLanguages, date_published: '2024-01-01' };
  const records = Array.from({ length: courses }, (_, at) => {
    return { ...course, id: at + 1, linkurl: `${baseUrl}/api/v1/courses/latest/?course=${at}` };
  });
  return {
    'providers.json': JSON.stringify([{ id: 1, name: link }]),
    'categories.json': JSON.stringify([{ id: 1, name: `${baseUrl}/api/v1/providers/` }]),
    'courses.json': JSON.stringify(records),
  };
}
