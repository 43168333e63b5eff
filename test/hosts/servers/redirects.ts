// Redirects: the required response to an address without its trailing slash.
import { ask } from './ask.ts';

/** The paths, decoded and with their trailing slash, that the same path without it does not redirect to with its query. */
export async function brokenRedirects(baseUrl: string, paths: readonly string[]): Promise<string[]> {
  const broken: string[] = [];
  for (const path of paths) {
    const address = new URL(`${baseUrl}${path.split('/').map(encodeURIComponent).join('/')}`);
    for (const query of ['', '?page=1', '?page=1&source=a%20b']) {
      const requested = `${address.pathname.replace(/\/$/u, '')}${query}`;
      const { status, headers } = await ask(baseUrl, { path: requested });
      const location = headers.get('location');
      if (![301, 302, 307, 308].includes(status) || location === undefined) {
        broken.push(`${requested}: status ${status}, to ${location}`);
        continue;
      }
      // As a client reads it: how much of a name is encoded is up to the server.
      const { origin, pathname, search } = new URL(location, baseUrl);
      const isRight =
        origin === address.origin && decodeURIComponent(pathname) === decodeURIComponent(address.pathname);
      const reached = (await ask(baseUrl, { path: `${pathname}${search}` })).status;
      if (!isRight || search !== query || reached !== 200)
        broken.push(`${requested}: to ${location}, status ${reached}`);
    }
  }
  return broken;
}
