// The terminal: how lines for people are made, so that no value in them can steer a terminal or a CI log.
import { escapeOf } from './problems.ts';

/** A line for people, or a part of one. Strings are escaped when they are printed; styles can only be put around them. */
export type Text = string | Styled | readonly Text[];

export interface Styled {
  readonly style: keyof typeof codes;
  readonly text: Text;
}

/** Select Graphic Rendition: the code that switches a style on, and the one that switches it off. */
const codes = { red: [31, 39], yellow: [33, 39], bold: [1, 22], dim: [2, 22] } as const;

export const red = (text: Text): Styled => ({ style: 'red', text });
export const yellow = (text: Text): Styled => ({ style: 'yellow', text });
export const bold = (text: Text): Styled => ({ style: 'bold', text });
export const dim = (text: Text): Styled => ({ style: 'dim', text });

/** A template of a line; its contents may be styled. */
export function line(parts: TemplateStringsArray, ...contents: readonly Text[]): Text {
  return parts.flatMap((part, at) => [part, contents[at] ?? '']);
}

/**
 * A line as it is printed, without a line end. Its start never reads as a command to GitHub Actions, which obeys `::stop-commands::`
 * and the like behind any white space.
 */
export function printed(text: Text, isColored: boolean): string {
  return rendered(text, isColored).replace(/^(\s*):(?=:)/u, (_, space: string) => space + escapeOf(':'));
}

function rendered(text: Text, isColored: boolean): string {
  if (typeof text === 'string') return visible(text);
  if (!('style' in text)) return text.map((part) => rendered(part, isColored)).join('');
  const [on, off] = codes[text.style];
  const inner = rendered(text.text, isColored);
  return isColored ? `\u001B[${on}m${inner}\u001B[${off}m` : inner;
}

/**
 * A text with escapes, as JSON writes them, for control characters, line ends, lone surrogates and what turns the direction of writing;
 * the joiners that some scripts and emoji need stay. The older commands of GitHub Actions and those of Azure Pipelines, which may stand
 * anywhere in a line, are broken up: `##[`, `##vso[`.
 */
export function visible(text: string): string {
  return text.replace(/(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|#(?=#\w*\[)/gu, escapeOf);
}
