// Suggestions: the courses found while typing. An older result never replaces a newer one.
import { useEffect, useState } from 'preact/hooks';
import type { Found } from '../search/search.ts';
import type { Site } from './view.ts';

/** Debounce delay in milliseconds. */
const delay = 90;
const shownCourses = 6;

export interface Suggestions {
  /** Null before the first result, and for an empty text. */
  readonly found: Found | null;
  readonly hasFailed: boolean;
}

const none: Suggestions = { found: null, hasFailed: false };

export function useSuggestions(text: string, site: Site): Suggestions {
  const [suggestions, setSuggestions] = useState(none);
  // A trailing space stays: it tells the search that the last word is finished.
  const query = text.trimStart();
  useEffect(() => {
    if (query === '') {
      setSuggestions(none);
      return undefined;
    }
    let isCurrent = true;
    const show = (result: Suggestions): void => {
      if (isCurrent) setSuggestions(result);
    };
    const timer = setTimeout(() => {
      search(query, site).then(
        (found) => show({ found, hasFailed: false }),
        () => show({ found: null, hasFailed: true }),
      );
    }, delay);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [query, site]);
  return suggestions;
}

async function search(query: string, site: Site): Promise<Found> {
  const { find } = await site.search();
  return find(query, shownCourses);
}
