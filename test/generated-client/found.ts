// What a reader of the API found, and how it unwraps a response.

/** Courses per page, as in the build that is read. */
const pageSize = 5;

export interface Tally {
  endpoints: number;
  latest: number;
  views?: number;
  ofProviders?: number;
  ofCategories?: number;
  inLanguages?: number;
  refusal?: string;
}

/** The body of a response; throws if it is an error. */
export function bodyOf<T>({ data, response }: { data?: T; response: Response }): T {
  if (data === undefined) throw new Error(`${response.url} answered ${response.status}`);
  return data;
}

export function pageCount(courses: number): number {
  return Math.max(1, Math.ceil(courses / pageSize));
}

export function printFound(found: Tally): void {
  process.stdout.write(JSON.stringify(found));
}
