// Safe links: which addresses from the catalog become links.
import { isWebAddress } from '../../../text/web-address.ts';

/** The text itself if it is an absolute http or https URL; else null, for example for paths and scripts. */
export function webAddress(text: string): string | null {
  return isWebAddress(text) ? text : null;
}
