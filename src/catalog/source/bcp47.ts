// The grammar of language tags: BCP 47 (RFC 5646, section 2.1).

const language = '[A-Za-z]{2,3}(?:-[A-Za-z]{3}){0,3}';
const script = '(?:-[A-Za-z]{4})?';
const region = '(?:-(?:[A-Za-z]{2}|[0-9]{3}))?';
const variants = '(?:-(?:[A-Za-z0-9]{5,8}|[0-9][A-Za-z0-9]{3}))*';
const extensions = '(?:-[0-9A-WY-Za-wy-z](?:-[A-Za-z0-9]{2,8})+)*';
const privateUse = '[Xx](?:-[A-Za-z0-9]{1,8})+';

/** No language has a subtag of four letters or more yet, so names such as `Chinese` are refused. */
export const languageTag = new RegExp(
  `^(?:${language}${script}${region}${variants}${extensions}(?:-${privateUse})?|${privateUse})$`,
  'u',
);
