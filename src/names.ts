// Near names: what a person probably meant.
import { distance } from 'fastest-levenshtein';
import { quoteText, type Finding } from './problems.ts';

/** The name nearest to `typed` within two fifths of its length in edits (letter case aside); undefined where none is near. */
export function nearestName(typed: string, names: Iterable<string>): string | undefined {
  const wanted = typed.toLowerCase();
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.round(wanted.length * 0.4)) + 1;
  for (const name of names) {
    if (Math.abs(name.length - typed.length) >= bestDistance) continue;
    const edits = distance(wanted, name.toLowerCase());
    if (edits < bestDistance) {
      best = name;
      bestDistance = edits;
    }
  }
  return best;
}

/** The id that `typed` is a slip of: two neighbouring digits changed places, or the only one that is one digit away. */
export function nearestId(typed: number, ids: Iterable<number>): number | undefined {
  const wanted = String(typed);
  const near: number[] = [];
  for (const id of ids) {
    const text = String(id);
    if (isSwapOf(wanted, text)) return id;
    if (Math.abs(text.length - wanted.length) <= 1 && distance(wanted, text) === 1) near.push(id);
  }
  return near.length === 1 ? near[0] : undefined;
}

/** The one of `known` that `id` is a slip of, as a suggestion: `721 "Electronics"`. */
export function suggestById(id: number, known: readonly { id: number; name: string }[]): { suggestion?: string } {
  const ids = known.map((one) => one.id);
  const near = nearestId(id, ids);
  const name = known.find((one) => one.id === near)?.name ?? '';
  return near === undefined ? {} : { suggestion: `${near} ${quoteText(name)}` };
}

/** A field that is none of `fields`. One of them is suggested if it is near and not `used` already; if not, all are named. */
export function unknownField(field: string, fields: readonly string[], used: (name: string) => boolean): Finding {
  const suggestion = nearestName(
    field,
    fields.filter((name) => !used(name)),
  );
  const hint = suggestion === undefined ? { remedy: `the fields are ${fields.join(', ')}` } : { suggestion };
  return { rule: 'field-unknown', finding: `unknown field ${quoteText(field)}`, ...hint };
}

function isSwapOf(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2);
}
