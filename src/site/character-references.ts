// Character references: the signs behind `&eacute;`, `&#233;` and `&#xe9;`.

/** The names of U+00A0 to U+00FF, in order. */
const latin1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr ' +
  'deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest ' +
  'Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ' +
  'ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig ' +
  'agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml ' +
  'eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';

const others = {
  amp: '&',
  apos: "'",
  gt: '>',
  lt: '<',
  quot: '"',
  nbsp: ' ',
  OElig: '\u{152}',
  oelig: '\u{153}',
  Scaron: '\u{160}',
  scaron: '\u{161}',
  Yuml: '\u{178}',
  ensp: '\u{2002}',
  emsp: '\u{2003}',
  thinsp: '\u{2009}',
  zwnj: '\u{200C}',
  zwj: '\u{200D}',
  lrm: '\u{200E}',
  rlm: '\u{200F}',
  ndash: '\u{2013}',
  mdash: '\u{2014}',
  lsquo: '\u{2018}',
  rsquo: '\u{2019}',
  sbquo: '\u{201A}',
  ldquo: '\u{201C}',
  rdquo: '\u{201D}',
  bdquo: '\u{201E}',
  bull: '\u{2022}',
  hellip: '\u{2026}',
  lsaquo: '\u{2039}',
  rsaquo: '\u{203A}',
  euro: '\u{20AC}',
  trade: '\u{2122}',
  larr: '\u{2190}',
  rarr: '\u{2192}',
  minus: '\u{2212}',
  ne: '\u{2260}',
  le: '\u{2264}',
  ge: '\u{2265}',
} as const;

const named = new Map<string, string>([
  ...latin1.split(' ').map((name, at) => [name, String.fromCodePoint(0xa0 + at)] as const),
  ...Object.entries(others),
]);
const reference = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z][a-z0-9]{1,7}));/giu;

/** The text with its references decoded. A no-break space becomes a plain one; an unknown name stays as it is. */
export function decodeReferences(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(reference, (whole, decimal?: string, hexadecimal?: string, name?: string) => {
    if (name !== undefined) return named.get(name) ?? named.get(name.toLowerCase()) ?? whole;
    const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
    return code <= 0x10_ffff ? String.fromCodePoint(code) : whole;
  });
}
