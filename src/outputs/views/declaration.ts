// The views, the responses of single courses (specification 2.1), as every command knows them.
import { viewsFolder } from '../../api/routes.ts';
import { indexFileNames } from '../../storage/index-files.ts';
import type { OutputDeclaration } from '../output.ts';

export const viewsDeclaration: OutputDeclaration = {
  name: 'views',
  paths: [],
  isWanted: () => true,
  courseFiles: { folder: viewsFolder, names: ({ options }) => indexFileNames(options) },
};
