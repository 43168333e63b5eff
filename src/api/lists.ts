// The lists of a catalog in the order of their numbers, and the folders of their responses.
import type { Membership } from '../catalog/membership.ts';
import type { References } from '../catalog/references.ts';
import type { List } from './paging.ts';
import { folderOf, pageSegment } from './routes.ts';

/** The lists in the order of their numbers: providers, categories, the named ones. */
export function listsOf({ counts, named }: Membership, { providers, categories }: References): List[] {
  const lists = [
    ...providers.map(({ id, name }) => ({ route: 'provider', parameter: String(id), label: name }) as const),
    ...categories.map(({ id, name }) => ({ route: 'category', parameter: String(id), label: name }) as const),
    ...named.map(({ route, name }) => ({ route, parameter: name, label: name })),
  ];
  return lists.map((list, index) => ({ ...list, count: counts[index] ?? 0 }));
}

/** The folder of a list in the API. */
export function apiListFolder({ route, parameter }: Pick<List, 'route' | 'parameter'>): string {
  return folderOf(route, parameter);
}

/** The folders in the API that a page of a list is written to: its own, and for page 1 also that of the list, `folder`. */
export function apiPageFolders(folder: string, page: number): string[] {
  const pageFolder = `${folder}/${pageSegment}/${page}`;
  return page === 1 ? [pageFolder, folder] : [pageFolder];
}
