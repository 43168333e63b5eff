// Loads the view of a place. The code of every view but the first is loaded on demand.
import { missingView } from './failures.tsx';
import type { Place } from './place.ts';
import { startView } from './start-view.tsx';
import type { Site, View } from './view.ts';

/** Add a view by adding a case. `retry` opens the place again; `early` gets a view of what is loaded so far, and returns whether it is shown. */
export async function openView(
  place: Place,
  site: Site,
  retry: () => void,
  early: (view: View) => boolean,
): Promise<View> {
  switch (place.view) {
    case 'start':
      return startView(site, retry);
    case 'categories':
      return (await import('./all-view.tsx')).allCategoriesView(site);
    case 'providers':
      return (await import('./all-view.tsx')).allProvidersView(site);
    case 'languages':
      return (await import('./all-view.tsx')).allLanguagesView(site);
    case 'list':
      return (await import('./list-view.tsx')).listView(place, site, early);
    case 'course':
      return (await import('./course-view.tsx')).courseView(place.linkhash, site);
    case 'charts':
      return (await import('./charts/charts-view.tsx')).chartsView(site);
    case 'search':
    case 'courses':
      return (await import('./search-view.tsx')).foundView(place, site, early);
    default:
      return missingView(place);
  }
}
