// Lists of items, each with its number of courses and those below it.
import type { Item } from './items.ts';
import { CourseCount } from '../components.tsx';

interface Props {
  readonly items: readonly Item[];
  readonly label?: string;
  /** The number of courses of the longest bar, where each item has one. */
  readonly most?: number;
}

export function ItemList({ items, label, most }: Props) {
  return (
    <ul class="items" aria-label={label}>
      {items.map(({ key, name, href, course_count, children = [] }) => (
        <li key={key}>
          <a href={href}>
            <bdi>{name}</bdi>
          </a>{' '}
          <CourseCount count={course_count} />
          {most !== undefined && (
            <svg class="bar" aria-hidden="true">
              <rect width={`${(100 * course_count) / most}%`} height="100%" rx="4" />
            </svg>
          )}
          {children.length > 0 && <ItemList items={children} />}
        </li>
      ))}
    </ul>
  );
}

/** Few items, on one line if there is room. */
export function ItemChips({ items, label }: { items: readonly Item[]; label: string }) {
  return (
    <ul class="chips" aria-label={label}>
      {items.map(({ key, name, href, course_count }) => (
        <li key={key}>
          <a href={href}>
            <bdi>{name}</bdi> <CourseCount count={course_count} />
          </a>
        </li>
      ))}
    </ul>
  );
}
