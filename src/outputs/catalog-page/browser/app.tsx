// The frame around every view: header, content and footer.
import { Header } from './header.tsx';
import { message } from './language/locale.ts';
import { SkipLink } from './components.tsx';
import type { ViewContext } from './view.ts';
import { useVisit } from './visit.ts';

/** `early` is the start view that the page had before its script ran: it stays until the first view is loaded. */
export function App({ context, early }: { context: ViewContext; early: Element | null }) {
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
          // The key gives each view its own state, even if it has the same type as the one before.
          <div key={visit.turn} class={`view view-${visit.place.view}`}>
            {visit.view.content}
          </div>
        )}
      </main>
      {/* Not before the content: it would jump. */}
      {visit !== null && <Footer context={context} />}
      <p role="status" class="visually-hidden">
        {visit?.view.status ?? ''}
      </p>
    </>
  );
}

/** Links to everything on the site that is not a view. */
function Footer({ context }: { context: ViewContext }) {
  const links = [
    ...(context.coursePages ? [['providers/', 'charts.byProvider'] as const] : []),
    ...(context.dumps ? [['downloads/', 'footer.downloads'] as const] : []),
    ['docs/', 'footer.reference'],
    ['openapi.json', 'footer.openapi'],
    ['feed.xml', 'footer.atom'],
    ['feed.json', 'footer.jsonFeed'],
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
