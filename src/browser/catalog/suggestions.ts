// Suggestions: what is found for a text that is being typed. An older answer never replaces a newer one.
import { useEffect, useState } from 'preact/hooks';
import type { Found } from '../search/search.ts';
import type { Site } from './view.ts';

/** Milliseconds that a reader may rest between two keys. */
const rest = 90;
const shownCourses = 6;

export interface Suggestions {
  /** Null before the first answer, and for an empty text. */
  readonly found: Found | null;
  readonly hasFailed: boolean;
}

const none: Suggestions = { found: null, hasFailed: false };

export function useSuggestions(text: string, site: Site): Suggestions {
  const [suggestions, setSuggestions] = useState(none);
  // A space at the end ends the last word, to the search.
  const query = text.trimStart();
  useEffect(() => {
    if (query === '') {
      setSuggestions(none);
      return undefined;
    }
    let isCurrent = true;
    const show = (answer: Suggestions): void => {
      if (isCurrent) setSuggestions(answer);
    };
    const timer = setTimeout(() => {
      search(query, site).then(
        (found) => show({ found, hasFailed: false }),
        () => show({ found: null, hasFailed: true }),
      );
    }, rest);
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
