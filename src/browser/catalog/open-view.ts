// From a place to its view: loads what it needs. What few readers open is loaded with its first view.
import { allCategoriesView, allLanguagesView, allProvidersView } from './all-view.tsx';
import { courseView } from './course-view.tsx';
import { missingView } from './failures.tsx';
import { listView } from './list-view.tsx';
import type { Place } from './place.ts';
import { startView } from './start-view.tsx';
import type { Site, View } from './view.ts';

/** A new view is a new case. `retry` opens the place once more. */
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
      return listView(place, site);
    case 'course':
      return courseView(place.linkhash, site);
    case 'charts':
      return (await import('./charts/charts-view.tsx')).chartsView(site);
    case 'search':
      return (await import('./search-view.tsx')).searchView(place.query, site);
    default:
      return missingView(place);
  }
}
