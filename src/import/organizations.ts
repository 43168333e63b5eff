// Organizations: which of those that a record names is the provider of its course.
import { fieldOf } from '../catalog/reading.ts';
import { quoteText } from '../problems.ts';
import type { Notes } from './notes.ts';
import { elementsOf, textsIn } from './rows.ts';

/**
 * A record in which `field` is the first organization that has a name, of the first of the fields that has one. A website is
 * then that of the organization whose name is taken, and not of another one beside it.
 */
export function withProvider(
  record: object,
  [field, ...others]: readonly [string, ...string[]],
  place: string,
  notes: Notes,
): object {
  const lists = [field, ...others].map((name) => elementsOf(fieldOf(record, name)).filter((one) => nameIn(one) !== ''));
  const [provider, ...further] = lists.find((list) => list.length > 0) ?? [];
  for (const one of further) notes.add('valueLeftOut', 'further provider of a course', place, quoteText(nameIn(one)));
  return provider === undefined ? record : { ...record, [field]: provider };
}

/** The name may be in several languages. */
function nameIn(organization: unknown): string {
  const [text = '', name = ''] = [textsIn(organization)[0], textsIn(fieldOf(organization, 'name'))[0]];
  return (text.trim() || name).trim();
}
