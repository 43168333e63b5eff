// Host labels: which names of a parsed URL are the same for every version of Node.
import { domainToUnicode } from 'node:url';

/** Whether no label of a host is a malformed `xn--` one, such as `xn--a`: Node 24 parses URLs with them, Node 20 and 22 do not. */
export function hasValidLabels(hostname: string): boolean {
  const isValid = (label: string) => !label.startsWith('xn--') || /[^\0-\u007f]/u.test(domainToUnicode(label));
  return hostname.split('.').every(isValid);
}
