// Markdown: texts from elsewhere in it, which are never markup there.
import { escapeInvisible } from './terminal.ts';

/** Escapes text for one line of Markdown: characters that could be markup become character references. */
export function markdownText(text: string): string {
  return escapeInvisible(text).replace(/[&<>|\\`*_~[\]{}#@!$]/gu, (character) => `&#${character.codePointAt(0)};`);
}

/** Lines as a block of code, whose fence is longer than any in them. */
export function codeBlock(lines: readonly string[]): string {
  const shown = lines.map(escapeInvisible);
  const longest = Math.max(2, ...shown.flatMap((text) => text.match(/`+/gu) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return [`${fence}text`, ...shown, fence].join('\n');
}
