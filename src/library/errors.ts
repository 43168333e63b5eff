// The errors of the client: what could not be read, at which address, and why.

/** A failure. `status` is that of the response; undefined if there was none, or not all of it, and then `cause` says why. */
export class CatalogError extends Error {
  override readonly name: string = 'CatalogError';
  constructor(
    message: string,
    readonly address: string,
    readonly status: number | undefined,
    options?: ErrorOptions,
  ) {
    super(`${address} ${message}`, options);
  }
}

/** Whether files may be from more than one build, since each may be cached for a while: one is missing, or lacks what another names. */
export function isOutdated(error: unknown): boolean {
  return error instanceof CatalogError && (error.status === 404 || error.status === 200);
}

/** The service has no such course, list or page. */
export class NotFoundError extends CatalogError {
  override readonly name = 'NotFoundError';
}

/** The service does not publish what the call needs and the interface does not ask for: a search index, dumps or a journal. */
export class NotPublishedError extends CatalogError {
  override readonly name = 'NotPublishedError';
}

/** The pages of a list repeat or do not end. */
export class PagingError extends CatalogError {
  override readonly name = 'PagingError';
}
