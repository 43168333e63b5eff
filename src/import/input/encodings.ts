// Encodings of texts that are not UTF-8 and declare none: which they may be in, by the words that come out.
import { quoteText } from '../../problems.ts';
import { isAscii } from '../../text/utf8.ts';
import type { Question } from '../questions.ts';

/** In the order of proposals where the words decide nothing. */
const encodings =
  'windows-1252 utf-8 windows-1254 windows-1257 windows-1250 iso-8859-2 windows-1255 windows-1251 windows-1253 koi8-r windows-1256 macintosh shift_jis euc-kr gb18030 big5 euc-jp';
/** Controls, signs between letters or before one, letters of two scripts, upper case after lower case, and many accents in a row. */
const odd =
  /[\p{Cc}\p{Co}\ufffd\uff61-\uff9f]|^\p{M}|\p{L}[^\p{L}\p{M}\p{ASCII}\s‘’–—…·\u00ad\u3000-\u30ff\uff00-\uff60]+\p{L}|[¢-¦¬¯±-´¶¸-º¼-¾]\p{L}|\p{Ll}(?!\p{ASCII})\p{Lu}|[À-ɏ]{3}|[^\P{L}\p{sc=Latin}\p{sc=Zyyy}][a-z]|\p{sc=Hang}\p{sc=Han}/u;
/** Letters that are rare where an encoding is used. */
const rare: Readonly<Record<string, RegExp>> = {
  'windows-1252': /[ŠšŽžŸÿÐðÞþÝý]|õ(?!e)|[èìù].*[áíú]|[áíú].*[èìù]/u,
  'windows-1250': /[ŔŕĹĺ]/u,
  'windows-1254': /[À-ɏ](?<![çğıöşüâîûÇĞİÖŞÜÂÎÛ])/u,
  'windows-1257': /[À-ɏ](?<![ąčęėįšųūžĄČĘĖĮŠŲŪŽ])/u,
};
/** The second byte of a letter may be ASCII. */
const word = /[@-\u00ff]{1,64}/gu;
const [mostWords, mostChoices] = [500, 4];

/** Asks for the encoding of a text, unless it reads in Windows-1252 as the languages of Western Europe do. */
export function encodingQuestion(blocks: Iterable<{ readonly bytes: Buffer }>): Question | undefined {
  const words = new Set<string>();
  for (const { bytes } of blocks)
    for (const [one] of bytes.toString('latin1').matchAll(word))
      if (words.size < mostWords && !isAscii(one)) words.add(one);
  const read = encodings.split(' ').map((encoding) => {
    const decoder = new TextDecoder(encoding);
    // In one call Node 20 would decode Windows-1252 as ISO-8859-1 (nodejs/node#56542).
    const textIn = (one: string) => decoder.decode(Buffer.from(one, 'latin1'), { stream: true }) + decoder.decode();
    const texts = Array.from(words, textIn);
    return { encoding, texts, oddAt: texts.map((text) => odd.test(text) || rare[encoding]?.test(text) === true) };
  });
  const at = read[0]?.oddAt.indexOf(true) ?? -1;
  if (at === -1) return undefined;
  const faultsOf = ({ oddAt }: (typeof read)[number]) => oddAt.filter(Boolean).length;
  const readings = new Map<string, string>();
  for (const { encoding, texts } of read.toSorted((a, b) => faultsOf(a) - faultsOf(b)))
    if (!readings.has(texts[at] ?? '') && readings.size < mostChoices) readings.set(texts[at] ?? '', encoding);
  const choices = [...readings.values()];
  const shown = Array.from(readings, ([text, encoding]) => `${quoteText(text)} (${encoding})`);
  return {
    option: 'encoding',
    text: 'The text is not UTF-8. How does it read well?',
    choices,
    labels: Object.fromEntries(Array.from(readings, ([text, encoding]) => [encoding, `${text} (${encoding})`])),
    suggestion: choices[0] ?? '',
    rule: 'import-source',
    finding: `is not UTF-8: a word in it may be ${shown.join(', ')}`,
    remedy: 'name its encoding with --encoding, or save it as UTF-8',
  };
}
