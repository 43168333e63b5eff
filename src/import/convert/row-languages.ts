// The languages of rows: names and codes of lists become the names that the catalog has.
import { memoize } from '../../memoize.ts';
import { quoteText } from '../../text/quote.ts';
import type { Notes } from '../notes.ts';
import type { LanguageNames } from '../values/languages.ts';
import { isPlaceholder } from '../values/placeholders.ts';
import { plainText } from '../values/texts.ts';
import { uniqueFrom } from './field-readers.ts';

export class RowLanguages {
  // The same few texts occur again and again.
  private readonly read = memoize((text) => {
    const languages = this.names
      .partsOf(plainText(text))
      .map((written) => ({ written, language: this.names.resolve(written) }));
    return {
      names: [...new Set(languages.flatMap(({ language }) => language?.name ?? []))],
      doubtful: languages.filter(({ written, language }) => language?.isKnown !== true && !isPlaceholder(written)),
    };
  });

  constructor(
    private readonly names: LanguageNames,
    private readonly notes: Notes,
  ) {}

  /** The languages that the texts of a row name, each once. */
  languagesIn(texts: readonly string[], location: string): readonly string[] {
    return uniqueFrom(texts, (text) => this.namesIn(text, location));
  }

  private namesIn(text: string, location: string): readonly string[] {
    const { names, doubtful } = this.read(text);
    for (const { written, language } of doubtful) {
      const nearest = language?.nearest === undefined ? '' : ` (${quoteText(language.nearest)}?)`;
      const shown = quoteText(written) + nearest;
      if (language === undefined) this.notes.add('valueSkipped', 'language that is not known', location, shown);
      else this.notes.add('guessed', 'language that no table knows, taken as it is', location, shown);
    }
    return names;
  }

  /** Reads what somebody types as the language of courses. */
  readonly readAnswer = (typed: string) => {
    const problem = this.names.whyUnknown(typed);
    return problem === undefined ? { value: typed } : { fault: `${problem.finding}: ${problem.remedy}` };
  };
}
