// What a service need not publish. Apart from other requests, as the front page of a catalog asks for nothing of it.
import { NotFoundError, NotPublishedError } from './errors.ts';

/** What is read, which a service need not have; if that takes several requests, `addresses` has those without which there is nothing. `advice` is the end of the message. */
export async function published<Body>(
  what: string,
  reading: Promise<Body>,
  addresses?: readonly string[],
  advice = '',
): Promise<Body> {
  try {
    return await reading;
  } catch (cause) {
    if (!(cause instanceof NotFoundError) || addresses?.includes(cause.address) === false) throw cause;
    throw new NotPublishedError(`is not there: the service has no ${what}${advice}`, cause.address, cause.status, {
      cause,
    });
  }
}
