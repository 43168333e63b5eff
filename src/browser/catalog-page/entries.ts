// History entries, their scroll positions, and what else of a screen is there again on the way back.
import { fragmentOf } from './place.ts';

/**
 * Calls `changed` on every change of the fragment, with the last scroll position of the new entry, 0 if it was never shown.
 * Returns that of the entry that the page was opened or reloaded with.
 */
export function openEntries(changed: (top: number) => void) {
  const tops = new Map<string, number>();
  const closing = new AbortController();
  const { signal } = closing;
  history.scrollRestoration = 'manual';
  readQuery();
  let { key, top } = currentEntry();

  addEventListener('scroll', () => tops.set(key, scrollY), { passive: true, signal });
  addEventListener('scrollend', keepTop, { signal });
  const follow = () => {
    ({ key, top } = currentEntry());
    changed(tops.get(key) ?? top);
  };
  addEventListener('hashchange', follow, { signal });
  return { top, close: () => closing.abort() };

  /** Survives a reload, unlike the map. Skipped if the current entry is newer than the scrolled one and its event is still to come. */
  function keepTop(): void {
    if (remembered('key') === key) remember('top', scrollY);
  }
}

/** Keeps a value with the current entry, also over a reload. */
export function remember(name: string, value: string | number): void {
  history.replaceState({ ...history.state, [name]: value }, '');
}

/** The value that the current entry keeps. Undefined if it keeps no value. */
export function remembered(name: string): unknown {
  const { state }: { state: unknown } = history;
  return typeof state === 'object' && state !== null ? Reflect.get(state, name) : undefined;
}

/** The form of static pages searches by `?q=`, since only scripts write fragments. */
function readQuery(): void {
  const query = new URLSearchParams(location.search).get('q');
  if (query !== null) history.replaceState(null, '', location.pathname + fragmentOf({ screen: 'search', query }));
}

/** Gives a new entry its key. */
function currentEntry() {
  const [known, top] = [remembered('key'), remembered('top')];
  if (typeof known === 'string') return { key: known, top: typeof top === 'number' ? top : 0 };
  const key = Math.random().toString(36);
  history.replaceState({ key }, '');
  return { key, top: 0 };
}
