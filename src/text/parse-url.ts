// URLs: parsing text that may not be one.

/** Whether a text begins with what looks like a host, as an address without its scheme does: `ocw.mit.edu/courses`. */
export function isHostFirst(text: string): boolean {
  return hostFirst.test(text);
}

/** A name with an ending alone may be that of a file, unless the ending is one of these. */
const hostFirst = /^(?:www\.[^\s/]|(?:[^\s/?#:@.]+\.)+(?:[a-z]{2,}(?::\d+)?\/|(?:com|edu|gov|net|org)(?:[/?#:]|$)))/iu;

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
