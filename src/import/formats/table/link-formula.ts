// Link formulas: the address and the text of a `HYPERLINK(…)`, as far as they are made of texts and of other cells.

/** Reads another cell, whose row counts from 1 and whose column from 0; empty if nothing is in it. */
export type CellReader = (row: number, column: number) => string;

export interface LinkFormula {
  /** Undefined if it is computed in another way. */
  readonly address: string | undefined;
  readonly text: string | undefined;
}

const linkStart = /^(?:of:)?=?\s*HYPERLINK\s*\(/iu;
const joinStart = /^(?:CONCATENATE|CONCAT)\s*\(/iu;
/** `$A$2`, or `[.A2]` in OpenDocument. */
const reference = /^(\[\.)?(\$?)([A-Z]{1,3})(\$?)(\d{1,7})\]?/iu;
const maxFormula = 8192;

export function isLinkFormula(formula: string): boolean {
  return /HYPERLINK\s*\(/iu.test(formula);
}

/**
 * Evaluates a link formula. `shift` is how many rows and columns below and beside its own cell the formula counts, for one that
 * several cells share.
 */
export function readLinkFormula(formula: string, cellAt: CellReader, shift = { rows: 0, columns: 0 }): LinkFormula {
  const [start] = linkStart.exec(formula) ?? [];
  if (start === undefined || formula.length > maxFormula) return { address: undefined, text: undefined };
  let rest = formula.slice(start.length).trimStart();
  const take = (pattern: RegExp): RegExpExecArray | null => {
    const match = pattern.exec(rest);
    if (match) rest = rest.slice(match[0].length).trimStart();
    return match;
  };
  const term = (): string | undefined => {
    const [, quoted] = take(/^"((?:[^"]|"")*)"/u) ?? [];
    if (quoted !== undefined) return quoted.replaceAll('""', '"');
    if (take(joinStart)) return argumentsOf().reduce((joined, part) => join(joined, part), '');
    const [name, , columnSign, letters = '', rowSign, digits] = take(reference) ?? [];
    if (name === undefined) return take(/^\d+(?![\d.])/u)?.[0];
    const column = columnNumber(letters) + (columnSign === '' ? shift.columns : 0);
    // An empty cell makes no address.
    return cellAt(Number(digits) + (rowSign === '' ? shift.rows : 0), column) || undefined;
  };
  const expression = (): string | undefined => {
    let text = term();
    while (take(/^&/u)) text = join(text, term());
    return text;
  };
  /** Up to the bracket that ends them. */
  const argumentsOf = (): (string | undefined)[] => {
    const values = [expression()];
    while (take(/^[,;]/u)) values.push(expression());
    return take(/^\)/u) ? values : [undefined];
  };
  const [address, text] = argumentsOf();
  return rest === '' ? { address, text: text ?? address } : { address: undefined, text: undefined };
}

function join(first: string | undefined, second: string | undefined): string | undefined {
  return first === undefined || second === undefined ? undefined : first + second;
}

/** The number of a column by its letters, from 0. */
export function columnNumber(letters: string): number {
  let column = 0;
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}
