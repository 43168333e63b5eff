// Rankings: the largest of many items.
import { byCourses, type Item } from '../lists/items.ts';

const shownItems = 20;

/** The largest items, and the number of the others and of their courses. */
export function rankingOf(items: readonly Item[]) {
  const sorted = byCourses(items);
  const others = sorted.slice(shownItems);
  const otherCourses = others.reduce((sum, { course_count }) => sum + course_count, 0);
  return { shown: sorted.slice(0, shownItems), others: others.length, otherCourses };
}
