// Error screens: an unknown address, a missing file, a failed request.
import { CatalogError } from '../../library/errors.ts';
import { message } from './language/locale.ts';
import { Heading } from './components.tsx';
import { fragmentOf, type Place } from './place.ts';
import type { Screen } from './screen.ts';

/** For an unknown address or a missing file. */
export function notFoundScreen(place: Place): Screen {
  const isLaterPage = place.screen === 'list' && place.page > 1;
  return {
    title: message('failure.notFound'),
    status: '',
    content: (
      <div class="failure">
        <Heading>{message('failure.notFound')}</Heading>
        <p>{message(isLaterPage ? 'failure.noPage' : 'failure.nothing')}</p>
        <p class="actions">
          {isLaterPage && (
            <a class="button" href={fragmentOf({ ...place, page: 1 })}>
              {message('failure.firstPage')}
            </a>
          )}
          <a class={isLaterPage ? '' : 'button'} href={fragmentOf({ screen: 'start' })}>
            {message('failure.start')}
          </a>
        </p>
      </div>
    ),
  };
}

/** For any other failed request. An old page may need scripts that a newer release of the site has removed: only reloading helps. */
export function failureScreen(error: unknown, retry: () => void): Screen {
  // All browsers name it so if they cannot load one.
  const isScript = error instanceof TypeError && /\bmodule\b/u.test(error.message);
  return {
    title: message('failure.title'),
    status: '',
    content: (
      <div class="failure">
        <Heading>{message('failure.title')}</Heading>
        <p>{message(isScript ? 'failure.script' : 'failure.text')}</p>
        <p class="quiet">{failureText(error)}</p>
        <p class="actions">
          {!isScript && (
            <button type="button" class="button" onClick={retry}>
              {message('failure.retry')}
            </button>
          )}
          <button type="button" class={isScript ? 'button' : 'plain-button'} onClick={() => location.reload()}>
            {message('failure.reload')}
          </button>
          <a href={fragmentOf({ screen: 'start' })}>{message('failure.start')}</a>
        </p>
      </div>
    ),
  };
}

/** What went wrong, in the words of the browser if it failed itself. */
export function failureText(error: unknown): string {
  if (!(error instanceof CatalogError)) return error instanceof Error ? error.message : String(error);
  const { address, status, cause } = error;
  if (status === undefined) return failureText(cause);
  return status === 200
    ? message('failure.answer', { address })
    : message('failure.status', { address, status: String(status) });
}
