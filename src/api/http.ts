// HTTP: what every response of the API carries beside its body, and what the query means (specification 1, 4 and 7).
import { routes } from './routes.ts';

/** The methods of every endpoint, as `Allow` names them (specification 1.4). */
export const allow = 'GET, HEAD, OPTIONS';
export const contentType = 'application/json';

/** Headers of every response of the API, its type apart: `Vary`, `Allow`, and that every origin may read. */
export const apiHeaders = {
  'Access-Control-Allow-Methods': allow,
  'Access-Control-Allow-Origin': '*',
  Allow: allow,
  Vary: 'Accept',
  'X-Content-Type-Options': 'nosniff',
} as const;

/** How long a response may be kept: lists change with every course, a single course hardly ever. */
export const cacheControl = {
  lists: 'public, max-age=300',
  courses: 'public, max-age=3600',
} as const;

/** The path below `/api/v1/` that all single courses share; the rest are lists. */
export const coursesPath = routes.course.path.replace(/\{\w+\}$/u, '');

/** Bodies of refusals; the file that a host answers with cannot name the method. */
export const notFoundBody = '{"detail":"Not found."}';
export const methodNotAllowedBody = '{"detail":"Method not allowed."}';

/** The body of a refusal where the method is known. */
export function methodNotAllowed(method: string): string {
  return JSON.stringify({ detail: `Method "${method}" not allowed.` });
}

/** What the number of a page looks like; a pattern that every host's dialect of regular expressions knows. */
export const pageNumberPattern = '[1-9][0-9]*';

/**
 * The page that a query asks for; undefined for one that no list has, such as `?page=0`, `?page=02` and `?page=abc`.
 * No `page`, and one without a value, ask for page 1; of several the first counts; other parameters do not.
 */
export function pageOf(query: URLSearchParams): number | undefined {
  const page = query.get('page') ?? '';
  if (page === '') return 1;
  return new RegExp(`^${pageNumberPattern}$`, 'u').test(page) ? Number(page) : undefined;
}

/** Encodings of a body that a host may send where a client accepts them (`Content-Encoding`). */
export const encodings = ['gzip', 'brotli'] as const;
export type Encoding = (typeof encodings)[number];
