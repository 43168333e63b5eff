// Encodings of texts that are not UTF-8 and declare none: the candidates, judged by how well they read as a language.
import { lazy, memoize } from '../../memoize.ts';
import { quoteText } from '../../text/quote.ts';
import type { Question } from '../questions.ts';
import { decoderOf } from './code-pages.ts';
import { alphabets, kana, syllabaries } from './language-letters.ts';

/** What else says how a text reads. */
export interface EncodingHints {
  /** The tag of the language of the list, if it is known. */
  readonly languageOf: (start: string) => string | undefined;
  /** How many names of columns a text begins with. */
  readonly headingsIn: (start: string) => number;
}

/** In the order in which they are proposed if nothing else decides. */
const encodings =
  'windows-1252 windows-1250 iso-8859-2 windows-1254 iso-8859-15 windows-1251 windows-1253 iso-8859-7 windows-1255 windows-1256 iso-8859-6 windows-1258 koi8-r koi8-u iso-8859-5 ibm866 x-mac-cyrillic macintosh cp850 cp852 windows-1257 iso-8859-13 iso-8859-4 iso-8859-3 windows-874 shift_jis euc-jp gb18030 big5 euc-kr';
/** The second byte of a letter may be ASCII. */
const wordPattern = /[@-\u00ff]{1,64}/gu;
const maxWords = 500;
const maxChoices = 4;
/** Bytes in which headings are looked for. */
const headSize = 2048;

/** What no text has: controls, half-width kana, signs between letters, letters of two scripts, upper case after lower case. */
const faultPattern = new RegExp(
  [
    String.raw`[\p{Cc}\p{Co}\p{Cn}\ufffd\uff61-\uff9f]`,
    String.raw`^[\p{M}\u0e30\u0e45]`,
    String.raw`\p{L}\p{M}*[^\p{L}\p{M}\p{N}\p{ASCII}\s‘’“”»«…®™©ªº°²³€·–—\u00ad\u0e3f\u0e46\u3000-\u303f\u30fb\u30fc\uff00-\uff60]`,
    String.raw`[^\p{L}\p{M}\p{N}\p{ASCII}\s‘’“„‚«»¿¡·°•№–—\u00ad\u3000-\u303f\u30fb\u30fc\uff00-\uff60](?=\p{L})`,
    String.raw`[¹²³¼½¾ºª]\p{L}|\p{L}[¹¼½¾]|\p{L}[«»“„‚™®©°€](?=\p{L})`,
    String.raw`\p{Ll}(?!\p{ASCII})\p{Lu}`,
    String.raw`[\p{sc=Cyrl}\p{sc=Grek}\p{sc=Hebr}\p{sc=Arab}\p{sc=Thai}][a-z]|[a-z][\p{sc=Cyrl}\p{sc=Grek}\p{sc=Hebr}\p{sc=Arab}\p{sc=Thai}]`,
    String.raw`\p{sc=Hang}\p{sc=Han}|[a-z]\p{sc=Han}[a-z]|[\u0e40-\u0e44](?![\u0e01-\u0e2e])|[\u0e31\u0e34-\u0e3a]{2}`,
  ].join('|'),
  'gu',
);
/** Logarithms of probabilities: of a fault, of a letter that a language does not have, of a sign, and of a sign of a script that is rare. */
const [ofFault, ofOther, ofSign, ofRare] = [-12, -9, -4, -9.6];
/** What a known language, and each heading, adds; and how much better Windows-1252 has to read than any other to be taken unasked. */
const [ofLanguage, ofHeading, margin] = [6, 8, 3];
/** What every place among the encodings takes: those after it are in less use. */
const ofPlace = 0.2;
/** How much worse than the best an encoding may read that is shown beside it. */
const maxWorse = 60;

