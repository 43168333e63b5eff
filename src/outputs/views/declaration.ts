// The views, the responses of single courses (specification 2.1), as every command knows them.
import { viewsFolder } from '../../api/routes.ts';
import { namesIn, type IndexFileOptions } from '../../storage/index-files.ts';
import type { OutputDeclaration, OutputTypes } from '../output.ts';

export interface ViewsTypes extends OutputTypes {
  readonly chunkSettings: IndexFileOptions;
  readonly collected: {
    /** By course, which compressed files its view has, as bits; empty if none are wanted. */
    readonly encodings: Uint8Array;
  };
}

export const viewsDeclaration: OutputDeclaration<ViewsTypes> = {
  name: 'views',
  paths: [],
  isWanted: () => true,
  isApi: true,
  chunkSettings: ({ options: { indexFile, precompress } }) => ({ indexFile, precompress }),
  collectedFields: ['encodings'],
  courseFiles: { folder: viewsFolder, names: namesIn, presenceField: 'encodings' },
};
