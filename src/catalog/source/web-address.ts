// Web addresses in fields of the source, such as the website of a provider.
import * as z from 'zod';
import { hasValidLabels } from '../../text/host-labels.ts';
import { parseUrl } from '../../text/parse-url.ts';

/** What may follow the host and port of a URI (RFC 3986, section 3.3), except for the sign of the fragment. */
const uriCharacters = '(?:[!$&-;=?-Z_a-z~]|%[0-9A-Fa-f]{2})*';

/** A host that may be a name or four numbers, and a port. */
const authority = '[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?(?::[0-9]{1,5})?';

const webAddressForm = new RegExp(`^https?://${authority}(?:[/?]${uriCharacters})?(?:#${uriCharacters})?$`, 'u');

export const webAddressRule =
  'a valid address that begins with http:// or https://, with characters that URLs do not allow, such as ü, percent-encoded';

/** An http or https URI as defined by RFC 3986 that browsers can open too, so that every reader takes it for the same address. */
export const webAddress = z
  .string()
  .regex(webAddressForm, { abort: true })
  .refine((address) => urlOf(address) !== undefined);

/** A URL; undefined if some version of Node does not parse it. */
export function urlOf(address: string, base?: string): URL | undefined {
  const url = parseUrl(address, base);
  return url && hasValidLabels(url.hostname) ? url : undefined;
}
