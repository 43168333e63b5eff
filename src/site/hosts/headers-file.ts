// Headers files: the rules of `_headers`, a format that Netlify made and Cloudflare reads too.

/** The headers for a path, which may end with a star, as the lines of one rule. */
export function block(path: string, values: Readonly<Record<string, string>>): string {
  return [path, ...Object.entries(values).map(([name, value]) => `  ${name}: ${value}`)].join('\n');
}
