// What is shown when there is nothing to show: an address without a view, a missing file, no network.
import { Heading } from './parts.tsx';
import { fragmentOf, type Place } from './place.ts';
import type { View } from './view.ts';

/** An address that names nothing that the catalog has. */
export function missingView(place: Place): View {
  const isLaterPage = place.view === 'list' && place.page > 1;
  return {
    title: 'Not found',
    status: '',
    content: (
      <div class="failure">
        <Heading>Not found</Heading>
        <p>
          {isLaterPage
            ? 'The list has no such page.'
            : 'The catalog holds nothing at this address. It may have been removed.'}
        </p>
        <p class="ways">
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

/** A host that does not answer, or not with what was asked for. */
export function failureView(error: unknown, retry: () => void): View {
  return {
    title: 'Could not load',
    status: '',
    content: (
      <div class="failure">
        <Heading>This could not be loaded</Heading>
        <p>The host did not answer as it should. Check the connection, then try again.</p>
        <p class="quiet">{error instanceof Error ? error.message : String(error)}</p>
        <p class="ways">
          <button type="button" class="button" onClick={retry}>
            Try again
          </button>
          {/* After a new release of the site, parts of an old page are gone. */}
          <button type="button" class="plain-button" onClick={() => location.reload()}>
            Reload the page
          </button>
          <a href={fragmentOf({ view: 'start' })}>Back to the start</a>
        </p>
      </div>
    ),
  };
}
