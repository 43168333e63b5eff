// The endpoints of the interface (specification 4), as functions.
import type { Envelope, FullCourse, ListedCategory, ListedLanguage, ListedProvider } from '../api/records.ts';
import { addressOf } from '../api/routes.ts';
import type { Requests } from './requests.ts';

const areRecords = (results: unknown) =>
  Array.isArray(results) && results.every((record: unknown) => typeof record === 'object' && record !== null);

export function endpointsOf(requests: Requests) {
  return {
    latest: async () => requests.body<readonly FullCourse[]>(addressOf('.', 'latest'), 'length'),
    categories: async () => requests.body<readonly ListedCategory[]>(addressOf('.', 'categories'), 'length'),
    providers: async () => requests.body<readonly ListedProvider[]>(addressOf('.', 'providers'), 'length'),
    languages: async () => requests.body<readonly ListedLanguage[]>(addressOf('.', 'languages'), 'length'),
    course: async (linkhash: string) => requests.body<FullCourse>(addressOf('.', 'course', linkhash), 'linkhash'),
    /** A page of a list, by its address. */
    page: async (address: string) => requests.body<Envelope>(address, 'results', areRecords),
  };
}
