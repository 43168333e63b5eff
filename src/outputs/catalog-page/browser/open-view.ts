// Loads the view of a place. The code of views with filters or charts is loaded on demand.
import { allCategoriesView, allLanguagesView, allProvidersView } from './all-view.tsx';
import { courseView } from './course-view.tsx';
import { missingView } from './failures.tsx';
import type { Place } from './place.ts';
import { startView } from './start-view.tsx';
import type { Site, View } from './view.ts';

/** Add a view by adding a case. `retry` opens the place again. */
export async function openView(place: Place, site: Site, retry: () => void): Promise<View> {
  switch (place.view) {
    case 'start':
      return startView(site, retry);
    case 'categories':
      return allCategoriesView(site);
    case 'providers':
      return allProvidersView(site);
    case 'languages':
      return allLanguagesView(site);
    case 'list':
      return (await import('./list-view.tsx')).listView(place, site);
    case 'course':
      return courseView(place.linkhash, site);
    case 'charts':
      return (await import('./charts/charts-view.tsx')).chartsView(site);
    case 'search':
    case 'courses':
      return (await import('./search-view.tsx')).foundView(place, site);
    default:
      return missingView(place);
  }
}
