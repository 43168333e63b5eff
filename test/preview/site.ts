// A site to preview: a build of the sample catalog, or of a small one with every odd name, and a preview of it.
import { join } from 'node:path';
import { openPreview, type Preview, type PreviewRequest } from '../../src/preview/preview.ts';
import { runBuild, type Chosen } from '../build/run.ts';
import { makeFolder, removeFolder, writeFiles } from '../folders.ts';

/** The base URL of the builds; a preview must not show it except in texts of the catalog. */
export const baseUrl = 'https://example.org/repo';
/** Where the tests start searching for a free port. */
export const firstPort = 23_400;

export interface Site {
  /** Holds `dist` and `data`. */
  readonly folder: string;
  readonly out: string;
  readonly preview: Preview;
  readonly requests: PreviewRequest[];
  close(): Promise<void>;
}

/**
 * Builds a catalog with five courses per page, without HTML pages by default, and serves it.
 * `files` are added to the output folder after the build.
 */
export async function openSite(
  data: string | Readonly<Record<string, string>> = 'data',
  chosen: Partial<Chosen> = {},
  files: Readonly<Record<string, string | Uint8Array>> = {},
): Promise<Site> {
  const folder = makeFolder();
  const out = join(folder, 'dist');
  const source = typeof data === 'string' ? data : join(folder, 'data');
  if (typeof data !== 'string') writeFiles(source, data);
  await runBuild({ data: source, out, chosen: { baseUrl, pageSize: 5, site: false, ...chosen } });
  writeFiles(out, files);
  const requests: PreviewRequest[] = [];
  const preview = await openPreview({ out, port: firstPort }, (request) => requests.push(request));
  return {
    folder,
    out,
    preview,
    requests,
    async close() {
      await preview.close();
      removeFolder(folder);
    },
  };
}

/** Names that a URL or a pattern could interpret. */
export const oddLanguages = [
  'C++',
  "l'occitan",
  'page',
  'Ñandé & co; a=b',
  '中文',
  'a $& b',
  '(x)!~,@',
  'Kiswahili cha Kenya',
];

/** A catalog whose courses all have every odd language, and texts that look like the links of the build. */
export function oddCatalog(courses = 12): Record<string, string> {
  const link = `"next":"${baseUrl}/api/v1/providers/1/courses/?page=2","previous":null,"results":[`;
  return {
    'providers.json': JSON.stringify([{ id: 1, name: link }]),
    'categories.json': JSON.stringify([{ id: 1, name: `${baseUrl}/api/v1/providers/` }]),
    'courses.json': JSON.stringify(
      Array.from({ length: courses }, (_, index) => ({
        id: index + 1,
        title: link,
        linkurl: `${baseUrl}/api/v1/courses/latest/?course=${index}`,
        provider: 1,
        categories: [1],
        language: oddLanguages,
        date_published: '2024-01-01',
      })),
    ),
  };
}
