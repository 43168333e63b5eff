// `_headers` files, a format of Netlify that Cloudflare reads too.

/** One rule: the headers for a path, which may end with a wildcard. */
export function block(path: string, values: Readonly<Record<string, string>>): string {
  return [path, ...Object.entries(values).map(([name, value]) => `  ${name}: ${value}`)].join('\n');
}
