// Licenses by their addresses: the names that SPDX gives them.

interface SpdxLicense {
  /** As in https://spdx.org/licenses/. */
  readonly id: string;
  readonly url: string;
}

/** Creative Commons, in the versions of all countries. */
const creativeCommons =
  /^https?:\/\/creativecommons\.org\/licenses\/(by(?:-(?:nc|nd|sa|nc-nd|nc-sa))?)\/(\d\.\d)(?:\/|$)/u;

const others: readonly (readonly [pattern: RegExp, id: string])[] = [
  [/^https?:\/\/creativecommons\.org\/publicdomain\/zero\/1\.0(?:\/|$)/u, 'CC0-1.0'],
  [/^https?:\/\/(?:www\.)?apache\.org\/licenses\/LICENSE-2\.0(?:\.\w+)?$/u, 'Apache-2.0'],
  [/^https?:\/\/(?:www\.)?opensource\.org\/licen[cs]es?\/mit(?:-license)?(?:\.php)?\/?$/iu, 'MIT'],
];

/** The license at an address; undefined if SPDX has no name for it that is known here. */
export function spdxLicenseOf(address: string): SpdxLicense | undefined {
  const [, kind, version] = creativeCommons.exec(address) ?? [];
  const [, named] = /^https?:\/\/spdx\.org\/licenses\/([\w.+-]+?)(?:\.html)?$/u.exec(address) ?? [];
  const [, other] = others.find(([pattern]) => pattern.test(address)) ?? [];
  const id = kind === undefined ? (named ?? other) : `CC-${kind.toUpperCase()}-${version}`;
  return id === undefined ? undefined : { id, url: `https://spdx.org/licenses/${id}.html` };
}
