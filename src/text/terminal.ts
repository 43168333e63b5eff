// The terminal: builds lines for people in which no value can control a terminal or a CI log.
import { escapeOf } from './quote.ts';

/** A line for people, or part of one. Strings are escaped when printed; styles can only wrap them. */
export type Text = string | Styled | readonly Text[];

interface Styled {
  readonly style: keyof typeof codes;
  readonly text: Text;
}

/** Select Graphic Rendition: the codes that switch a style on and off. */
const codes = { red: [31, 39], yellow: [33, 39], bold: [1, 22], dim: [2, 22] } as const;

export const red = (text: Text): Styled => ({ style: 'red', text });
export const yellow = (text: Text): Styled => ({ style: 'yellow', text });
export const bold = (text: Text): Styled => ({ style: 'bold', text });
export const dim = (text: Text): Styled => ({ style: 'dim', text });

/** A template for a line; its contents may be styled. */
export function line(parts: TemplateStringsArray, ...contents: readonly Text[]): Text {
  return parts.flatMap((part, index) => [part, contents[index] ?? '']);
}

/**
 * A line as it is printed, without the line end. It never starts like a GitHub Actions command, such as `::stop-commands::`,
 * which may follow white space.
 */
export function printed(text: Text, isColored: boolean): string {
  return rendered(text, isColored).replace(/^(\s*):(?=:)/u, (_, space: string) => space + escapeOf(':'));
}

function rendered(text: Text, isColored: boolean): string {
  if (typeof text === 'string') return escapeInvisible(text);
  if (!('style' in text)) return text.map((part) => rendered(part, isColored)).join('');
  const [on, off] = codes[text.style];
  const inner = rendered(text.text, isColored);
  return isColored ? `\u001B[${on}m${inner}\u001B[${off}m` : inner;
}

/**
 * A text with JSON escapes for control characters, line ends, lone surrogates and bidirectional controls; the joiners that some
 * scripts and emoji need are kept. The `#` of older GitHub Actions and Azure Pipelines commands, which are obeyed anywhere in a
 * line (`##[`, `##vso[`), is escaped too.
 */
export function escapeInvisible(text: string): string {
  return text.replace(/(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|#(?=#\w*\[)/gu, escapeOf);
}
