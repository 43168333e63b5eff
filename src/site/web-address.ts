// Web addresses: which addresses from the catalog may become links.
import { parseUrl } from '../urls.ts';

/** Whether a text is an absolute http or https URL. The slashes are checked because `URL` would add missing ones. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\//iu.test(text) && parseUrl(text) !== undefined;
}
