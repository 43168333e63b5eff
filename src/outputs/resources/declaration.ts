// The responses of the API that are a single file, as every command knows them.
import type { OutputDeclaration } from '../output.ts';

export const resourcesDeclaration: OutputDeclaration = {
  name: 'resources',
  paths: [],
  isWanted: () => true,
};
