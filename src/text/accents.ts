// Accents: names are compared without them, since they are often left out.

/** A text in lower case and without accents. */
export function withoutAccents(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
