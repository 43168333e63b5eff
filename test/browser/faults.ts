// Faults: what a page must never do, told by the browser itself while a test looks at something else.
import type { Page, Response } from 'playwright-core';

/** The name that the page is given to tell of what its policy refused. */
const teller = 'tellOfViolation';

const listening = `addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile, lineNumber }) =>
  ${teller}(violatedDirective + ' refused ' + blockedURI + ' of ' + sourceFile + ':' + lineNumber), true)`;

/** What happens on a page from one moment on. */
export interface Watched {
  /** One line for each error, failed or foreign request, violation of the policy, dialog and window. */
  readonly faults: string[];
  /** What was loaded. */
  readonly responses: Response[];
}

/** Begins to watch anew, for requests to any but this origin too. */
export type Watch = (origin: string) => Watched;

export async function watchPage(page: Page): Promise<Watch> {
  let origin = '';
  let { faults, responses }: Watched = { faults: [], responses: [] };
  page.on('console', (message) => {
    // Of a JSON document, which names no icon, the browser asks for one on its own account.
    if (!['error', 'warning'].includes(message.type()) || message.location().url.endsWith('/favicon.ico')) return;
    faults.push(`console ${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`error: ${String(error)}`));
  page.on('request', (request) => {
    const { protocol, origin: asked } = new URL(request.url());
    if (asked !== origin && protocol !== 'data:') faults.push(`request to another host: ${request.url()}`);
  });
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? 'unknown';
    // The page itself breaks off what it no longer needs.
    if (reason !== 'net::ERR_ABORTED') faults.push(`failed: ${request.url()}: ${reason}`);
  });
  page.on('response', (response) => {
    responses.push(response);
    if (response.status() >= 400) faults.push(`status ${response.status()}: ${response.url()}`);
  });
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('popup', (popup) => faults.push(`window: ${popup.url()}`));
  await page.exposeFunction(teller, (said: string) => faults.push(`policy: ${said}`));
  await page.addInitScript(listening);
  return (visited) => {
    origin = visited;
    ({ faults, responses } = { faults: [], responses: [] });
    return { faults, responses };
  };
}
