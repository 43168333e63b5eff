// The style sheet of a catalog's colors, which the catalog page loads beside its own.
import { createHash } from 'node:crypto';
import { renderColors } from '../shared/shades.ts';

/** Hosts cache assets forever, so new content needs a new name. The text is without the final newline. */
export function colorStyle(color: string): { readonly path: string; readonly text: string } {
  const text = renderColors(color);
  return { path: `assets/color-${createHash('sha256').update(text).digest('hex').slice(0, 8)}.css`, text };
}
