// URLs: parsing text that may not be one.

/**
 * Parses an absolute URL, or one relative to `base`; undefined if the text is not a URL. `URL.canParse` is no substitute: after
 * some thousand calls, Node 20 and 22 answer false for hosts such as `bücher.example`.
 */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
