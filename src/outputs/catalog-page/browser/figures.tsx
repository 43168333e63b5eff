// Figures: the number of courses, categories, providers and languages.
import { grouped } from '../../../text/format.ts';
import type { ListedProvider } from '../../../api/schemas.ts';
import type { Category, Language } from './api.ts';
import type { ListAnswer } from './list-section.tsx';

interface Answers {
  readonly categories: ListAnswer<Category>;
  readonly providers: ListAnswer<ListedProvider>;
  readonly languages: ListAnswer<Language>;
}

export function Figures({ categories, providers, languages }: Answers) {
  const figures = [
    ['course', 'courses', amountIn(providers, coursesOf)],
    ['category', 'categories', amountIn(categories, countAll)],
    ['provider', 'providers', amountIn(providers, ({ length }) => length)],
    ['language', 'languages', amountIn(languages, ({ length }) => length)],
  ] as const;
  if (figures.every(([, , amount]) => amount === 0)) {
    return <p class="under-heading">The catalog is empty: nothing has been added yet.</p>;
  }
  const known = figures.flatMap(([singular, plural, amount]) =>
    amount === undefined ? [] : [{ singular, plural, amount }],
  );
  if (known.length === 0) return null;
  return (
    <ul class="figures" aria-label="Catalog contents">
      {known.map(({ singular, plural, amount }) => (
        <li key={plural}>
          <strong>{grouped(amount)}</strong> {amount === 1 ? singular : plural}
        </li>
      ))}
    </ul>
  );
}

/** The number of all courses, since every course has exactly one provider. */
export function coursesOf(providers: readonly ListedProvider[]): number {
  return providers.reduce((sum, { course_count }) => sum + course_count, 0);
}

/** The number of categories on both levels. */
export function countAll(categories: readonly Category[]): number {
  return categories.reduce((sum, { children }) => sum + 1 + children.length, 0);
}

/** Undefined if the list could not be loaded. */
function amountIn<Listed>(
  answer: ListAnswer<Listed>,
  amountOf: (all: readonly Listed[]) => number,
): number | undefined {
  return answer instanceof Error ? undefined : amountOf(answer);
}
