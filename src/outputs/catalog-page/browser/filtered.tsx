// A list of items with a filter by name.
import { useMemo, useState } from 'preact/hooks';
import { grouped } from '../../../text/format.ts';
import { keep, kept } from './entries.ts';
import { matching, type Item } from './items.ts';

/** `plural` names the items: `providers`. */
export function Filtered({ items, plural }: { items: readonly Item[]; plural: string }) {
  const id = `filter-${plural}`;
  const [typed, setTyped] = useState(() => {
    const before = kept(id);
    return typeof before === 'string' ? before : '';
  });
  const shown = useMemo(() => matching(items, typed), [items, typed]);
  return (
    <>
      <div class="filter">
        <label for={id}>Filter {plural}</label>
        <input
          id={id}
          type="search"
          autocomplete="off"
          spellcheck={false}
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
          onChange={(event) => keep(id, event.currentTarget.value)}
        />
        <p role="status" class="quiet">
          {typed.trim() === '' ? '' : `${grouped(shown.length)} of ${grouped(items.length)} ${plural}`}
        </p>
      </div>
      {shown.length === 0 ? <p class="empty">No {plural} match.</p> : <ItemList items={shown} label={plural} />}
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
            <span class="visually-hidden"> courses</span>
          </span>
          {children.length > 0 && <ItemList items={children} />}
        </li>
      ))}
    </ul>
  );
}
