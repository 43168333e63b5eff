// The header: navigation, search and theme switch.
import { htmlListFolders } from '../../static-pages/paths.ts';
import { message } from './language/locale.ts';
import { fragmentOf, type Place } from './place.ts';
import { SearchBox } from './search/search-box.tsx';
import { bindThemeSwitch } from './theme.ts';
import type { ViewContext } from './view.ts';

const views = ['courses', 'categories', 'providers', 'languages', 'charts'] as const;

export function Header({ context, place }: { context: ViewContext; place: Place | null }) {
  return (
    <header class="top">
      <div class="top-inner">
        <a
          class="brand"
          href={fragmentOf({ view: 'start' })}
          aria-current={place?.view === 'start' ? 'page' : undefined}
        >
          {context.logo !== undefined && <img src={context.logo} alt="" />}
          <bdi>{context.title}</bdi>
        </a>
        <nav aria-label={message('frame.navigation')}>
          <ul>
            {views.map((view) => (
              <li key={view}>
                <a href={fragmentOf({ view })} aria-current={currentOf(place, view)}>
                  {message(`nav.${view}`)}
                </a>
              </li>
            ))}
            <li>
              <a href="docs/">{message('nav.api')}</a>
            </li>
          </ul>
        </nav>
        <SearchBox context={context} place={place} />
        <button type="button" class="theme" aria-label={message('frame.theme')} ref={bindThemeSwitch} />
      </div>
    </header>
  );
}

/** `page` for the view itself, `true` for a list that belongs to it. */
function currentOf(place: Place | null, view: (typeof views)[number]): 'page' | 'true' | undefined {
  if (place?.view === view) return 'page';
  return place?.view === 'list' && view === htmlListFolders[place.route] ? 'true' : undefined;
}
