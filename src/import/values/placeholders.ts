// Placeholders: texts that programs and people write where they have no value, in any field.
import { trimInvisible } from './invisible.ts';

const placeholders =
  /^(?:|n\/?a|n\. ?a\.|null|\(null\)|nan|nil|none|\(none\)|undefined|unknown|k\. ?a\.|tb[acd]|待定\p{L}?|未定|s\/[dn]|-+|[–—]+|\?+|\\n|\[\]|\{\}|#(?:n\/a|null!|ref!|value!|name\?|num!|div\/0!))$/iu;
const maxLength = 12;

export function isPlaceholder(text: string): boolean {
  if (text.length > 2 * maxLength) return false;
  const trimmed = trimInvisible(text);
  return trimmed.length <= maxLength && placeholders.test(trimmed);
}
