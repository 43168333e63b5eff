// The endpoints of the interface (specification 4), as functions.
import type { Envelope, FullCourse, ListedCategory, ListedLanguage, ListedProvider } from '../api/records.ts';
import { addressOf } from '../api/routes.ts';
import { CatalogError } from './errors.ts';
import type { Requests } from './requests.ts';

const areRecords = (results: unknown) =>
  Array.isArray(results) && results.every((record: unknown) => typeof record === 'object' && record !== null);

export function endpointsOf(requests: Requests) {
  /** A list that every service has. A host without it may have its file under another name. */
  const list = async <Listed>(route: 'latest' | 'categories' | 'providers') => {
    const path = addressOf('.', route);
    try {
      return await requests.body<readonly Listed[]>(path, 'length');
    } catch (cause) {
      const file = `${path}index.json`;
      const isThere = cause instanceof CatalogError && cause.status !== undefined && (await has(requests, file));
      if (!isThere) throw cause;
      const why = `is not ${requests.addressOf(file)}: the host has to answer with that file, or else build with --index-file index.html`;
      throw new CatalogError(why, cause.address, cause.status, { cause });
    }
  };
  return {
    latest: async () => list<FullCourse>('latest'),
    categories: async () => list<ListedCategory>('categories'),
    providers: async () => list<ListedProvider>('providers'),
    languages: async () => requests.body<readonly ListedLanguage[]>(addressOf('.', 'languages'), 'length'),
    course: async (linkhash: string) => requests.body<FullCourse>(addressOf('.', 'course', linkhash), 'linkhash'),
    /** A page of a list, by its address. */
    page: async (address: string) => requests.body<Envelope>(address, 'results', areRecords),
  };
}

async function has({ json }: Requests, path: string): Promise<boolean> {
  return json(path).then(Array.isArray, () => false);
}
