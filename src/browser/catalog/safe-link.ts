// Addresses from the catalog, as links.
import { isWebAddress } from '../../site/web-address.ts';

/** The address where it is an absolute one of the web, as it stands; null for paths, file names, scripts and all else. */
export function webAddress(text: string): string | null {
  return isWebAddress(text) ? text : null;
}
