// Visits: which view the address asks for, loaded without ever showing an older one in place of a newer.
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Missing } from './api.ts';
import { failureView, missingView } from './failures.tsx';
import { openEntries } from './entries.ts';
import { openView } from './open-view.ts';
import { placeOf, type Place } from './place.ts';
import type { Site, View } from './view.ts';

/** What is on the screen. */
export interface Visit {
  readonly view: View;
  readonly place: Place;
  /** Another for every showing. */
  readonly turn: number;
  /** Where to scroll: places gone back to are as they were left. */
  readonly top: number;
}

/** The visit that is shown, null before the first, and whether another is being loaded. */
export function useVisit(site: Site): { visit: Visit | null; isBusy: boolean } {
  const [visit, setVisit] = useState<Visit | null>(null);
  const [isBusy, setBusy] = useState(true);
  const turns = useRef(0);

  const go = useCallback(
    async (top: number): Promise<void> => {
      turns.current += 1;
      const turn = turns.current;
      const place = placeOf(location.hash);
      setBusy(true);
      const view = await loaded(place, site, () => void go(scrollY));
      // A newer visit began meanwhile: its view is the one that is asked for.
      if (turn !== turns.current) return;
      setBusy(false);
      setVisit({ view, place, turn, top });
    },
    [site],
  );

  useEffect(() => {
    const entries = openEntries((top) => void go(top));
    void go(entries.top);
    return entries.close;
  }, [go]);
  useShown(visit, site);
  return { visit, isBusy };
}

/** After a view came to the screen: its title, its place on the screen, and the focus, except on the first. */
function useShown(visit: Visit | null, site: Site): void {
  useLayoutEffect(() => {
    if (visit === null) return;
    const { view, turn, top } = visit;
    document.title = view.title === '' ? site.title : `${view.title} · ${site.title}`;
    if (turn > 1) document.querySelector<HTMLElement>('#heading')?.focus({ preventScroll: true });
    scrollTo({ top, behavior: 'instant' });
  }, [visit, site]);
}

async function loaded(place: Place, site: Site, retry: () => void): Promise<View> {
  try {
    return await openView(place, site, retry);
  } catch (error) {
    return error instanceof Missing ? missingView(place) : failureView(error, retry);
  }
}
