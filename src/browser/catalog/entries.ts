// Entries of the history: how far down each was scrolled when it was left.

export interface Entries {
  /** Of the entry that the page was opened or reloaded with. */
  readonly top: number;
  readonly close: () => void;
}

/** Tells of every change of the fragment, with where the new entry was left: 0 for one that was never shown. */
export function openEntries(changed: (top: number) => void): Entries {
  const tops = new Map<string, number>();
  const closing = new AbortController();
  const { signal } = closing;
  history.scrollRestoration = 'manual';
  let { key, top } = currentEntry();

  addEventListener('scroll', () => tops.set(key, scrollY), { passive: true, signal });
  addEventListener('scrollend', keepTop, { signal });
  addEventListener(
    'hashchange',
    () => {
      ({ key, top } = currentEntry());
      changed(tops.get(key) ?? top);
    },
    { signal },
  );
  return { top, close: () => closing.abort() };

  /** For a reload, which forgets the map. A new entry may be there before its event: it is not the one that was scrolled. */
  function keepTop(): void {
    if (markOf(history.state)?.key === key) history.replaceState({ key, top: scrollY }, '');
  }
}

interface Mark {
  readonly key: string;
  readonly top: number;
}

/** Marks the entry if it is new. */
function currentEntry(): Mark {
  const known = markOf(history.state);
  if (known !== null) return known;
  const key = Math.random().toString(36);
  history.replaceState({ key }, '');
  return { key, top: 0 };
}

function markOf(state: unknown): Mark | null {
  if (typeof state !== 'object' || state === null || !('key' in state) || typeof state.key !== 'string') return null;
  return { key: state.key, top: 'top' in state && typeof state.top === 'number' ? state.top : 0 };
}
