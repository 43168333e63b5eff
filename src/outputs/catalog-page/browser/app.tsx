// The frame around every view: header, content and footer.
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import type { Site } from './view.ts';
import { useVisit } from './visit.ts';

export function App({ site }: { site: Site }) {
  const { visit, isBusy } = useVisit(site);
  return (
    <>
      <a class="skip" href="#content" onClick={skip}>
        Skip to the content
      </a>
      <Header site={site} place={visit?.place ?? null} />
      <div class={isBusy ? 'progress busy' : 'progress'} aria-hidden="true" />
      <main id="content" tabIndex={-1} aria-busy={isBusy}>
        {visit === null ? (
          <p class="waiting">Loading…</p>
        ) : (
          // The key gives each view its own state, even if it has the same type as the one before.
          <div key={visit.turn} class={`view view-${visit.place.view}`}>
            {visit.view.content}
          </div>
        )}
      </main>
      <Footer site={site} />
      <p role="status" class="visually-hidden">
        {visit?.view.status ?? ''}
      </p>
    </>
  );
}

/** Does not follow the link: the fragment is the address of the view. */
function skip(event: MouseEvent): void {
  event.preventDefault();
  document.querySelector<HTMLElement>('#content')?.focus();
}
