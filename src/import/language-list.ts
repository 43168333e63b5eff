// The names of languages that this version of Node knows. They decide on remarks and suggestions only: versions differ in some.

/** Names in English of all languages with a code of two or three letters, and own names of those with two. */
export function listLanguages(): string[] {
  const letters = Array.from('abcdefghijklmnopqrstuvwxyz');
  const longer = (codes: readonly string[]) => codes.flatMap((code) => letters.map((letter) => code + letter));
  const [two, three] = [longer(letters), longer(longer(letters))];
  const english = namesIn('en');
  const own = two.filter((code) => english(code) !== undefined).map((code) => namesIn(code)(code));
  return [...two.map(english), ...three.map(english), ...own].filter((name) => name !== undefined);
}

function namesIn(locale: string): (code: string) => string | undefined {
  const names = new Intl.DisplayNames(locale, { type: 'language', fallback: 'none' });
  return (code) => names.of(code);
}
