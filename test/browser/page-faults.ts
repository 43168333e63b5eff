// Faults of a page: what it must never do, as the browser reports it while a test checks something else.
import type { Page, Response } from 'playwright-core';

/** The function in the page that reports violations of its policy. */
const teller = 'tellOfViolation';

const listening = `addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile, lineNumber }) =>
  ${teller}(violatedDirective + ' refused ' + blockedURI + ' of ' + sourceFile + ':' + lineNumber), true)`;

/** What happens on a page while it is watched. */
export interface Watched {
  /** One line for each error, failed or foreign request, violation of the policy, dialog and window. */
  readonly faults: string[];
  /** The responses that were loaded. */
  readonly responses: Response[];
}

/** Starts watching anew, and reports requests to any other origin as faults. */
export type Watch = (origin: string) => Watched;

export async function watchPage(page: Page): Promise<Watch> {
  let origin = '';
  let { faults, responses }: Watched = { faults: [], responses: [] };
  page.on('console', (message) => {
    // For a JSON document, which names no icon, the browser requests one by itself.
    if (!['error', 'warning'].includes(message.type()) || message.location().url.endsWith('/favicon.ico')) return;
    // The pace of the machine decides, and which other file failed.
    if (message.text().includes('preload but not used within a few seconds')) return;
    faults.push(`console ${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`error: ${String(error)}`));
  page.on('request', (request) => {
    const { protocol, origin: requested } = new URL(request.url());
    if (requested !== origin && protocol !== 'data:') faults.push(`request to another host: ${request.url()}`);
  });
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? 'unknown';
    // The page itself aborts what it no longer needs.
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
  await page.exposeFunction(teller, (violation: string) => faults.push(`policy: ${violation}`));
  await page.addInitScript(listening);
  return (visited) => {
    origin = visited;
    ({ faults, responses } = { faults: [], responses: [] });
    return { faults, responses };
  };
}
