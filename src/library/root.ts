// The root of a service, by any of its addresses.
import { apiRoot } from '../api/routes.ts';

/** The address of a service with a trailing slash, by that of its site or any below its `/api/v1/`. */
export function rootOf(address: string | URL): URL {
  const url = new URL(address);
  url.pathname = `${url.pathname.replace(new RegExp(`/${apiRoot}(?:/.*)?$`, 'u'), '').replace(/\/+$/u, '')}/`;
  [url.search, url.hash] = ['', ''];
  return url;
}
