// Redirects: what a server has to answer to an address that lacks its last slash.
import { ask } from './ask.ts';

/** Says which of the paths, decoded and with their last slash, are not led to from the same without it, query and all. */
export async function brokenRedirects(baseUrl: string, paths: readonly string[]): Promise<string[]> {
  const broken: string[] = [];
  for (const path of paths) {
    const address = new URL(`${baseUrl}${path.split('/').map(encodeURIComponent).join('/')}`);
    for (const query of ['', '?page=1', '?page=1&source=a%20b']) {
      const asked = `${address.pathname.replace(/\/$/u, '')}${query}`;
      const { status, headers } = await ask(baseUrl, { path: asked });
      const location = headers.get('location');
      if (![301, 302, 307, 308].includes(status) || location === undefined) {
        broken.push(`${asked}: status ${status}, to ${location}`);
        continue;
      }
      // As its client reads it: how much of a name is encoded is the server's affair.
      const { origin, pathname, search } = new URL(location, baseUrl);
      const isRight =
        origin === address.origin && decodeURIComponent(pathname) === decodeURIComponent(address.pathname);
      const reached = (await ask(baseUrl, { path: `${pathname}${search}` })).status;
      if (!isRight || search !== query || reached !== 200) broken.push(`${asked}: to ${location}, status ${reached}`);
    }
  }
  return broken;
}
