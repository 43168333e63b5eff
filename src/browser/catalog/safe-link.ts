// Addresses from the catalog: which of them may become links.

/** The address where it is an absolute one of the web, as it stands; null for paths, file names, scripts and all else. */
export function webAddress(text: string): string | null {
  if (!/^https?:\/\//iu.test(text)) return null;
  try {
    const { protocol } = new URL(text);
    return protocol === 'http:' || protocol === 'https:' ? text : null;
  } catch {
    return null;
  }
}
