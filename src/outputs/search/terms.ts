// Tokenizer: splits a text into search terms. The build uses it for courses, the browser for queries.

/** A term of a query. An `unfinished` one matches every term that starts with it. */
export interface QueryTerm {
  readonly term: string;
  readonly unfinished: boolean;
}

type CharacterKind = 'gap' | 'word' | 'unspaced';

/** In UTF-16 code units; longer terms are truncated. */
const maxTermLength = 32;

/** Diacritics that people leave out when typing. Those of Indic scripts are part of the letters and stay, and so do the voicing marks of kana. */
const marks = /(?=\p{M})(?![\u3099\u309a])[\p{sc=Inherited}\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}\p{sc=Cyrillic}]/gu;
/** Kana with a voicing mark, which makes another word: `ガス` is gas, `カス` is dregs. */
const voiced = /[\u3040-\u30ff][\u3099\u309a]/g;
/** Soft hyphen, joiners, and the Arabic tatweel, which only stretches a word. */
const fillers = /\u00ad|\u200d|\u2060|\ufeff|\u0640/g;
const quotes = /[\u2018\u2019\u02bb\u02bc\u2032\u05f3\u05f4]/g;
const digits = /(?=[\u0660-\uffff])\p{Nd}/gu;
const replacements: ReadonlyMap<string, string> = new Map([
  ...Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ı: 'i', ς: 'σ' }),
  ...Object.entries({ ٱ: 'ا', ى: 'ي', ی: 'ي', ة: 'ه', ہ: 'ه', ھ: 'ه', ک: 'ك' }),
]);
const replaced = /[ßæœþøłđðħıςٱىیةہھک]/g;

