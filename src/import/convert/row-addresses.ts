// The addresses of rows: that of a course, why it cannot be used, and the website of its provider.
import { courseSchema } from '../../catalog/source/schema.ts';
import { memoize } from '../../memoize.ts';
import { quoteText } from '../../text/quote.ts';
import { secretIn } from '../../text/secrets.ts';
import { hasWebScheme } from '../../text/web-address.ts';
import type { Notes } from '../notes.ts';
import { extractAddress, isPartialAddress, plainHost } from '../values/addresses.ts';
import { readWebAddress } from '../values/texts.ts';

/** Why rows are skipped whose addresses are formulas that cannot be evaluated. */
export const formulaFault = 'address that a formula computes';

export class RowAddresses {
  private readonly readWebsite = memoize(readWebAddress);

  constructor(private readonly notes: Notes) {}

  /** The address of a course, the first of some values. */
  linkurlIn([written = '', ...further]: readonly string[], location: string): string {
    const { address: text, how, others = [] } = extractAddress(written);
    if (how !== undefined) this.notes.add('guessed', how, location, quoteText(written));
    for (const other of new Set([...others, ...further.filter((value) => hasWebScheme(value) && value !== text)]))
      this.notes.add('valueSkipped', 'further address of a course', location, quoteText(other));
    const secret = secretIn(text);
    if (secret !== undefined) {
      const reason = `address with what may be a secret (${secret.name}), which is published`;
      this.notes.add('guessed', reason, location, quoteText(secret.shown));
    }
    if (!/^www\.[^.\s]/iu.test(text)) return plainHost(text);
    this.notes.add('guessed', 'address without https://, read with it', location, quoteText(text));
    return plainHost(`https://${text}`);
  }

  /** The website of a provider; one that cannot be used is skipped. */
  websiteIn(values: readonly string[], location: string): string | undefined {
    const found = values.map(extractAddress);
    const address = found.map((one) => this.readWebsite(one.address)).find((read) => read !== undefined);
    for (const other of found.flatMap(({ others = [] }) => others))
      this.notes.add('valueSkipped', 'further provider_url of a course', location, quoteText(other));
    const [first] = values;
    if (first !== undefined && address === undefined)
      this.notes.add('valueSkipped', 'provider_url: expected a web address', location, quoteText(first));
    return address;
  }
}

/** Why a course cannot have an address; undefined if it can. One that `isExact` is of another service of the interface. */
export function faultOfAddress(linkurl: string, isExact: boolean): string | undefined {
  if (linkurl.trim() === '') return 'no address';
  const isTaken = courseSchema.shape.linkurl.safeParse(linkurl).success;
  if (isExact) return isTaken ? undefined : 'address without a host or with a user';
  if (/^(?:mailto:)?[^\s/@:]+@/iu.test(linkurl)) return 'mail address in place of an address';
  if (linkurl.startsWith('=')) return formulaFault;
  if (/\d[.,]\d+E\+\d/u.test(linkurl)) return 'address with a number that a spreadsheet shortened';
  if (/\s/u.test(linkurl) && hasWebScheme(linkurl)) return 'address with white space, which may end there';
  if (!isTaken) return 'address without a host or with a user';
  if (hasWebScheme(linkurl)) return undefined;
  return isPartialAddress(linkurl) ? 'address without https:// or a host' : 'text in place of an address';
}