/** Asks for the encoding of a text, unless it reads in Windows-1252 as the languages of Western Europe do, and in no other encoding nearly as well. */
export function encodingQuestion(
  blocks: Iterable<{ readonly bytes: Buffer }>,
  { languageOf, headingsIn }: EncodingHints,
): Question | undefined {
  /** The first different words with bytes beyond ASCII, each byte a character. */
  const words = new Set<string>();
  let head: Buffer | undefined;
  for (const { bytes } of blocks) {
    head ??= bytes.subarray(0, headSize);
    for (const [word] of bytes.toString('latin1').matchAll(wordPattern))
      if (words.size < maxWords && /[\x80-\xff]/u.test(word)) words.add(word);
  }
  const readings = encodings.split(' ').map((encoding, place) => {
    const decode = decoderOf(encoding);
    const start = head === undefined ? '' : decode(head) + decode();
    const texts = Array.from(words, (word) => decode(Buffer.from(word, 'latin1')) + decode());
    const { faults, score } = judge(texts, languageOf(start), headingsIn(start));
    return { encoding, texts, faults, score: score - place * ofPlace };
  });
  const [usual] = readings;
  const ranked = readings.toSorted((a, b) => b.score - a.score);
  /** The encodings that read well, by how they read; of two that read alike the first. */
  const choices = new Map<string, (typeof readings)[number]>();
  for (const reading of ranked) {
    const text = reading.texts.join('\n');
    const isBetter =
      reading === ranked[0] || (reading.faults === 0 && reading.score > (ranked[0]?.score ?? 0) - maxWorse);
    if (isBetter && !choices.has(text) && choices.size < maxChoices) choices.set(text, reading);
  }
  const [best, next] = [...choices.values()];
  if (best === undefined || usual === undefined) return undefined;
  const isUsual = best.texts.join('\n') === usual.texts.join('\n');
  if (isUsual && best.faults === 0 && best.score - (next?.score ?? -Infinity) >= margin) return undefined;
  const differing = best.texts.findIndex((text, at) => text !== (isUsual ? next : usual)?.texts[at]);
  const shown = Array.from(
    choices.values(),
    ({ encoding, texts }) => [encoding, texts[Math.max(differing, 0)] ?? ''] as const,
  );
  return {
    option: 'encoding',
    text: 'The text is not UTF-8. How does it read well?',
    choices: shown.map(([encoding]) => encoding),
    labels: Object.fromEntries(shown.map(([encoding, text]) => [encoding, `${text} (${encoding})`])),
    suggestion: best.encoding,
    rule: 'import-source',
    finding: `is not UTF-8: a word in it may be ${shown.map(([encoding, text]) => `${quoteText(text)} (${encoding})`).join(', ')}`,
    remedy: 'name its encoding with --encoding, or save it as UTF-8',
  };
}

/** How well some words read as the language in which they read best. */
function judge(texts: readonly string[], known: string | undefined, headings: number) {
  const counts = new Map<string, number>();
  let faults = 0;
  for (const text of texts) {
    faults += text.match(faultPattern)?.length ?? 0;
    for (const sign of text) if (sign > '\u007f') counts.set(sign, (counts.get(sign) ?? 0) + 1);
  }
  const scores = Array.from(logarithms(), ([language, logarithmOf]) => {
    let score =
      language === known?.split('-')[0] || language === known
        ? ofLanguage
        : rareLanguages.has(language)
          ? -ofLanguage / 2
          : 0;
    for (const [sign, times] of counts) score += times * logarithmOf(sign);
    return score;
  });
  return { faults, score: Math.max(...scores) + faults * ofFault + headings * ofHeading };
}

const minLetters = 8;

/** Languages whose letters are rather a misreading of others. */
const rareLanguages = new Set(['is', 'ga', 'sq', 'eo', 'mt']);

/** How likely a sign is in each language, as a logarithm. */
const logarithms = lazy((): ReadonlyMap<string, (sign: string) => number> => {
  const letters = Object.entries(alphabets).map(([language, alphabet]) => {
    const signs = Array.from(alphabet);
    // A language with few such letters has them less often.
    const sum = Array.from({ length: Math.max(signs.length, minLetters) }, (_, rank) => 1 / (rank + 2)).reduce(
      (a, b) => a + b,
    );
    const known = new Map(signs.map((sign, rank) => [sign, Math.log(1 / (rank + 2) / sum)]));
    return [language, known, ofOther, undefined] as const;
  });
  const scripts = Object.entries(syllabaries).map(([language, { script, frequent }]) => {
    const known = new Map(Array.from(frequent, (sign) => [sign, Math.log(0.6 / frequent.length)]));
    return [language, known, ofRare, script] as const;
  });
  return new Map(
    [...letters, ...scripts].map(([language, known, other, script]) => [
      language,
      memoize((sign: string) => {
        const found = known.get(sign) ?? known.get(sign.toLowerCase());
        if (found !== undefined) return found;
        if (language === 'ja' && kana.test(sign)) return Math.log(0.5 / 120);
        if (!/[\p{L}\p{M}]/u.test(sign)) return ofSign;
        return script?.test(sign) === false ? ofOther - 2 : other;
      }),
    ]),
  );
});
