// Types: the content types of the files around the API.

const binary = 'application/octet-stream';

const types: ReadonlyMap<string, string> = new Map([
  ['avif', 'image/avif'],
  ['css', 'text/css; charset=utf-8'],
  ['csv', 'text/csv; charset=utf-8'],
  ['gif', 'image/gif'],
  ['gz', 'application/gzip'],
  ['htm', 'text/html; charset=utf-8'],
  ['html', 'text/html; charset=utf-8'],
  ['ico', 'image/vnd.microsoft.icon'],
  ['jpeg', 'image/jpeg'],
  ['jpg', 'image/jpeg'],
  ['jsonld', 'application/ld+json'],
  ['js', 'text/javascript; charset=utf-8'],
  ['json', 'application/json'],
  ['map', 'application/json'],
  ['md', 'text/markdown; charset=utf-8'],
  ['mjs', 'text/javascript; charset=utf-8'],
  ['mp3', 'audio/mpeg'],
  ['mp4', 'video/mp4'],
  ['parquet', 'application/vnd.apache.parquet'],
  ['pdf', 'application/pdf'],
  ['png', 'image/png'],
  ['svg', 'image/svg+xml'],
  ['ttf', 'font/ttf'],
  ['txt', 'text/plain; charset=utf-8'],
  ['wasm', 'application/wasm'],
  ['webm', 'video/webm'],
  ['webmanifest', 'application/manifest+json'],
  ['webp', 'image/webp'],
  ['woff', 'font/woff'],
  ['woff2', 'font/woff2'],
  ['xml', 'application/xml'],
  ['yaml', 'text/yaml; charset=utf-8'],
  ['yml', 'text/yaml; charset=utf-8'],
  ['zip', 'application/zip'],
]);

/** The content type of a file, by its name; texts are UTF-8. */
export function typeOf(name: string): string {
  return types.get(/\.(\w+)$/u.exec(name)?.[1]?.toLowerCase() ?? '') ?? binary;
}
