// Suggestions: the courses found while typing. An older result never replaces a newer one.
import { useEffect, useState } from 'preact/hooks';
import type { SearchResult } from '../../../library/search/search.ts';
import type { ScreenContext } from '../screen.ts';

/** Debounce delay in milliseconds. */
const delay = 90;
const shownCourses = 6;

export interface Suggestions {
  /** Null before the first result, and for an empty text. */
  readonly found: SearchResult | null;
  readonly hasFailed: boolean;
  /** Whether they are those of the present text, and not of an earlier one whose courses stay visible meanwhile. */
  readonly isCurrent: boolean;
}

const none = { query: '', found: null, hasFailed: false };

export function useSuggestions(text: string, context: ScreenContext): Suggestions {
  const [result, setResult] = useState<Omit<Suggestions, 'isCurrent'> & { readonly query: string }>(none);
  // A trailing space stays: it tells the search that the last word is finished.
  const query = text.trimStart();
  useEffect(() => {
    if (query === '') {
      setResult(none);
      return undefined;
    }
    let isWanted = true;
    const timer = setTimeout(async () => {
      const next = await context
        .search()
        .then(async ({ find }) => find(query, shownCourses))
        .then((found) => ({ query, found, hasFailed: false }))
        .catch(() => ({ ...none, query, hasFailed: true }));
      if (isWanted) setResult(next);
    }, delay);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [query, context]);
  return { ...result, isCurrent: result.query === query };
}
