// The frame around every screen: header, content and footer.
import { Header } from './header.tsx';
import { message } from './language/locale.ts';
import { SkipLink } from './components.tsx';
import type { ScreenContext } from './screen.ts';
import { useVisit } from './visit.ts';

/** `early` is the start screen that the page had before its script ran: it stays until the first screen is loaded. */
export function App({ context, early }: { context: ScreenContext; early: Element | null }) {
  const { visit, isBusy } = useVisit(context);
  return (
    <>
      <SkipLink to="content">{message('frame.skip')}</SkipLink>
      <Header context={context} place={visit?.place ?? null} />
      <div class={isBusy ? 'progress busy' : 'progress'} aria-hidden="true" />
      <main id="content" tabIndex={-1} aria-busy={isBusy}>
        {visit === null && early !== null ? (
          <div ref={(parent) => parent?.append(early)} />
        ) : visit === null ? (
          <p class="waiting">{message('app.loading')}</p>
        ) : (
          // The key gives each screen its own state, even if it has the same type as the one before.
          <div key={visit.turn} class={`screen screen-${visit.place.screen}`}>
            {visit.screen.content}
          </div>
        )}
      </main>
      {/* Not before the content: it would jump. */}
      {visit !== null && <Footer context={context} />}
      <p role="status" class="visually-hidden">
        {visit?.screen.status ?? ''}
      </p>
    </>
  );
}

/** Links to everything on the site that is not a screen. */
function Footer({ context }: { context: ScreenContext }) {
  const links = [
    ...(context.coursePages ? [['providers/', 'charts.byProvider'] as const] : []),
    ...(context.dumps ? [['downloads/', 'footer.downloads'] as const] : []),
    ['docs/', 'footer.reference'],
    ['openapi.json', 'footer.openapi'],
    ['feed.xml', 'footer.atom'],
    ['feed.json', 'footer.jsonFeed'],
    ...(context.calendar ? [['courses.ics', 'footer.calendar'] as const] : []),
  ] as const;
  return (
    <footer class="bottom">
      <p>{message('footer.note')}</p>
      <ul aria-label={message('footer.label')}>
        {links.map(([href, name]) => (
          <li key={href}>
            <a href={href}>{message(name)}</a>
          </li>
        ))}
      </ul>
    </footer>
  );
}
