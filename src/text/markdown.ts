// Markdown: texts from elsewhere in it, which are never markup there.
import { escapeInvisible } from './terminal.ts';

/** Escapes text for one line of Markdown: characters that could be markup become character references. */
export function markdownText(text: string): string {
  return escapeInvisible(text).replace(/[&<>|\\`*_~[\]{}#@!$]/gu, (character) => `&#${character.codePointAt(0)};`);
}

/** Text as code within a line, between more backticks than are in it. */
export function codeSpan(text: string): string {
  const shown = escapeInvisible(text);
  const marks = '`'.repeat(longestRun([shown]) + 1);
  const space = /^[` ]|[` ]$/u.test(shown) ? ' ' : '';
  return `${marks}${space}${shown}${space}${marks}`;
}

/** Lines as a block of code, whose fence is longer than any in them. */
export function codeBlock(lines: readonly string[]): string {
  const shown = lines.map(escapeInvisible);
  const fence = '`'.repeat(Math.max(2, longestRun(shown)) + 1);
  return [`${fence}text`, ...shown, fence].join('\n');
}

/** The length of the longest run of backticks. */
function longestRun(texts: readonly string[]): number {
  return Math.max(0, ...texts.flatMap((text) => text.match(/`+/gu) ?? []).map(({ length }) => length));
}
