// Suggestions: the name or id that was probably meant.
import type { Finding } from './problems.ts';
import { editDistance } from './edit-distance.ts';
import { quoteText } from './quote.ts';

/** The name closest to `typed`, ignoring case; undefined if none is within an edit distance of two fifths of its length. */
export function nearestName(typed: string, names: Iterable<string>): string | undefined {
  const wanted = typed.toLowerCase();
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.round(wanted.length * 0.4)) + 1;
  for (const name of names) {
    const edits = editDistance(wanted, name.toLowerCase(), bestDistance - 1);
    if (edits < bestDistance) {
      best = name;
      bestDistance = edits;
    }
  }
  return best;
}

/**
 * The id of which `typed` is probably a typo: one with two adjacent digits swapped or, from three digits on, the only one
 * a single digit away. Looks up only the ids that such a typo could come from.
 */
export function nearestId(typed: number, isKnown: (id: number) => boolean): number | undefined {
  const text = String(typed);
  const knownIds = (texts: readonly string[]) => texts.map(Number).filter((id) => id !== typed && isKnown(id));
  const [swapped] = knownIds(swapsOf(text));
  if (swapped !== undefined || text.length < 3) return swapped;
  const near = new Set(knownIds(editsOf(text)));
  return near.size === 1 ? near.values().next().value : undefined;
}

/** The record whose id was probably meant, as a suggestion: `721 "Electronics"`. `nameById` returns undefined for unknown ids. */
export function suggestById(id: number, nameById: (id: number) => string | undefined): { suggestion?: string } {
  const near = nearestId(id, (candidate) => nameById(candidate) !== undefined);
  return near === undefined ? {} : { suggestion: `${near} ${quoteText(nameById(near) ?? '')}` };
}

/** The finding for a field that is not one of `fields`. Suggests the closest one that is not `used` already, or lists them all. */
export function unknownField(field: string, fields: readonly string[], used: (name: string) => boolean): Finding {
  const unused = fields.filter((name) => !used(name));
  const suggestion = nearestName(field, unused);
  const hint = suggestion === undefined ? { remedy: `the fields are ${fields.join(', ')}` } : { suggestion };
  return { rule: 'field-unknown', finding: `unknown field ${quoteText(field)}`, ...hint };
}

function swapsOf(text: string): string[] {
  const swapAt = (index: number) =>
    text.slice(0, index) + text.charAt(index + 1) + text.charAt(index) + text.slice(index + 2);
  return Array.from({ length: text.length - 1 }, (_, index) => swapAt(index));
}

/** Every text with one digit replaced, removed or inserted. */
function editsOf(text: string): string[] {
  const digits = Array.from('0123456789');
  return Array.from({ length: text.length + 1 }, (_, index) => {
    const [before, after] = [text.slice(0, index), text.slice(index)];
    return [
      before + after.slice(1),
      ...digits.flatMap((digit) => [before + digit + after.slice(1), before + digit + after]),
    ];
  }).flat();
}
