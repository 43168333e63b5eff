// The facts of the catalog in the words of the visitor. Loaded only where courses have facts.
import type { Facts } from '../../../catalog/source/facts.ts';
import { addFact } from '../../../outputs/facets/add-fact.ts';
import { choiceWords } from '../../../outputs/facets/fact-choices.ts';
import { factsPath, type PublishedFact } from '../../../outputs/facets/file-format.ts';
import { factsInWords, rowFacts } from '../../../outputs/shared/fact-words.ts';
import { messagesLanguage, wholeLocale } from '../language/whole-locale.ts';

export type CatalogFacts = Awaited<ReturnType<typeof loadFacts>>;

/** A fact of a course, in words. */
export interface WordedFact {
  readonly name: string;
  readonly label: string;
  readonly isAddress: boolean;
  readonly values: readonly string[];
}

/** The facts that courses of the catalog have, and what is said of them. */
export async function loadFacts(root: URL, localizedLanguage: (name: string) => string) {
  const [published, whole] = await Promise.all([fetchFacts(root), wholeLocale()]);
  const { text } = whole;
  const byName = new Map(published.map((fact) => [fact.name, fact]));
  const table = [...byName];
  const inWords = factsInWords(whole, localizedLanguage);
  const labelOf = (name: string) => byName.get(name)?.labels[messagesLanguage()] ?? name;
  return {
    /** The names of those by which courses can be filtered. */
    filters: published.filter(({ isFilter }) => isFilter).map(({ name }) => name),
    /** The names of those by which courses can be sorted. */
    sorts: published.filter(({ isSortable }) => isSortable).map(({ name }) => name),
    labelOf,
    text,
    addFact,
    /** What can be chosen of a fact, in words. */
    choiceInWords(name: string, choice: string): string {
      const fact = byName.get(name);
      if (fact === undefined) return choice;
      const word = choiceWords.find((known) => known === choice);
      const isWord = fact.kind === 'price' || fact.kind === 'date';
      return isWord ? (word === undefined ? choice : text(`facts.${word}`)) : inWords(fact, choice);
    },
    sortInWords(name: string): string {
      const isDay = byName.get(name)?.kind === 'date';
      return text(isDay ? 'facts.soonest' : 'facts.lowest', { fact: labelOf(name) });
    },
    /** What a row of a list shows of a course. */
    inRow: (facts: Facts) => rowFacts(table, facts, inWords),
    /** All facts of a course. */
    of: (facts: Facts): WordedFact[] =>
      table.flatMap(([name, fact]) => {
        const values = [facts[name] ?? []].flat().map((value) => inWords(fact, value));
        return values.length === 0 ? [] : [{ name, label: labelOf(name), isAddress: fact.kind === 'address', values }];
      }),
  };
}

/** Not validated: the file comes from a build of this same version. */
async function fetchFacts(root: URL): Promise<readonly PublishedFact[]> {
  const address = new URL(factsPath, root);
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address.href} answered with ${response.status}`);
  const facts: readonly PublishedFact[] = await response.json();
  return facts;
}
