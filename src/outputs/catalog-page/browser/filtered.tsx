// A list of items with a filter by name.
import { useMemo, useState } from 'preact/hooks';
import { keep, kept } from './entries.ts';
import { matching, type Item } from './items.ts';
import { message } from './locale.ts';
import { ItemList } from './item-list.tsx';

interface Props {
  readonly items: readonly Item[];
  readonly route: 'categories' | 'providers' | 'languages';
}

export function Filtered({ items, route }: Props) {
  const id = `filter-${route}`;
  const [typed, setTyped] = useState(() => {
    const before = kept(id);
    return typeof before === 'string' ? before : '';
  });
  const shown = useMemo(() => matching(items, typed), [items, typed]);
  return (
    <>
      <div class="filter">
        <label for={id}>{message(`filter.${route}`)}</label>
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
          {typed.trim() === '' ? '' : message('filter.matching', { shown: shown.length, total: items.length })}
        </p>
      </div>
      {shown.length === 0 ? (
        <p class="empty">{message('filter.noName')}</p>
      ) : (
        <ItemList items={shown} label={message(`nav.${route}`)} />
      )}
    </>
  );
}
