// What the start view shows of the lists of the catalog; the page has the same before its script runs.
import type { ListedCategory, ListedLanguage, ListedProvider } from '../../../../api/schemas.ts';
import { byCourses, categoryItem, languageItem, providerItem, type Item } from '../lists/items.ts';

/** Number of items shown; the others are one link away. */
const shownCategories = 24;
const shownChildren = 3;
const shownOthers = 12;

export interface StartList {
  readonly items: readonly Item[];
  /** The number of all items if there are more. */
  readonly total: number | undefined;
}

export function startCategories(all: readonly ListedCategory[]): StartList {
  // In source order if all are shown, else the largest.
  const shown = all.length > shownCategories ? byCourses(all).slice(0, shownCategories) : all;
  const shortened = shown.map((category) => ({
    ...category,
    children: byCourses(category.children).slice(0, shownChildren),
  }));
  const total = countCategories(all);
  return { items: shortened.map(categoryItem), total: countCategories(shortened) < total ? total : undefined };
}

export function startProviders(all: readonly ListedProvider[]): StartList {
  return largest(byCourses(all).map(providerItem));
}

export function startLanguages(all: readonly ListedLanguage[], languageName: (name: string) => string): StartList {
  return largest(byCourses(all).map((language) => languageItem(language, languageName)));
}

/** The number of all courses, since every course has exactly one provider. */
export function countCourses(providers: readonly ListedProvider[]): number {
  return providers.reduce((sum, { course_count }) => sum + course_count, 0);
}

/** The number of categories on both levels. */
export function countCategories(categories: readonly ListedCategory[]): number {
  return categories.reduce((sum, { children }) => sum + 1 + children.length, 0);
}

function largest(items: readonly Item[]): StartList {
  return { items: items.slice(0, shownOthers), total: items.length > shownOthers ? items.length : undefined };
}
