// History entries of a list: each keeps how far the page was scrolled.

/** Milliseconds after the last scroll event until the position is kept: browsers limit how often entries change. */
const delay = 120;

export interface Entries {
  /** Makes a new entry, or changes the present one, without `changed`. */
  readonly open: (address: string, isNew: boolean) => void;
  /** Scrolls to where the present entry was left, once its content is there. */
  readonly restore: () => void;
}

/** Keeps the scroll position of the present entry, and calls `changed` when the visitor moves to one of another list. */
export function followEntries(changed: () => void, signal: AbortSignal): Entries {
  const addressNow = () => location.pathname + location.search;
  let address = addressNow();
  let top = keptTop();
  let timer = 0;
  const keep = () => {
    clearTimeout(timer);
    // Until its content is there, an entry is not scrolled by its visitor.
    timer = window.setTimeout(() => top ?? history.replaceState({ top: scrollY }, ''), delay);
  };
  const follow = () => {
    clearTimeout(timer);
    // A fragment alone changes no list.
    if (addressNow() === address) return;
    address = addressNow();
    top = keptTop();
    changed();
  };
  addEventListener('scroll', keep, { passive: true, signal });
  addEventListener('popstate', follow, { signal });
  return {
    open(target, isNew) {
      clearTimeout(timer);
      if (isNew) {
        history.replaceState({ top: scrollY }, '');
        history.pushState(null, '', target);
        top = undefined;
      } else history.replaceState(history.state, '', target);
      address = addressNow();
    },
    restore() {
      if (top !== undefined) scrollTo({ top, behavior: 'instant' });
      top = undefined;
    },
  };
}

function keptTop(): number | undefined {
  const { state }: { state: unknown } = history;
  const top: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, 'top') : undefined;
  return typeof top === 'number' ? top : undefined;
}
