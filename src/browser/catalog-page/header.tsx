// The header: navigation, search and theme switch.
import { htmlListFolders } from '../../outputs/shared/page-paths.ts';
import { message } from './language/locale.ts';
import { fragmentOf, type Place } from './place.ts';
import { SearchBox } from './search/search-box.tsx';
import { bindThemeSwitch } from './theme.ts';
import type { ScreenContext } from './screen.ts';

const screens = ['courses', 'categories', 'providers', 'languages', 'charts'] as const;

export function Header({ context, place }: { context: ScreenContext; place: Place | null }) {
  return (
    <header class="top">
      <div class="top-inner">
        <a
          class="brand"
          href={fragmentOf({ screen: 'start' })}
          aria-current={place?.screen === 'start' ? 'page' : undefined}
        >
          {context.logo !== undefined && <img src={context.logo} alt="" />}
          <bdi>{context.title}</bdi>
        </a>
        <nav aria-label={message('frame.navigation')}>
          <ul>
            {screens.map((screen) => (
              <li key={screen}>
                <a href={fragmentOf({ screen })} aria-current={currentOf(place, screen)}>
                  {message(`nav.${screen}`)}
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

/** `page` for the screen itself, `true` for a list that belongs to it. */
function currentOf(place: Place | null, screen: (typeof screens)[number]): 'page' | 'true' | undefined {
  if (place?.screen === screen) return 'page';
  return place?.screen === 'list' && screen === htmlListFolders[place.route] ? 'true' : undefined;
}
