// HTTP: response headers, error bodies, and the page query (specification 1, 4 and 7).
import { routes } from './routes.ts';

/** The value of `Allow`, the same for every endpoint (specification 1.4). */
export const allowedMethods = 'GET, HEAD, OPTIONS';
export const contentType = 'application/json';

/** CORS: scripts of any origin may send any header except `Authorization`, and read every header. */
export const corsHeaders = {
  'Access-Control-Allow-Headers': '*',
  'Access-Control-Allow-Methods': allowedMethods,
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': '*',
} as const;

/** Headers of every API response except `Content-Type`. */
export const apiHeaders = {
  ...corsHeaders,
  Allow: allowedMethods,
  Vary: 'Accept',
  'X-Content-Type-Options': 'nosniff',
} as const;

/** Cache lifetimes: a view hardly ever changes; everything else, mostly lists, may change with every added course. */
export const cacheControl = {
  default: 'public, max-age=300',
  views: 'public, max-age=3600',
} as const;

/** The prefix of all views below `/api/v1/`, with its trailing slash. */
export const viewsPath = routes.course.path.replace(/\{\w+\}$/u, '');

/** Error bodies as static files; such a file cannot name the method. */
export const notFoundBody = '{"detail":"Not found."}';
export const methodNotAllowedBody = '{"detail":"Method not allowed."}';

/** The body of a 405 from a host that knows the method. */
export function methodNotAllowed(method: string): string {
  return JSON.stringify({ detail: `Method "${method}" not allowed.` });
}

/** Matches a page number. Every host's regular expression dialect supports this pattern. */
export const pageNumberPattern = '[1-9][0-9]*';

/**
 * The page number in a query; undefined for one that no list can have, such as `?page=0`, `?page=02` and `?page=abc`.
 * A missing or empty `page` means page 1. If `page` is repeated, the first one counts. Other parameters are ignored.
 */
export function pageInQuery(query: URLSearchParams): number | undefined {
  const page = query.get('page') ?? '';
  if (page === '') return 1;
  return new RegExp(`^${pageNumberPattern}$`, 'u').test(page) ? Number(page) : undefined;
}

/** The `Content-Encoding`s that a build can precompress for. */
export const encodings = ['gzip', 'brotli'] as const;
export type Encoding = (typeof encodings)[number];
