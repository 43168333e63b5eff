// Encodings of texts that are not UTF-8 and declare none: the candidates, judged by the words that they produce.
import { quoteText } from '../../text/quote.ts';
import type { Question } from '../questions.ts';

/** In the order in which they are proposed if the words decide nothing. */
const encodings =
  'windows-1252 utf-8 windows-1254 windows-1257 windows-1250 iso-8859-2 windows-1255 windows-1251 windows-1253 koi8-r windows-1256 macintosh shift_jis euc-kr gb18030 big5 euc-jp';
/** Controls, signs between letters or before one, letters of two scripts, upper case after lower case, and many accents in a row. */
const oddPattern =
  /[\p{Cc}\p{Co}\ufffd\uff61-\uff9f]|^\p{M}|\p{L}[^\p{L}\p{M}\p{ASCII}\s‘’–—…·\u00ad\u3000-\u30ff\uff00-\uff60]+\p{L}|[¢-¦¬¯±-´¶¸-º¼-¾]\p{L}|\p{Ll}(?!\p{ASCII})\p{Lu}|[À-ɏ]{3}|[^\P{L}\p{sc=Latin}\p{sc=Zyyy}][a-z]|\p{sc=Hang}\p{sc=Han}/u;
/** Letters that are rare where an encoding is used. */
const rareLetters: Readonly<Record<string, RegExp>> = {
  'windows-1252': /[ŠšŽžŸÿÐðÞþÝý]|õ(?!e)|[èìù].*[áíú]|[áíú].*[èìù]/u,
  'windows-1250': /[ŔŕĹĺ]/u,
  'windows-1254': /[À-ɏ](?<![çğıöşüâîûÇĞİÖŞÜÂÎÛ])/u,
  'windows-1257': /[À-ɏ](?<![ąčęėįšųūžĄČĘĖĮŠŲŪŽ])/u,
};
/** The second byte of a letter may be ASCII. */
const wordPattern = /[@-\u00ff]{1,64}/gu;
const maxWords = 500;
const maxChoices = 4;

/** Asks for the encoding of a text, unless it reads in Windows-1252 as the languages of Western Europe do. */
export function encodingQuestion(blocks: Iterable<{ readonly bytes: Buffer }>): Question | undefined {
  /** The first different words with bytes beyond ASCII, each byte a character. */
  const words = new Set<string>();
  for (const { bytes } of blocks)
    for (const [word] of bytes.toString('latin1').matchAll(wordPattern))
      if (words.size < maxWords && /[\x80-\xff]/u.test(word)) words.add(word);
  const readings = encodings.split(' ').map((encoding) => readingIn(encoding, words));
  const doubtful = readings[0]?.isOdd.indexOf(true) ?? -1;
  if (doubtful === -1) return undefined;
  /** The encodings with the fewest faults, by how they read the first doubtful word. */
  const choices = new Map<string, string>();
  for (const { encoding, texts } of readings.toSorted((a, b) => a.faults - b.faults)) {
    const text = texts[doubtful] ?? '';
    if (!choices.has(text) && choices.size < maxChoices) choices.set(text, encoding);
  }
  const shown = Array.from(choices, ([text, encoding]) => `${quoteText(text)} (${encoding})`);
  const [suggestion = ''] = choices.values();
  return {
    option: 'encoding',
    text: 'The text is not UTF-8. How does it read well?',
    choices: [...choices.values()],
    labels: Object.fromEntries(Array.from(choices, ([text, encoding]) => [encoding, `${text} (${encoding})`])),
    suggestion,
    rule: 'import-source',
    finding: `is not UTF-8: a word in it may be ${shown.join(', ')}`,
    remedy: 'name its encoding with --encoding, or save it as UTF-8',
  };
}

function readingIn(encoding: string, words: ReadonlySet<string>) {
  const decoder = new TextDecoder(encoding);
  // In one call Node 20 would decode Windows-1252 as ISO-8859-1 (nodejs/node#56542).
  const decode = (word: string) => decoder.decode(Buffer.from(word, 'latin1'), { stream: true }) + decoder.decode();
  const texts = Array.from(words, decode);
  const isOdd = texts.map((text) => oddPattern.test(text) || rareLetters[encoding]?.test(text) === true);
  return { encoding, texts, isOdd, faults: isOdd.filter(Boolean).length };
}
