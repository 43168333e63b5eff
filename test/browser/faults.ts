// Faults: what a page must never do, told by the browser itself while a test looks at something else.
import type { Page } from 'playwright-core';

/** The name that the page is given to tell of what its policy refused. */
const teller = 'tellOfViolation';

const listening = `addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile, lineNumber }) =>
  ${teller}(violatedDirective + ' refused ' + blockedURI + ' of ' + sourceFile + ':' + lineNumber), true)`;

/** Writes down, from now on, errors, failed and foreign requests, violations of the policy, dialogs and windows. */
export async function watchPage(page: Page, origin: string): Promise<string[]> {
  const faults: string[] = [];
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
    if (response.status() >= 400) faults.push(`status ${response.status()}: ${response.url()}`);
  });
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('popup', (popup) => faults.push(`window: ${popup.url()}`));
  await page.exposeFunction(teller, (said: string) => faults.push(`policy: ${said}`));
  await page.addInitScript(listening);
  return faults;
}
