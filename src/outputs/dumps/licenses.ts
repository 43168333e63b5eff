// Licenses by their addresses: the names that SPDX gives them.

interface SpdxLicense {
  /** As in https://spdx.org/licenses/. */
  readonly id: string;
  readonly url: string;
}

/** Creative Commons: the kind, the version, and the country of a version for one. */
const creativeCommons =
  /^https?:\/\/(?:www\.)?creativecommons\.org\/licenses\/(by(?:-(?:nc|nd|sa|nc-nd|nd-nc|nc-sa))?)\/(1\.0|2\.0|2\.5|3\.0|4\.0)(?:\/(?!deed|legalcode)([a-z]{2,3}))?(?:\/|$)/iu;

/** The versions for countries that SPDX has. */
const national = new Set(
  (
    'BY-2.5-AU BY-3.0-AT BY-3.0-AU BY-3.0-DE BY-3.0-IGO BY-3.0-NL BY-3.0-US BY-NC-3.0-DE BY-NC-ND-3.0-DE BY-NC-ND-3.0-IGO ' +
    'BY-NC-SA-2.0-DE BY-NC-SA-2.0-FR BY-NC-SA-2.0-UK BY-NC-SA-3.0-DE BY-NC-SA-3.0-IGO BY-ND-3.0-DE BY-SA-2.0-UK BY-SA-3.0-AT ' +
    'BY-SA-3.0-DE BY-SA-3.0-IGO'
  ).split(' '),
);

const others: readonly (readonly [pattern: RegExp, id: string])[] = [
  [/^https?:\/\/(?:www\.)?creativecommons\.org\/publicdomain\/zero\/1\.0(?:\/|$)/iu, 'CC0-1.0'],
  [/^https?:\/\/(?:www\.)?apache\.org\/licenses\/LICENSE-2\.0(?:\.\w+)?$/iu, 'Apache-2.0'],
  [/^https?:\/\/(?:www\.)?opensource\.org\/licen[cs]es?\/mit(?:-license)?(?:\.php)?\/?$/iu, 'MIT'],
];

/** The license at an address; undefined if it is none that is known here. */
export function spdxLicenseOf(address: string): SpdxLicense | undefined {
  const [, named] = /^https?:\/\/(?:www\.)?spdx\.org\/licenses\/([\w.+-]+?)(?:\.html)?$/iu.exec(address) ?? [];
  const id = creativeCommonsOf(address) ?? named ?? others.find(([pattern]) => pattern.test(address))?.[1];
  return id === undefined ? undefined : { id, url: `https://spdx.org/licenses/${id}.html` };
}

function creativeCommonsOf(address: string): string | undefined {
  const [, kind = '', version = '', country] = creativeCommons.exec(address) ?? [];
  if (kind === '') return undefined;
  // The first version had another order.
  const name = `${kind.toUpperCase().replace('ND-NC', 'NC-ND')}-${version}`;
  if (country === undefined) return `CC-${name}`;
  const ofCountry = `${name}-${country.toUpperCase()}`;
  return national.has(ofCountry) ? `CC-${ofCountry}` : undefined;
}
