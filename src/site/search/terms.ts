// How a text is cut into the terms by which it is found. The build cuts the texts with it and the browser the queries.

/** A term of a query: `unfinished` ones stand for every term that begins with them. */
export interface QueryTerm {
  readonly term: string;
  readonly unfinished: boolean;
}

type Kind = 'gap' | 'word' | 'dense';

/** Longer terms are cut to this many code units. */
const longest = 32;

/** Marks that readers leave out when they type. Those of the Indic scripts are letters to them and stay. */
const marks = /(?=\p{M})[\p{sc=Inherited}\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}\p{sc=Cyrillic}]/gu;
/** Soft hyphen, joiners and the Arabic stroke that only lengthens a word. */
const fillers = /\u00ad|\u200d|\u2060|\ufeff|\u0640/g;
const quotes = /[\u2018\u2019\u02bb\u02bc\u2032\u05f3\u05f4]/g;
const arabicDigits = /[\u0660-\u0669\u06f0-\u06f9]/g;
const letters: ReadonlyMap<string, string> = new Map([
  ...Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ı: 'i', ς: 'σ' }),
  ...Object.entries({ ٱ: 'ا', ى: 'ي', ی: 'ي', ة: 'ه', ہ: 'ه', ھ: 'ه', ک: 'ك' }),
]);
const odd = /[ßæœþøłđðħıςٱىیةہھک]/g;

const wordly = /[\p{L}\p{N}\p{M}]/u;
/** Scripts that set no space between words. */
const dense = /(?=[\p{L}\p{M}])[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u;
/** The Arabic article, also with what is written in one with it. */
const article = /^(?:[وفبك]?ال|لل)(?=.{3})/;

/**
 * The terms of a text in their order, each as often as it occurs. Case, accents and other ways to write the same are
 * folded. Text without spaces gives every two neighbouring characters and the last one alone, so that each character
 * begins a term. A word with an apostrophe gives its parts and the whole, an Arabic one also what follows its article.
 */
export function termsOf(text: string): string[] {
  const terms: string[] = [];
  for (const word of wordsOf(fold(text))) {
    if (word.includes("'"))
      terms.push(
        ...word
          .split("'")
          .filter((part) => part.length > 1)
          .map(cut),
      );
    if (isDense(word)) terms.push(...pairsOf(word));
    else terms.push(wholeOf(word));
    if (!isAscii(word, 0) && article.test(word)) terms.push(cut(word.replace(article, '')));
  }
  return terms;
}

/**
 * The terms that a course must hold to be found: one for a word, one for each two neighbours in text without spaces.
 * A query that does not end in a space is still being typed, so its last term may be the beginning of a longer one.
 */
export function queryTermsOf(query: string): QueryTerm[] {
  const words = wordsOf(fold(query));
  const open = !/\s$/u.test(query);
  return words.flatMap((word, at): QueryTerm[] => {
    if (!isDense(word)) return [{ term: wholeOf(word), unfinished: open && at === words.length - 1 }];
    const pairs = pairsOf(word);
    if (pairs.length === 1) return pairs.map((term) => ({ term, unfinished: true }));
    return pairs.slice(0, -1).map((term) => ({ term, unfinished: false }));
  });
}

function fold(text: string): string {
  // oxlint-disable-next-line no-control-regex -- all of ASCII is meant, which needs nothing but lower case
  if (/^[\0-\x7f]*$/.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(marks, '')
    .replaceAll(fillers, '')
    .replaceAll(quotes, "'")
    .replaceAll(arabicDigits, (digit) => String(digit.charCodeAt(0) & 15))
    .replaceAll(odd, (letter) => letters.get(letter) ?? letter);
}

function wordsOf(folded: string): string[] {
  const words: string[] = [];
  let at = 0;
  while (at < folded.length) {
    const kind = kindAt(folded, at);
    const end = kind === 'gap' ? at + 1 : endOf(folded, at, kind);
    if (kind !== 'gap') words.push(folded.slice(at, end));
    at = end;
  }
  return words;
}

function endOf(text: string, start: number, kind: Kind): number {
  let at = start;
  while (kindAt(text, at) === kind) {
    at += isAscii(text, at) || (text.codePointAt(at) ?? 0) < 0x10000 ? 1 : 2;
    if (kind === 'word' && text[at] === "'" && kindAt(text, at + 1) === 'word') at += 1;
  }
  if (kind === 'dense') return at;
  // C++ and C# are not C.
  if (text[at] === '+' && text[at + 1] === '+') return at + 2;
  return text[at] === '#' && at === start + 1 ? at + 1 : at;
}

function kindAt(text: string, at: number): Kind {
  if (at >= text.length) return 'gap';
  const unit = text.charCodeAt(at);
  if (unit < 128) return (unit >= 97 && unit <= 122) || (unit >= 48 && unit <= 57) ? 'word' : 'gap';
  const character = String.fromCodePoint(text.codePointAt(at) ?? unit);
  if (!wordly.test(character)) return 'gap';
  return dense.test(character) ? 'dense' : 'word';
}

function isAscii(text: string, at: number): boolean {
  return text.charCodeAt(at) < 128;
}

function isDense(word: string): boolean {
  return !isAscii(word, 0) && kindAt(word, 0) === 'dense';
}

function pairsOf(run: string): string[] {
  const characters = Array.from(run);
  return characters.map((character, at) => character + (characters[at + 1] ?? ''));
}

function wholeOf(word: string): string {
  return cut(word.includes("'") ? word.replaceAll("'", '') : word);
}

function cut(word: string): string {
  const whole = word.length <= longest;
  const splits = !whole && (word.codePointAt(longest - 1) ?? 0) > 0xffff;
  return whole ? word : word.slice(0, splits ? longest - 1 : longest);
}
