// Figures: the number of courses, categories, providers and languages.
import type { ListedCategory, ListedLanguage, ListedProvider } from '../../../api/schemas.ts';
import type { ListAnswer } from './list-section.tsx';
import { locale, message } from './locale.ts';
import { countAll, coursesOf } from './start-lists.ts';

interface Answers {
  readonly categories: ListAnswer<ListedCategory>;
  readonly providers: ListAnswer<ListedProvider>;
  readonly languages: ListAnswer<ListedLanguage>;
}

export function Figures({ categories, providers, languages }: Answers) {
  const figures = [
    ['courses', amountIn(providers, coursesOf)],
    ['categories', amountIn(categories, countAll)],
    ['providers', amountIn(providers, ({ length }) => length)],
    ['languages', amountIn(languages, ({ length }) => length)],
  ] as const;
  if (figures.every(([, amount]) => amount === 0)) {
    return <p class="under-heading">{message('empty.catalog')}</p>;
  }
  const known = figures.flatMap(([route, amount]) => (amount === undefined ? [] : [{ route, amount }]));
  if (known.length === 0) return null;
  return (
    <ul class="figures" aria-label={message('start.contents')}>
      {known.map(({ route, amount }) => (
        <li key={route}>
          <strong>{locale().number(amount)}</strong> {message(`nav.${route}`)}
        </li>
      ))}
    </ul>
  );
}

/** Undefined if the list could not be loaded. */
function amountIn<Listed>(
  answer: ListAnswer<Listed>,
  amountOf: (all: readonly Listed[]) => number,
): number | undefined {
  return answer instanceof Error ? undefined : amountOf(answer);
}
