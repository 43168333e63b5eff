// Markdown: the documentation of this repository, and their parts.
import { readFileSync } from 'node:fs';
import fastGlob from 'fast-glob';

/** The paths of all its files. */
export const documentation = fastGlob.sync(['*.md', 'docs/**/*.md', 'test/*.md']).toSorted();

/** The section of a document with a title, down to the next one of its level. */
export function sectionOf(path: string, title: string): string {
  const found = readFileSync(path, 'utf8')
    .split(/^## /mu)
    .find((section) => section.startsWith(`${title}\n`));
  if (found === undefined) throw new Error(`${path} has no section "${title}"`);
  return found;
}

/** Fenced code blocks, without the indent of lists; `language` is the info string of the fence. */
export function blocksOf(text: string, language: string): string[] {
  return [...text.matchAll(/^( *)```(\w*)\n([\s\S]*?)^ *```$/gmu)]
    .filter(([, , found]) => found === language)
    .map(([, indent = '', , body = '']) => body.replaceAll(new RegExp(`^${indent}`, 'gmu'), ''));
}

/** A text without its code, in which brackets mean something else. */
export function withoutCode(text: string): string {
  return text.replaceAll(/^ *```[\s\S]*?^ *```$/gmu, '').replaceAll(/(`+)[^`]+\1/gu, '`');
}

/** The fragments to which links into a document may lead: its headings, as GitHub names them. */
export function anchorsIn(path: string): string[] {
  const text = readFileSync(path, 'utf8').replaceAll(/^ *```[\s\S]*?^ *```$/gmu, '');
  return [...text.matchAll(/^#+ (.+)$/gmu)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
