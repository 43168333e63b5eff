// Figures: how much of each kind the catalog holds.
import { grouped } from '../../amounts.ts';
import type { ListedProvider } from '../../api/schemas.ts';
import type { Category, Language } from './api.ts';
import type { Answer } from './list-section.tsx';

interface Answers {
  readonly categories: Answer<Category>;
  readonly providers: Answer<ListedProvider>;
  readonly languages: Answer<Language>;
}

export function Figures({ categories, providers, languages }: Answers) {
  const figures = [
    ['course', 'courses', amountIn(providers, coursesOf)],
    ['category', 'categories', amountIn(categories, countAll)],
    ['provider', 'providers', amountIn(providers, ({ length }) => length)],
    ['language', 'languages', amountIn(languages, ({ length }) => length)],
  ] as const;
  if (figures.every(([, , amount]) => amount === 0)) {
    return <p class="under-heading">The catalog is empty: nothing was put into it yet.</p>;
  }
  const known = figures.flatMap(([one, more, amount]) => (amount === undefined ? [] : [{ one, more, amount }]));
  if (known.length === 0) return null;
  return (
    <ul class="figures" aria-label="What the catalog holds">
      {known.map(({ one, more, amount }) => (
        <li key={more}>
          <strong>{grouped(amount)}</strong> {amount === 1 ? one : more}
        </li>
      ))}
    </ul>
  );
}

/** Every course has one provider. */
export function coursesOf(providers: readonly ListedProvider[]): number {
  return providers.reduce((sum, { course_count }) => sum + course_count, 0);
}

/** Categories of both levels. */
export function countAll(categories: readonly Category[]): number {
  return categories.reduce((sum, { children }) => sum + 1 + children.length, 0);
}

/** Undefined where the list could not be loaded. */
function amountIn<Listed>(answer: Answer<Listed>, amountOf: (all: readonly Listed[]) => number): number | undefined {
  return answer instanceof Error ? undefined : amountOf(answer);
}
