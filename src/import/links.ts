// Links: addresses of licenses and websites, in the form that the source format takes.
import { uriOf } from '../text/web-address.ts';
import { courseSchema } from '../source/schema.ts';

/** An address as the source format takes it, with other characters percent-encoded; undefined if the text is none. */
export function webAddress(text: string): string | undefined {
  const trimmed = text.trim();
  return [trimmed, uriOf(trimmed) ?? ''].find((one) => one !== '' && courseSchema.shape.license.safeParse(one).success);
}

const creativeCommons = /^cc[ -](by(?:-nc)?(?:-sa|-nd)?)[ -](\d\.\d)(?: international)?$/iu;

/** The address of a license, also by a short name such as `CC BY-SA 4.0`; undefined for any other text. */
export function licenseAddress(text: string): string | undefined {
  const [, kind, version] = creativeCommons.exec(text.trim()) ?? [];
  if (kind !== undefined) return `https://creativecommons.org/licenses/${kind.toLowerCase()}/${version}/`;
  return /^cc[ -]?0(?:[ -]1\.0)?$/iu.test(text.trim())
    ? 'https://creativecommons.org/publicdomain/zero/1.0/'
    : webAddress(text);
}
