// Visits: loads the screen for the current address. An older screen never replaces a newer one.
import { useCallback, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { NotFoundError } from '../../library/errors.ts';
import { failureScreen, notFoundScreen } from './failures.tsx';
import { openEntries } from './entries.ts';
import { haveSameCourses, isFilterable, placeOf, type Place } from './place.ts';
import { startScreen } from './start/start-screen.tsx';
import { isTyping } from './typing.ts';
import type { ScreenContext, Screen } from './screen.ts';

/** A place that was opened, and its screen. */
export interface Visit {
  readonly screen: Screen;
  readonly place: Place;
  /** Unique for every visit, except one that only filters or sorts what the last one showed. */
  readonly turn: number;
  /** The scroll position to restore, 0 for a new history entry. */
  readonly top: number;
}

/** The current visit, null before the first, and whether another one is loading. */
export function useVisit(context: ScreenContext): { visit: Visit | null; isBusy: boolean } {
  const [visit, setVisit] = useState<Visit | null>(null);
  const [isBusy, setBusy] = useState(true);
  const turns = useRef(0);
  const latest = useRef<Visit | null>(null);

  const go = useCallback(
    async (top: number): Promise<void> => {
      turns.current += 1;
      const turn = turns.current;
      const place = placeOf(location.hash);
      const previous = latest.current;
      const turnOfSame = previous && isSelectionAlone(previous.place, place) ? previous.turn : undefined;
      setBusy(true);
      const show = (screen: Screen, shownTurn: number) => {
        latest.current = { screen, place, turn: shownTurn, top };
        setVisit(latest.current);
      };
      const retry = () => void go(scrollY);
      const open = async () => {
        let screen = await openScreen(place, context, retry);
        // Not where the scroll position needs all of the screen, or instead of the courses that are there.
        const isShownEarly = top === 0 && turnOfSame === undefined;
        while (screen.next && turn === turns.current) {
          if (isShownEarly) {
            show(screen, turn);
            await painted();
          }
          screen = await screen.next();
        }
        return screen;
      };
      let hasFailed = false;
      const screen = await open().catch((error: unknown) => {
        hasFailed = true;
        return error instanceof NotFoundError ? notFoundScreen(place) : failureScreen(error, retry);
      });
      // A newer visit has started meanwhile.
      if (turn !== turns.current) return;
      setBusy(false);
      // A failure is a new visit: it gets the focus.
      if (hasFailed) turns.current += 1;
      show(screen, hasFailed ? turns.current : (turnOfSame ?? turn));
      if (hasFailed) latest.current = null;
    },
    [context],
  );

  // Before the first paint, which the files need not wait for.
  useLayoutEffect(() => {
    const entries = openEntries((top) => void go(top));
    void go(entries.top);
    return entries.close;
  }, [go]);
  useVisitEffects(visit, context);
  return { visit, isBusy };
}

/** Whether a place has the courses of the previous one, filtered or sorted otherwise. */
function isSelectionAlone(previous: Place, place: Place): boolean {
  if (!isFilterable(previous) || !isFilterable(place) || !haveSameCourses(previous, place)) return false;
  return previous.selection !== place.selection;
}

/** Sets the document title, the scroll position and, except on the first visit, the focus. */
function useVisitEffects(visit: Visit | null, context: ScreenContext): void {
  const shown = useRef(0);
  useLayoutEffect(() => {
    if (visit === null) return;
    const { screen, turn, top } = visit;
    const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]');
    if (canonical !== null) canonical.href = new URL(screen.page ?? '', context.published).href;
    document.title = screen.title === '' ? context.title : `${screen.title} · ${context.title}`;
    if (turn === shown.current) return;
    shown.current = turn;
    if (turn > 1 && !isTyping()) document.querySelector<HTMLElement>('#heading')?.focus({ preventScroll: true });
    scrollTo({ top, behavior: 'instant' });
  }, [visit, context]);
}

/** Waits until what was rendered is painted; not for long, as a page that is hidden meanwhile is not painted. */
async function painted(): Promise<void> {
  await new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, 1000);
  });
}

/** Loads the screen of a place. The code of every screen but the first is loaded on demand. Add a screen by adding a case. `retry` opens the place again. */
async function openScreen(place: Place, context: ScreenContext, retry: () => void): Promise<Screen> {
  switch (place.screen) {
    case 'start':
      return startScreen(context, retry);
    case 'categories':
    case 'providers':
    case 'languages':
      return (await import('./lists/all-screen.tsx')).allScreen(place.screen, context);
    case 'list':
      return (await import('./lists/list-screen.tsx')).listScreen(place, context);
    case 'course':
      return (await import('./course/course-screen.tsx')).courseScreen(place.linkhash, context);
    case 'charts':
      return (await import('./charts/charts-screen.tsx')).chartsScreen(context);
    case 'search':
    case 'courses':
      return (await import('./search/search-screen.tsx')).foundScreen(place, context);
    default:
      return notFoundScreen(place satisfies { readonly screen: 'unknown' });
  }
}
