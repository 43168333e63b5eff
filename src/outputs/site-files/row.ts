// The files at the site root that every site has, and those for its host.
import type { OutputRow } from '../output.ts';
import { siteFiles } from './files.ts';

export const siteFilesRow: OutputRow = {
  name: 'site-files',
  formats: [],
  isWanted: () => true,
  ready: ({ hostFiles }) => [...siteFiles, ...hostFiles.map(({ path, text }) => [path, text] as const)],
};
