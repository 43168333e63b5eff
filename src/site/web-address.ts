// Addresses from the catalog: which of them are those of the web, and may become links.

/** Whether it is an absolute one; paths, file names, scripts and all else are none. The slashes are asked for, since `URL` would supply them. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\//iu.test(text) && URL.canParse(text);
}
