// The responses of the API that are a single file.
import { folderOf } from '../../api/routes.ts';
import type { Output } from '../output.ts';
import { resourceNames, resources } from './resources.ts';
import { resourcesRow } from './row.ts';

export const resourceFiles: Output = {
  ...resourcesRow,
  *documents(catalog) {
    for (const name of resourceNames) yield [`${folderOf(name)}/`, JSON.stringify(resources[name](catalog))];
  },
};
