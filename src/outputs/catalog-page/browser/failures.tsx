// Error views: an unknown address, a missing file, a failed request.
import { Heading } from './parts.tsx';
import { fragmentOf, type Place } from './place.ts';
import type { View } from './view.ts';

/** For an unknown address or a missing file. */
export function missingView(place: Place): View {
  const isLaterPage = place.view === 'list' && place.page > 1;
  return {
    title: 'Not found',
    status: '',
    content: (
      <div class="failure">
        <Heading>Not found</Heading>
        <p>
          {isLaterPage ? 'The list has no such page.' : 'There is nothing at this address. It may have been removed.'}
        </p>
        <p class="actions">
          {isLaterPage && (
            <a class="button" href={fragmentOf({ ...place, page: 1 })}>
              First page of the list
            </a>
          )}
          <a class={isLaterPage ? '' : 'button'} href={fragmentOf({ view: 'start' })}>
            Back to the start
          </a>
        </p>
      </div>
    ),
  };
}

/** For any other failed request. */
export function failureView(error: unknown, retry: () => void): View {
  return {
    title: 'Could not load',
    status: '',
    content: (
      <div class="failure">
        <Heading>This could not be loaded</Heading>
        <p>The server did not respond as expected. Check your connection, then try again.</p>
        <p class="quiet">{error instanceof Error ? error.message : String(error)}</p>
        <p class="actions">
          <button type="button" class="button" onClick={retry}>
            Try again
          </button>
          {/* An old page may need scripts that a newer release of the site has removed. */}
          <button type="button" class="plain-button" onClick={() => location.reload()}>
            Reload the page
          </button>
          <a href={fragmentOf({ view: 'start' })}>Back to the start</a>
        </p>
      </div>
    ),
  };
}
