// A site with the reference: the compiled bundle, an OpenAPI document and two files of the API, below any path.
import { createServer } from 'node:http';
import { join } from 'node:path';
import fs from 'fs-extra';
import { makeFolder, removeFolder, writeFiles } from '../folders.ts';
import { githubPagesHost } from '../hosts/engines/github-pages.ts';
import { listen } from '../ports.ts';
import { contract } from './contract.ts';

export interface DocsSite {
  /** With the prefix, without a trailing slash. */
  readonly baseUrl: string;
  readonly close: () => Promise<void>;
}

export const providers = [{ id: 1, name: 'A & B', external_id: '', course_count_catalog: 0, course_count: 2 }];
const list = { count: 2, next: null, previous: null, results: [], title: 'Computing' };

export async function openDocs(prefix: string, hasDocument = true): Promise<DocsSite> {
  const folder = makeFolder();
  fs.copySync('lib/published/docs', join(folder, 'docs'));
  writeFiles(folder, {
    ...(hasDocument && { 'openapi.json': JSON.stringify(contract) }),
    '404.html': '{"detail":"Not found."}',
    'index.html': '<!doctype html><link rel="icon" href="data:," /><title>Catalog</title>',
    'api/v1/providers/index.json': JSON.stringify(providers),
    'api/v1/categories/7/index.json': JSON.stringify(list),
  });
  const { url, close } = await listen(createServer(await githubPagesHost({ deployed: folder, prefix })));
  return {
    baseUrl: `${url}${prefix}`,
    close: async () => {
      await close();
      removeFolder(folder);
    },
  };
}