const wordCharacter = /[\p{L}\p{N}\p{M}]/u;
/** Scripts without spaces between words. */
export const unspaced =
  /(?=[\p{L}\p{M}])[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u;
const compound = /[-.]/;
/** The Arabic article, with any prefix attached to it. */
const article = /^(?:[وفبك]?ال|لل)(?=.{3})/;

/**
 * The terms of a text in order, repetitions included. Case, accents and spelling variants are folded. Text in a script
 * without spaces gives its bigrams and its last character, so that a term starts at every character. A word with an
 * apostrophe, a hyphen or a full stop in it gives its parts and the whole; an Arabic word with an article also gives the
 * word without it.
 */
export function termsOf(text: string): string[] {
  const terms: string[] = [];
  for (const word of wordsOf(fold(text))) {
    const parts = partsOf(word);
    for (const part of parts) addTerms(part, terms);
    if (parts.length === 1) continue;
    const pieces = word.split("'");
    for (const piece of new Set([...pieces.filter((one) => compound.test(one)), word])) terms.push(wholeOf(piece));
  }
  return terms;
}

/** Adds the terms of a word without signs that join. A text may give more terms than a call takes arguments. */
function addTerms(word: string, terms: string[]): void {
  if (word.includes("'")) for (const part of word.split("'")) if (part.length > 1) terms.push(truncate(part));
  if (isUnspaced(word)) for (const bigram of bigramsOf(word)) terms.push(bigram);
  else terms.push(wholeOf(word));
  if (!isAscii(word, 0) && article.test(word)) terms.push(truncate(word.replace(article, '')));
}

/**
 * The terms that a course must contain to be found: one for each word, or for each bigram in scripts without spaces.
 * A query that does not end in a space is still being typed, so its last term may be the start of a longer one.
 */
export function queryTermsOf(query: string): QueryTerm[] {
  return termsOfWords(wordsOf(fold(query)).flatMap(partsOf), query);
}

/** The same, but with one term for each compound: `wifi` for `Wi-Fi`. Undefined for a query without one. */
export function joinedTermsOf(query: string): QueryTerm[] | undefined {
  const words = wordsOf(fold(query));
  return words.some((word) => compound.test(word)) ? termsOfWords(words, query) : undefined;
}

function termsOfWords(words: readonly string[], query: string): QueryTerm[] {
  const open = !/\s$/u.test(query);
  return words.flatMap((word, position): QueryTerm[] => {
    if (!isUnspaced(word)) return [{ term: wholeOf(word), unfinished: open && position === words.length - 1 }];
    const bigrams = bigramsOf(word);
    if (bigrams.length === 1) return bigrams.map((term) => ({ term, unfinished: true }));
    return bigrams.slice(0, -1).map((term) => ({ term, unfinished: false }));
  });
}

function fold(text: string): string {
  // ASCII only needs lower case.
  if (/^[\0-\x7f]*$/.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(marks, '')
    .replaceAll(voiced, (kana) => kana.normalize('NFC'))
    .replaceAll(fillers, '')
    .replaceAll(quotes, "'")
    .replaceAll('\u2010', '-')
    .replaceAll(digits, valueOf)
    .replaceAll(replaced, (letter) => replacements.get(letter) ?? letter);
}

/** The value of a digit of any script: the ten digits begin where a code point divides by 16, or six after that. */
function valueOf(digit: string): string {
  const code = digit.charCodeAt(0);
  const begins = String.fromCharCode(code & ~15);
  return String((code & 15) - (/\p{Nd}/u.test(begins) ? 0 : 6));
}

/** The words of a text. An apostrophe, a hyphen or a full stop between letters is within a word. */
function wordsOf(folded: string): string[] {
  const words: string[] = [];
  let position = 0;
  while (position < folded.length) {
    const kind = kindAt(folded, position);
    const end = kind === 'gap' ? position + 1 : endOf(folded, position, kind);
    if (kind !== 'gap') words.push(folded.slice(position, end));
    position = end;
  }
  return words;
}

function endOf(text: string, start: number, kind: CharacterKind): number {
  let [position, partStart] = [start, start];
  while (kindAt(text, position) === kind) {
    position += isAscii(text, position) || (text.codePointAt(position) ?? 0) < 0x10000 ? 1 : 2;
    if (kind === 'unspaced' || kindAt(text, position + 1) !== 'word') continue;
    if (text[position] === "'") position += 1;
    else if (joins(text, position)) {
      position += 1;
      partStart = position;
    }
  }
  if (kind === 'unspaced') return position;
  // Keeps C++ and C# apart from C.
  if (text[position] === '+' && text[position + 1] === '+') return position + 2;
  return text[position] === '#' && position === partStart + 1 ? position + 1 : position;
}

/** Whether a sign joins the parts of a compound, as in `Wi-Fi`, `COVID-19` and `Node.js`, and not those of a number or a date. */
function joins(text: string, position: number): boolean {
  return /^[-.]/.test(text.charAt(position)) && !/^\d.\d/s.test(text.slice(position - 1, position + 2));
}

function kindAt(text: string, position: number): CharacterKind {
  if (position >= text.length) return 'gap';
  const unit = text.charCodeAt(position);
  if (unit < 128) return (unit >= 97 && unit <= 122) || (unit >= 48 && unit <= 57) ? 'word' : 'gap';
  const character = String.fromCodePoint(text.codePointAt(position) ?? unit);
  if (!wordCharacter.test(character)) return 'gap';
  return unspaced.test(character) ? 'unspaced' : 'word';
}

function isAscii(text: string, position: number): boolean {
  return text.charCodeAt(position) < 128;
}

function isUnspaced(word: string): boolean {
  return !isAscii(word, 0) && kindAt(word, 0) === 'unspaced';
}

/** Every two adjacent characters, and the last one alone. */
function bigramsOf(run: string): string[] {
  const characters = Array.from(run);
  return characters.map((character, position) => character + (characters[position + 1] ?? ''));
}

/** The parts of a compound; any other word itself. */
function partsOf(word: string): string[] {
  return compound.test(word) ? word.split(compound) : [word];
}

function wholeOf(word: string): string {
  return truncate(word.replaceAll(/['.-]/g, ''));
}

function truncate(word: string): string {
  if (word.length <= maxTermLength) return word;
  const splitsPair = (word.codePointAt(maxTermLength - 1) ?? 0) > 0xffff;
  return word.slice(0, splitsPair ? maxTermLength - 1 : maxTermLength);
}
