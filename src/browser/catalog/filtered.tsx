// Everything of a kind, with a box that leaves those whose names hold what is typed.
import { useMemo, useState } from 'preact/hooks';
import { grouped } from '../../amounts.ts';
import { matching, type Item } from './items.ts';

/** `many` is what they are called: `providers`. */
export function Filtered({ items, many }: { items: readonly Item[]; many: string }) {
  const [typed, setTyped] = useState('');
  const shown = useMemo(() => matching(items, typed), [items, typed]);
  const id = `filter-${many}`;
  return (
    <>
      <div class="filter">
        <label for={id}>Filter {many}</label>
        <input
          id={id}
          type="search"
          autocomplete="off"
          spellcheck={false}
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        <p role="status" class="quiet">
          {typed.trim() === '' ? '' : `${grouped(shown.length)} of ${grouped(items.length)} ${many}`}
        </p>
      </div>
      {shown.length === 0 ? <p class="nothing">No {many} match.</p> : <ItemList items={shown} label={many} />}
    </>
  );
}

export function ItemList({ items, label }: { items: readonly Item[]; label?: string }) {
  return (
    <ul class="items" aria-label={label}>
      {items.map(({ key, name, href, course_count, children = [] }) => (
        <li key={key}>
          <a href={href}>
            <bdi>{name}</bdi>
          </a>{' '}
          <span class="count">
            {grouped(course_count)}
            <span class="unseen"> courses</span>
          </span>
          {children.length > 0 && <ItemList items={children} />}
        </li>
      ))}
    </ul>
  );
}
